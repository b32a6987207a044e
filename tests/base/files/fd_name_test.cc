// SPDX-License-Identifier: Apache-2.0
#include "base/files/fd_name.h"

#include <dirent.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <climits>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include "base/files/own_descriptor.h"
#include "base/files/unique_fd.h"
#include "base/limits.h"

namespace guard {
namespace {

class FdNameTest : public ::testing::Test {
 protected:
  FdNameTest() {
    std::string name = (std::filesystem::temp_directory_path() / "guard-fd-XXXXXX").string();
    EXPECT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = std::filesystem::canonical(name).string();
    here_.reset(::open(folder_.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  }
  // Bottom up, by descriptors: no path reaches all of it.
  ~FdNameTest() override {
    for (int level = deep_; level > 0; --level) {
      ::unlinkat(here_.get(), "file", 0);
      UniqueFd parent(::openat(here_.get(), "..", O_PATH | O_DIRECTORY | O_CLOEXEC));
      ::unlinkat(parent.get(), component_.c_str(), AT_REMOVEDIR);
      here_ = std::move(parent);
    }
    std::filesystem::remove_all(folder_);
  }
  void descend(int levels) {
    for (; levels > 0; --levels, ++deep_) {
      ASSERT_EQ(::mkdirat(here_.get(), component_.c_str(), 0700), 0);
      here_.reset(::openat(here_.get(), component_.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
      expected_ += "/" + component_;
    }
  }

  std::string folder_;
  std::string expected_;
  const std::string component_ = std::string(200, 'd');
  UniqueFd here_;
  int deep_ = 0;
};

TEST_F(FdNameTest, IsTheKernelsWhereTheKernelTellsIt) {
  EXPECT_EQ(name_of_fd(here_.get()), folder_);
  descend(3);
  EXPECT_EQ(name_of_fd(here_.get()), folder_ + expected_);
  EXPECT_EQ(name_of_fd(-1), "");
}

// The folder of descriptors that is at hand is this process's: a child's descriptors are others.
TEST_F(FdNameTest, IsTheOwnDescriptorsNameInAChildToo) {
  keep_own_descriptors_at_hand();
  EXPECT_EQ(name_of_fd(here_.get()), folder_);
  const UniqueFd root(::open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    ::dup2(root.get(), here_.get());
    ::_exit(name_of_fd(here_.get()) == "/" ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

TEST_F(FdNameTest, IsPutTogetherForFoldersDeeperThanAnyPath) {
  descend(30);
  const std::string name = name_of_fd(here_.get());
  EXPECT_GT(name.size(), std::size_t{PATH_MAX});
  EXPECT_EQ(name, folder_ + expected_);
}

TEST_F(FdNameTest, AFileAtSuchADepthHasNone) {
  descend(30);
  const UniqueFd file(::openat(here_.get(), "file", O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  ASSERT_TRUE(file.valid());
  EXPECT_EQ(name_of_fd(file.get()), "");
}

TEST_F(FdNameTest, FoldersBeyondTheirNumberHaveNoName) {
  constexpr int kLevels = 30;
  descend(kLevels);
  const auto length = [&](int levels) {
    return folder_.size() + static_cast<std::size_t>(levels) * (component_.size() + 1);
  };
  int told = kLevels;  // by the kernel
  while (length(told) >= PATH_MAX) --told;
  const auto name_within = [&](int levels) {
    return name_of_fd_within({levels, kFdNameLimits.entries}, here_.get());
  };
  EXPECT_EQ(name_within(kLevels - told - 1), "");
  EXPECT_EQ(name_within(kLevels - told), folder_ + expected_);
  EXPECT_EQ(name_within(kLevels - told + 1), folder_ + expected_);
  EXPECT_EQ(kFdNameLimits.levels, int_limit("fd_name.levels"));
}

TEST_F(FdNameTest, AFolderBehindTooManyEntriesHasNoName) {
  descend(20);  // the last that the kernel tells
  const UniqueFd parent(::openat(here_.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  for (const char* beside : {"a", "b", "c", "e", "f"})
    ASSERT_EQ(::mkdirat(parent.get(), beside, 0700), 0);
  descend(1);
  ASSERT_GT((folder_ + expected_).size(), std::size_t{PATH_MAX});
  int place = 0;  // among the entries, "." and ".." too
  {
    const std::unique_ptr<DIR, int (*)(DIR*)> entries(::fdopendir(::dup(parent.get())), ::closedir);
    while (const dirent* entry = ::readdir(entries.get())) {
      ++place;
      if (entry->d_name == component_) break;
    }
  }
  const auto name_within = [&](int most) {
    return name_of_fd_within({kFdNameLimits.levels, most}, here_.get());
  };
  EXPECT_EQ(name_within(place - 1), "");
  EXPECT_EQ(name_within(place), folder_ + expected_);
  EXPECT_EQ(name_within(place + 1), folder_ + expected_);
  EXPECT_EQ(kFdNameLimits.entries, int_limit("fd_name.entries"));
  for (const char* beside : {"a", "b", "c", "e", "f"})
    ::unlinkat(parent.get(), beside, AT_REMOVEDIR);
}

TEST_F(FdNameTest, TellsPipesAndDeletedFilesAsTheKernelDoes) {
  int ends[2];
  ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
  EXPECT_TRUE(name_of_fd(ends[0]).starts_with("pipe:["));
  ::close(ends[0]);
  ::close(ends[1]);
  const UniqueFd file(::openat(here_.get(), "gone", O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  ::unlinkat(here_.get(), "gone", 0);
  EXPECT_EQ(name_of_fd(file.get()), folder_ + "/gone (deleted)");
}

}  // namespace
}  // namespace guard
