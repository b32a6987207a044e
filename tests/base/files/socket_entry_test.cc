// SPDX-License-Identifier: Apache-2.0
#include "base/files/socket_entry.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <vector>

#include "base/files/unique_fd.h"

namespace guard {
namespace {

namespace fs = std::filesystem;

class SocketEntryTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "entriesXXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    root_ = name;
    folder_ = root_ + "/usual";
    fs::create_directory(folder_);
  }
  void TearDown() override { fs::remove_all(root_); }

  UniqueFd listen_at(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, path.data(), path.size());
    UniqueFd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    EXPECT_EQ(::bind(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
    EXPECT_EQ(::listen(fd.get(), 4), 0);
    return fd;
  }
  std::vector<SocketElsewhere> found() {
    std::vector<SocketElsewhere> found;
    for (const auto& entry : fs::directory_iterator(folder_))
      if (auto elsewhere = socket_entry_at(entry.path().string())) found.push_back(*elsewhere);
    return found;
  }
  std::size_t names() {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  std::string root_;
  std::string folder_;
};

TEST_F(SocketEntryTest, ASocketElsewhereIsFoundWhileItsSessionRuns) {
  const UniqueFd socket = listen_at(root_ + "/x.sock");
  {
    const auto entry = SocketEntry::make(folder_, "my.run", root_ + "/x.sock");
    ASSERT_TRUE(entry);
    ASSERT_EQ(found().size(), 1U);
    EXPECT_EQ(found().front().session, "my.run");
    EXPECT_EQ(found().front().socket, root_ + "/x.sock");
  }
  EXPECT_EQ(names(), 0U);
}

TEST_F(SocketEntryTest, WhatAKilledSessionLeftIsIgnoredAndTakenAway) {
  fs::create_symlink(root_ + "/gone.sock", folder_ + "/old.1.elsewhere");
  { const UniqueFd socket = listen_at(root_ + "/dead.sock"); }
  fs::create_symlink(root_ + "/dead.sock", folder_ + "/dead.2.elsewhere");
  const UniqueFd live = listen_at(root_ + "/live.sock");
  fs::create_symlink(root_ + "/live.sock", folder_ + "/live.3.elsewhere");
  EXPECT_EQ(found().size(), 2U);  // whether somebody listens is found by asking
  const UniqueFd socket = listen_at(root_ + "/x.sock");
  const auto entry = SocketEntry::make(folder_, "new", root_ + "/x.sock");
  ASSERT_TRUE(entry);
  EXPECT_EQ(names(), 2U);
  EXPECT_TRUE(fs::is_symlink(folder_ + "/live.3.elsewhere"));
}

TEST_F(SocketEntryTest, NothingElseIsAnEntry) {
  std::ofstream(root_ + "/file") << "x";
  fs::create_symlink(root_ + "/file", folder_ + "/a.1.elsewhere");
  std::ofstream(folder_ + "/b.1.elsewhere") << root_ + "/file";
  const UniqueFd socket = listen_at(root_ + "/x.sock");
  fs::create_symlink(root_ + "/x.sock", folder_ + "/c.elsewhere");
  fs::create_symlink(root_ + "/x.sock", folder_ + "/d.1.sock");
  EXPECT_TRUE(found().empty());
}

TEST_F(SocketEntryTest, WhatBelongsToAnotherUserIsNoSessionOfThisOne) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give files away";
  const UniqueFd socket = listen_at(root_ + "/x.sock");
  const auto entry = SocketEntry::make(folder_, "s", root_ + "/x.sock");
  ASSERT_TRUE(entry);
  ASSERT_EQ(found().size(), 1U);
  ASSERT_EQ(::chown((root_ + "/x.sock").c_str(), 65534, 65534), 0);
  EXPECT_TRUE(found().empty());
  ASSERT_EQ(::chown((root_ + "/x.sock").c_str(), 0, 0), 0);
  const std::string link = fs::directory_iterator(folder_)->path().string();
  ASSERT_EQ(::lchown(link.c_str(), 65534, 65534), 0);
  EXPECT_TRUE(found().empty());
}

}  // namespace
}  // namespace guard
