// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "policy/command/git_steps.h"

namespace guard::policy {
namespace {

std::vector<std::string> words(const std::string& line) {
  std::istringstream text(line);
  std::vector<std::string> all;
  for (std::string word; text >> word;) all.push_back(word);
  return all;
}

TEST(GitRightsTest, AreThoseOfTheSubcommand) {
  EXPECT_TRUE(git_rights(words("git config a.b c")).sets);
  EXPECT_TRUE(git_rights(words("git -C x branch -u o/m")).sets);
  EXPECT_TRUE(git_rights(words("git switch main")).checks_out);
  EXPECT_TRUE(git_rights(words("git worktree add ../x")).links_trees);
  for (const char* line : {"git mv a b", "git merge-file a b c", "git apply p", "git an-alias"}) {
    const GitRights rights = git_rights(words(line));
    EXPECT_FALSE(rights.sets || rights.checks_out || rights.links_trees) << line;
  }
}

TEST(GitRightsTest, AnotherWorkTreeHasNone) {
  EXPECT_FALSE(git_rights(words("git --work-tree=.git switch h")).checks_out);
  EXPECT_FALSE(git_rights(words("git --work-tree .git switch h")).sets);
}

TEST(GitOnItsOwnTest, AWordOfAnotherSubcommandIsNoSubcommand) {
  for (const char* line :
       {"git add archive", "git checkout archive", "git branch -d bundle", "git commit -m diagnose",
        "git -C archive status", "git add -- --output=x", "git hash-object -w f",
        "git diff --output-indicator-new=x"})
    EXPECT_TRUE(is_git_on_its_own("/usr/bin/git", words(line))) << line;
  for (const char* line : {"git -C x archive HEAD", "git --no-pager bundle create f HEAD",
                           "git-archive HEAD", "git diff --output=f -- a"})
    EXPECT_FALSE(is_git_on_its_own("/usr/bin/git", words(line))) << line;
}

TEST(GitOnItsOwnTest, NotWhereWordsNameTheFile) {
  EXPECT_TRUE(is_git_on_its_own("/usr/bin/git", words("git config a.b c")));
  for (const char* line :
       {"git config -f F a.b c", "git config --file=F a.b c", "git merge-file F a b",
        "git mailinfo F p", "git log --output=F", "git config -fF a.b c"})
    EXPECT_FALSE(is_git_on_its_own("/usr/bin/git", words(line))) << line;
}

}  // namespace
}  // namespace guard::policy
