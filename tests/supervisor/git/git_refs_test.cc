// SPDX-License-Identifier: Apache-2.0
// Repositories that git itself made; which commits a command means is told without it.
#include "supervisor/git/git_refs.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "tests/supervisor/facts/scratch_tree.h"

namespace guard::supervisor {
namespace {

using Words = std::vector<std::string>;

class GitRefsTest : public ScratchTree {
 protected:
  GitRefsTest() {
    run("git init -q -b main . && git commit -q --allow-empty -m one && git branch side");
    run("git commit -q --allow-empty -m two && git tag v1");
  }
  void run(const std::string& command) const {
    const std::string line = "cd '" + workspace_ + "' && export HOME='" + root_ +
                             "' GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b"
                             " GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b; " +
                             command;
    ASSERT_EQ(std::system(line.c_str()), 0) << command;
  }
  [[nodiscard]] Words refs(const std::string& subcommand, Words operands) const {
    policy::Action exec;
    exec.cwd = workspace_;
    policy::CommandLine line;
    line.program = "git";
    line.subcommand = subcommand;
    line.operands = std::move(operands);
    const auto place = git_place_of(exec, line);
    return place ? refs_named(*place, line) : Words();
  }
  // Without the ids.
  [[nodiscard]] Words names(const std::string& subcommand, Words operands) const {
    Words names = refs(subcommand, std::move(operands));
    for (std::string& name : names) name.resize(name.find(' '));
    return names;
  }
};

TEST_F(GitRefsTest, ACommandMeansHeadAndTheNamesInItsWords) {
  EXPECT_EQ(names("reset", {}), Words{"HEAD"});
  EXPECT_EQ(names("reset", {"side~1"}), (Words{"HEAD", "refs/heads/side"}));
  EXPECT_EQ(names("branch", {"side", "none"}), (Words{"HEAD", "refs/heads/side"}));
  EXPECT_EQ(names("checkout", {"v1"}), (Words{"HEAD", "refs/tags/v1"}));
  EXPECT_EQ(names("clean", {"d"}), Words());
}

TEST_F(GitRefsTest, APushOfABranchByNameDoesNotMeanHead) {
  EXPECT_EQ(names("push", {"origin"}), Words{"HEAD"});
  EXPECT_EQ(names("push", {"origin", "+main:side"}), (Words{"refs/heads/main", "refs/heads/side"}));
  EXPECT_EQ(names("push", {"origin", "refs/heads/side"}), Words{"refs/heads/side"});
  EXPECT_EQ(names("push", {"origin", "HEAD:side"}), (Words{"HEAD", "refs/heads/side"}));
}

TEST_F(GitRefsTest, AnotherCommitOfTheSameWordsIsAnother) {
  const Words before = refs("push", {"origin", "main"});
  ASSERT_EQ(before.size(), 1U);
  EXPECT_EQ(refs("push", {"origin", "main"}), before);
  run("GIT_COMMITTER_DATE=2001-01-01T00:00:00 git commit -q --amend --no-edit --allow-empty");
  EXPECT_NE(refs("push", {"origin", "main"}), before);
}

TEST_F(GitRefsTest, AStashIsTheNewest) {
  file("a");
  run("git add a && git stash push -q");
  const Words before = refs("stash", {"drop"});
  EXPECT_EQ(names("stash", {"drop"}), (Words{"HEAD", "refs/stash"}));
  file("b");
  run("git add b && git stash push -q");
  EXPECT_NE(refs("stash", {"drop"}), before);
}

TEST_F(GitRefsTest, WhatIsNoRepositoryMeansNothing) {
  std::filesystem::remove_all(workspace_ + "/.git");
  EXPECT_EQ(refs("reset", {}), Words());
}

}  // namespace
}  // namespace guard::supervisor
