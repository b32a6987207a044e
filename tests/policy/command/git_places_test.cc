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

}  // namespace
}  // namespace guard::policy
