// SPDX-License-Identifier: Apache-2.0
#include "console/undo/undo_git.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/interceptor/scratch_folder.h"

namespace guard::console {
namespace {

using guard::testing::ScratchFolder;
using supervisor::UndoDeed;
using supervisor::UndoEntry;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

UndoEntry entry_of(const std::string& path, UndoDeed deed = UndoDeed::kReplace) {
  UndoEntry entry;
  entry.path = path;
  entry.deed = deed;
  return entry;
}

TEST(UndoGitTest, OnlyTheFolderOfARepositoryIsGits) {
  for (const char* path : {"/p/.git/HEAD", "/p/.git", "/p/a/.git/logs/HEAD", "/p/.git/index"})
    EXPECT_TRUE(is_in_git(entry_of(path)) && is_gits_own(entry_of(path))) << path;
  for (const char* path : {"/p/.gitignore", "/p/.github/x", "/p/my.git/HEAD", "/p/src/a.c"})
    EXPECT_FALSE(is_in_git(entry_of(path)) || is_gits_own(entry_of(path))) << path;
}

TEST(UndoGitTest, SettingsAndHooksAreAPersons) {
  for (const char* path : {"/p/.git/config", "/p/.git/hooks/pre-commit", "/p/.git/info/exclude",
                           "/p/.git/config.worktree"}) {
    EXPECT_FALSE(is_gits_own(entry_of(path))) << path;
    EXPECT_TRUE(is_in_git(entry_of(path))) << path;
  }
  EXPECT_TRUE(is_gits_own(entry_of("/p/.git/configure")));
}

class GitChangesTest : public ::testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) {
    const std::filesystem::path path = folder_.path() + "/" + name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  // Was TEXT before the session.
  UndoEntry was(const std::string& name, const std::string& text) {
    UndoEntry entry = entry_of(folder_.path() + "/.git/" + name);
    entry.content = "content" + std::to_string(++contents_);
    write(entry.content, text);
    return entry;
  }
  [[nodiscard]] std::vector<GitChanges> changes(const std::vector<UndoEntry>& entries) const {
    std::vector<const UndoEntry*> all;
    for (const UndoEntry& entry : entries) all.push_back(&entry);
    return git_changes(folder_.path(), all);
  }

  const std::string one_ = std::string(40, '1');
  const std::string two_ = std::string(40, '2');
  ScratchFolder folder_;
  int contents_ = 0;
};

TEST_F(GitChangesTest, ABranchWhoseCommitsCannotBeReadGoesFromOneToTheOther) {
  write(".git/refs/heads/main", two_ + "\n");
  write(".git/HEAD", "ref: refs/heads/side\n");
  const auto all =
      changes({was("refs/heads/main", one_ + "\n"), was("HEAD", "ref: refs/heads/main\n"),
               was("refs/heads/gone", one_ + "\n"), was("logs/HEAD", "x\n")});
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].changes, 4U);
  EXPECT_THAT(all[0].branches, ElementsAre("main goes from 2222222 back to 1111111",
                                           "HEAD is main again", "brings back gone at 1111111"));
  EXPECT_EQ(git_line(all[0]),
            folder_.path() +
                "/.git: main goes from 2222222 back to 1111111; HEAD is main again; brings back "
                "gone at 1111111; 4 files of git's own");
}

TEST_F(GitChangesTest, TheFirstChangeOfABranchHasWhatWasBefore) {
  write(".git/refs/heads/main", two_ + "\n");
  const auto all =
      changes({was("refs/heads/main", one_ + "\n"), was("refs/heads/main", std::string(40, '3'))});
  EXPECT_THAT(all.at(0).branches, ElementsAre("main goes from 2222222 back to 1111111"));
}

TEST_F(GitChangesTest, WhatIsNoBranchIsNotTold) {
  write(".git/refs/heads/main", "\x1b[2J\n");
  const auto all = changes({was("refs/heads/main", one_), was("refs/heads/a\x1b[2J", "no id\n"),
                            was("refs/tags/v1", one_)});
  EXPECT_THAT(all.at(0).branches, IsEmpty());
}

TEST_F(GitChangesTest, FilesOfAPersonMakeNoLine) {
  EXPECT_THAT(changes({entry_of("/p/src/a.c"), entry_of("/p/.git/config")}), IsEmpty());
}

}  // namespace
}  // namespace guard::console
