// SPDX-License-Identifier: Apache-2.0
#include "policy/command/git_places.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace guard::policy {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A subcommand of two words: the second one lies among the operands, as git's table has it.
CommandLine git(std::string subcommand, std::vector<std::string> operands,
                std::vector<Flag> flags = {}) {
  return {.program = "git",
          .subcommand = std::move(subcommand),
          .meant = {},
          .flags = std::move(flags),
          .operands = std::move(operands)};
}

TEST(GitPlacesTest, TheOperandThatNamesThePlaceIsFound) {
  EXPECT_THAT(places_git_makes(git("worktree", {"add", "../x", "main"})), ElementsAre("../x"));
  EXPECT_THAT(places_git_makes(git("worktree add", {"../x"})), ElementsAre("../x"));
  EXPECT_THAT(places_git_makes(git("worktree", {"move", "x", "../y"})), ElementsAre("../y"));
  EXPECT_THAT(places_git_makes(git("clone", {"a", "../b"})), ElementsAre("../b"));
  EXPECT_THAT(places_git_makes(git("init", {"../b"})), ElementsAre("../b"));
}

TEST(GitPlacesTest, AFlagThatNamesThePlaceIsFound) {
  EXPECT_THAT(places_git_makes(git("archive", {"HEAD"}, {{"output", "../a.tar"}})),
              ElementsAre("../a.tar"));
  EXPECT_THAT(places_git_makes(git("init", {}, {{"separate-git-dir", "/srv/g"}})),
              ElementsAre("/srv/g"));
}

TEST(GitPlacesTest, OtherCommandsNameNone) {
  EXPECT_THAT(places_git_makes(git("worktree", {"list"})), IsEmpty());
  EXPECT_THAT(places_git_makes(git("worktree", {"add"})), IsEmpty());
  EXPECT_THAT(places_git_makes(git("clone", {"../a"})), IsEmpty());
  EXPECT_THAT(places_git_makes(git("commit", {"../a"})), IsEmpty());
}

using Files = std::vector<NamedFile>;

TEST(GitPlacesTest, TheFilesThatGitItselfActsOnAreNamed) {
  EXPECT_EQ(files_git_names(git("mv", {"a", "b", "c"})),
            (Files{{Act::kRename, "a", "c"}, {Act::kRename, "b", "c"}}));
  EXPECT_EQ(files_git_names(git("rm", {"a"})), (Files{{Act::kDelete, "a"}}));
  EXPECT_EQ(files_git_names(git("restore", {"a"})),
            (Files{{Act::kModify, "a"}, {Act::kDelete, "a"}}));
  EXPECT_EQ(files_git_names(git("add", {".env"}, {{"f", {}}})), (Files{{Act::kRead, ".env"}}));
}

TEST(GitPlacesTest, WhatOnlyShowsOrTouchesTheIndexActsOnNoFile) {
  EXPECT_EQ(files_git_names(git("mv", {"a", "b"}, {{"n", {}}})), Files());
  EXPECT_EQ(files_git_names(git("rm", {"a"}, {{"cached", {}}})), Files());
  EXPECT_EQ(files_git_names(git("restore", {"a"}, {{"staged", {}}})), Files());
  EXPECT_EQ(files_git_names(git("checkout", {"x"}, {{"b", "n"}})), Files());
  EXPECT_EQ(files_git_names(git("status", {"a"})), Files());
}

}  // namespace
}  // namespace guard::policy
