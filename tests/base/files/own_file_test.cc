// SPDX-License-Identifier: Apache-2.0
#include "base/files/own_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/limits.h"

namespace guard {
namespace {

namespace fs = std::filesystem;

class OwnFileTest : public ::testing::Test {
 protected:
  OwnFileTest() {
    char name[] = "/tmp/guard_own_file_XXXXXX";
    folder_ = ::mkdtemp(name);
    path_ = folder_ / "config/guard/file";
  }
  ~OwnFileTest() override { fs::remove_all(folder_); }
  static Result<void> set(const OwnFile& file, const std::string& text) {
    return file.change([&](const std::string&) -> Result<std::string> { return text; });
  }
  fs::path folder_;
  fs::path path_;
};

TEST_F(OwnFileTest, NoFileIsEmpty) {
  const OwnFile file(path_);
  EXPECT_EQ(*file.read(), "");
  EXPECT_EQ(file.stamp(), "");
}

TEST_F(OwnFileTest, ChangeMakesFoldersAndSeesWhatWasThere) {
  const OwnFile file(path_);
  ASSERT_TRUE(set(file, "a\n"));
  std::string seen;
  ASSERT_TRUE(file.change([&](const std::string& text) -> Result<std::string> {
    seen = text;
    return text + "b\n";
  }));
  EXPECT_EQ(seen, "a\n");
  EXPECT_EQ(*file.read(), "a\nb\n");
  EXPECT_EQ(fs::status(path_).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(OwnFileTest, AFailedChangeLeavesTheFile) {
  const OwnFile file(path_);
  ASSERT_TRUE(set(file, "a\n"));
  const auto changed = file.change(
      [](const std::string&) -> Result<std::string> { return fail(Code::kInvalid, "no"); });
  EXPECT_FALSE(changed);
  EXPECT_EQ(*file.read(), "a\n");
  const fs::directory_iterator left(path_.parent_path());
  EXPECT_EQ(std::distance(fs::begin(left), fs::end(left)), 2);  // the file and its lock
}

TEST_F(OwnFileTest, WhatOthersMayWriteIsRefused) {
  const OwnFile file(path_);
  ASSERT_TRUE(set(file, "a\n"));
  ::chmod(path_.c_str(), 0620);
  EXPECT_EQ(file.read().error().code, Code::kRefused);
  EXPECT_FALSE(set(file, "b\n"));
  ::chmod(path_.c_str(), 0600);
  ::chmod(path_.parent_path().c_str(), 0777);
  EXPECT_EQ(set(file, "b\n").error().code, Code::kRefused);
  EXPECT_EQ(*file.read(), "a\n");
}

TEST_F(OwnFileTest, LinksAndOtherThanFilesAreRefused) {
  const OwnFile file(path_);
  ASSERT_TRUE(set(file, "a\n"));
  fs::rename(path_, path_.parent_path() / "other");
  fs::create_symlink("other", path_);
  EXPECT_FALSE(file.read());
  fs::remove(path_);
  ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0);
  EXPECT_EQ(file.read().error().code, Code::kRefused);
}

TEST_F(OwnFileTest, FilesBeyondTheirLengthAreNotRead) {
  constexpr std::size_t kMost = size_limit("own_file.bytes");
  const OwnFile file(path_);
  for (const std::size_t size : {kMost - 1, kMost}) {
    ASSERT_TRUE(set(file, std::string(size, 'x')));
    EXPECT_EQ(file.read().value_or("").size(), size);
  }
  ASSERT_TRUE(set(file, std::string(kMost + 1, 'x')));
  EXPECT_EQ(file.read().error().code, Code::kInvalid);
  EXPECT_FALSE(set(file, "short"));  // what is lost is not known
}

TEST_F(OwnFileTest, AnotherTextHasAnotherStamp) {
  const OwnFile file(path_);
  ASSERT_TRUE(set(file, "a\n"));
  const std::string before = file.stamp();
  EXPECT_EQ(file.stamp(), before);
  ASSERT_TRUE(set(file, "bb\n"));
  EXPECT_NE(file.stamp(), before);
}

}  // namespace
}  // namespace guard
