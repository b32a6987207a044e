// SPDX-License-Identifier: Apache-2.0
#include "console/places/command_search.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace guard::console {
namespace {

namespace fs = std::filesystem;

class CommandSearchTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "guard-search-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    root_ = pattern;
    for (const char* folder : {"a", "b", "b/tool-folder"}) fs::create_directories(root_ / folder);
    make("a/plain", false);
    make("b/tool", true);
    make("b/plain", true);
    path_ =
        (root_ / "a").string() + ":" + (root_ / "missing").string() + ":" + (root_ / "b").string();
  }
  void TearDown() override { fs::remove_all(root_); }

  void make(const std::string& name, bool executable) {
    std::ofstream(root_ / name) << "#!/bin/sh\n";
    fs::permissions(root_ / name, executable ? fs::perms::owner_all
                                             : fs::perms::owner_read | fs::perms::owner_write);
  }
  Code failure(const std::string& name, const std::string& path) {
    const auto found = find_command(name, path);
    return found ? Code::kInternal : found.error().code;
  }

  fs::path root_;
  std::string path_;
};

TEST_F(CommandSearchTest, TakesTheFirstThatCanRun) {
  EXPECT_EQ(*find_command("tool", path_), (root_ / "b/tool").string());
  EXPECT_EQ(*find_command("plain", path_), (root_ / "b/plain").string());
}

TEST_F(CommandSearchTest, APathIsTakenAsItIs) {
  EXPECT_EQ(*find_command((root_ / "b/tool").string(), ""), (root_ / "b/tool").string());
}

TEST_F(CommandSearchTest, NotThereAndNotExecutableAreToldApart) {
  EXPECT_EQ(failure("absent", path_), Code::kNotFound);
  EXPECT_EQ(failure("", path_), Code::kNotFound);
  EXPECT_EQ(failure("/absent/tool", path_), Code::kNotFound);
  EXPECT_EQ(failure("plain", (root_ / "a").string()), Code::kRefused);
  EXPECT_EQ(failure("tool-folder", path_), Code::kRefused);
  EXPECT_EQ(failure((root_ / "a").string(), ""), Code::kRefused);
}

TEST_F(CommandSearchTest, AnEmptyEntryIsTheCurrentFolder) {
  const fs::path before = fs::current_path();
  fs::current_path(root_ / "b");
  EXPECT_EQ(*find_command("tool", "/missing:"), "./tool");
  EXPECT_EQ(*find_command("tool", ""), "./tool");
  fs::current_path(before);
}

TEST_F(CommandSearchTest, TheNameIsShownSafely) {
  const auto found = find_command("no\x1b[2J", path_);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().text(), "no\\x1B[2J: command not found");
}

}  // namespace
}  // namespace guard::console
