// SPDX-License-Identifier: Apache-2.0
#include "base/files/changeable.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "base/files/fd_name.h"
#include "base/files/unique_fd.h"

namespace guard {
namespace {

// Asked by an ordinary user, who has a folder of his own.
class ChangeableTest : public ::testing::Test {
 protected:
  static constexpr uid_t kNobody = 65534;

  ChangeableTest() {
    std::string name = "/tmp/guard-changeable-XXXXXX";
    folder_ = ::mkdtemp(name.data());
    std::ofstream(folder_ / "own");
    std::filesystem::create_symlink("/usr", folder_ / "link");
    if (::geteuid() != 0) return;
    for (const char* part : {"", "own"})
      EXPECT_EQ(::chown((folder_ / part).c_str(), kNobody, kNobody), 0);
  }
  ~ChangeableTest() override { std::filesystem::remove_all(folder_); }

  void SetUp() override {
    const UniqueFd root(::open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (name_of_fd(root.get()) != "/")
      GTEST_SKIP() << "an emulator opens / as the folder " << name_of_fd(root.get());
  }

  Changeable of(const std::string& path, const std::string& from = "/") {
    const pid_t child = ::fork();
    if (child == 0) {
      if (::geteuid() == 0 && ::setresuid(kNobody, kNobody, kNobody) != 0) ::_exit(99);
      const UniqueFd folder(::open(from.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
      ::_exit(static_cast<int>(changeable_by_us(folder.get(), path)));
    }
    int status = 0;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) < 99);
    return static_cast<Changeable>(WEXITSTATUS(status));
  }

  std::filesystem::path folder_;
};

TEST_F(ChangeableTest, WhatIsRootsAllTheWayIsNot) {
  for (const char* path : {"/usr/bin/env", "/etc/passwd", "/etc/nowhere", "/nowhere/x", "/", "/usr",
                           "/dev/null", "/usr/../etc/passwd"})
    EXPECT_EQ(of(path), Changeable::kNot) << path;
  EXPECT_EQ(of("bin/env", "/usr"), Changeable::kNot);
}

TEST_F(ChangeableTest, WhatIsHisOrLiesInAFolderOfHisIs) {
  const std::string own = folder_.string();
  for (const std::string& path : {own, own + "/own", own + "/", std::string("/tmp"),
                                  "/usr/.." + own + "/own", own + "/link/bin/env"})
    EXPECT_EQ(of(path), Changeable::kNow) << path;
  for (const char* path : {"own", "./own", ".", "..", "link"})
    EXPECT_EQ(of(path, own), Changeable::kNow) << path;
}

TEST_F(ChangeableTest, AMissingOneIsHisToMakeWhereTheFolderIs) {
  const std::string own = folder_.string();
  EXPECT_EQ(of(own + "/new"), Changeable::kOnceMade);
  EXPECT_EQ(of(own + "/new/er"), Changeable::kOnceMade);
  EXPECT_EQ(of("new", own), Changeable::kOnceMade);
  EXPECT_EQ(of(std::string(300, 'a'), own), Changeable::kNot);
}

TEST_F(ChangeableTest, WhateverAProcessHasOpenIs) {
  EXPECT_EQ(of("/dev/stdin"), Changeable::kNow);
  EXPECT_EQ(of("/proc/self/fd/0"), Changeable::kNow);
}

}  // namespace
}  // namespace guard
