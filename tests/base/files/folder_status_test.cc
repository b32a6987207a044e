// SPDX-License-Identifier: Apache-2.0
#include "base/files/folder_status.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>
#include <thread>

namespace guard {
namespace {

class FolderStatusTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "folderXXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override {
    std::filesystem::remove_all(folder_);
    std::filesystem::remove_all(folder_ + ".moved");
  }
  static ino_t inode_of(const std::string& path) {
    struct stat status {};
    EXPECT_EQ(::stat(path.c_str(), &status), 0);
    return status.st_ino;
  }
  std::string folder_;
};

TEST_F(FolderStatusTest, ItIsThatOfTheFolderAsItIsNow) {
  FolderStatus folder(folder_);
  struct stat status {};
  for (const auto age : {std::chrono::hours(1), std::chrono::hours(2)}) {
    std::filesystem::last_write_time(folder_, std::filesystem::file_time_type::clock::now() - age);
    struct stat expected {};
    ASSERT_EQ(::stat(folder_.c_str(), &expected), 0);
    ASSERT_TRUE(folder.look(status));
    EXPECT_EQ(status.st_ino, expected.st_ino);
    EXPECT_EQ(status.st_mtim.tv_sec, expected.st_mtim.tv_sec);
    EXPECT_EQ(status.st_mtim.tv_nsec, expected.st_mtim.tv_nsec);
  }
}

TEST_F(FolderStatusTest, OneThatWasRemovedIsSeenAtOnce) {
  FolderStatus folder(folder_);
  struct stat status {};
  ASSERT_TRUE(folder.look(status));
  std::filesystem::remove(folder_);
  EXPECT_FALSE(folder.look(status));
  EXPECT_EQ(errno, ENOENT);
  std::filesystem::create_directory(folder_);
  ASSERT_TRUE(folder.look(status));
  EXPECT_EQ(status.st_ino, inode_of(folder_));
}

TEST_F(FolderStatusTest, OneThatTookTheNameOfAnotherIsSeenSoon) {
  FolderStatus folder(folder_);
  struct stat status {};
  ASSERT_TRUE(folder.look(status));
  std::filesystem::rename(folder_, folder_ + ".moved");
  std::filesystem::create_directory(folder_);
  std::this_thread::sleep_for(std::chrono::milliseconds(110));
  ASSERT_TRUE(folder.look(status));
  EXPECT_EQ(status.st_ino, inode_of(folder_));
}

}  // namespace
}  // namespace guard
