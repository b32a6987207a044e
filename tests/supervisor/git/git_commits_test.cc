// SPDX-License-Identifier: Apache-2.0
#include "supervisor/git/git_commits.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "supervisor/git/git_head.h"
#include "supervisor/git/git_push_told.h"
#include "tests/supervisor/facts/scratch_tree.h"

namespace guard::supervisor {
namespace {

using Told = std::vector<std::string>;

// A real git makes the repository, with origin/main as it was last fetched.
class GitCommitsTest : public ScratchTree {
 protected:
  void SetUp() override {
    git("init -q -b main .");
    commit("one");
    git("update-ref refs/remotes/origin/main HEAD");
  }
  void git(const std::string& words) const {
    const std::string line =
        "cd '" + workspace_ +
        "' && HOME=/nonexistent GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b"
        " GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b git " +
        words;
    ASSERT_EQ(std::system(line.c_str()), 0) << words;
  }
  void run_in_workspace(const std::string& command) const {
    ASSERT_EQ(std::system(("cd '" + workspace_ + "' && " + command).c_str()), 0) << command;
  }
  void commit(const std::string& subject) const {
    git("commit -q --allow-empty -m '" + subject + "'");
  }
  static policy::CommandLine line(std::vector<std::string> operands,
                                  std::vector<policy::Flag> flags = {}) {
    policy::CommandLine made;
    made.operands = std::move(operands);
    made.flags = std::move(flags);
    return made;
  }
  [[nodiscard]] Told push(std::vector<std::string> operands,
                          std::vector<policy::Flag> flags = {}) const {
    return told_of_push(workspace_ + "/.git", "main", "origin",
                        line(std::move(operands), std::move(flags)));
  }
  [[nodiscard]] Told reset(std::vector<std::string> operands) const {
    return told_of_reset(workspace_ + "/.git", workspace_ + "/.git", "main",
                         line(std::move(operands)));
  }
};

TEST_F(GitCommitsTest, APushTellsWhatItSends) {
  EXPECT_EQ(push({}), Told{"main to origin/main: no commit"});
  commit("two");
  EXPECT_EQ(push({}), Told{"main to origin/main: 1 commit (two)"});
  EXPECT_EQ(push({"origin", "HEAD"}), Told{"main to origin/main: 1 commit (two)"});
  EXPECT_EQ(push({"origin", "main:refs/heads/main"}), Told{"main to origin/main: 1 commit (two)"});
  for (const char* subject : {"three", "four", "five"}) commit(subject);
  git("gc -q");  // packed refs and objects
  EXPECT_EQ(push({"origin"}), Told{"main to origin/main: 4 commits (five, four, three, ...)"});
  EXPECT_EQ(push({"origin", "main:other"}),
            (Told{"main to a new branch other of origin: 4 commits (five, four, three, ...) that "
                  "origin/main lacks"}));
}

TEST_F(GitCommitsTest, AForcedPushTellsWhatItOverwrites) {
  commit("lost");
  git("update-ref refs/remotes/origin/main HEAD");
  git("reset -q --hard HEAD~1");
  commit("mine");
  const Told told = {"main to origin/main: 1 commit (mine)",
                     "overwrites of origin/main, as last fetched, 1 commit (lost)"};
  EXPECT_EQ(push({}, {{"force", std::nullopt}}), told);
  EXPECT_EQ(push({"origin", "+main"}), told);
  EXPECT_EQ(push({}), Told{told.front()});
}

TEST_F(GitCommitsTest, AForcedPushOfAnotherCommitTellsWhatItOverwrites) {
  for (const char* subject : {"two", "three"}) commit(subject);
  git("update-ref refs/remotes/origin/main HEAD");
  git("branch old HEAD~2");
  const std::string lost = "overwrites of origin/main, as last fetched, 2 commits (three, two)";
  EXPECT_EQ(push({"origin", "+old:main"}), (Told{"old to origin/main: no commit", lost}));
  EXPECT_EQ(push({"origin", "+HEAD~2:main"}), (Told{"HEAD~2 to origin/main: no commit", lost}));
}

TEST_F(GitCommitsTest, APushThatDeletesTellsWhatHeadLacksOfIt) {
  commit("two");
  git("update-ref refs/remotes/origin/x HEAD");
  const Told all = {"deletes x of origin: as last fetched, HEAD has all of it"};
  EXPECT_EQ(push({"origin", ":x"}), all);
  git("reset -q --hard HEAD~1");
  const Told two = {"deletes x of origin: as last fetched, HEAD lacks 1 commit (two)"};
  EXPECT_EQ(push({"origin", ":x"}), two);
  EXPECT_EQ(push({"origin", "x"}, {{"delete", std::nullopt}}), two);
  EXPECT_EQ(push({"origin", "x"}, {{"d", std::nullopt}}), two);
  EXPECT_EQ(push({"origin", ":never"}), Told());
}

TEST_F(GitCommitsTest, APushOfAFewBranchesTellsOfEach) {
  git("branch other");
  commit("two");
  EXPECT_EQ(push({"origin", "main", "other"}),
            (Told{"main to origin/main: 1 commit (two)",
                  "other to a new branch other of origin: no commit that origin/main lacks"}));
}

TEST_F(GitCommitsTest, AResetTellsOfWhateverNamesTheCommit) {
  git("tag -a -m text marked");
  for (const char* subject : {"two", "three"}) commit(subject);
  git("branch old HEAD~2");
  git("reset -q --hard HEAD~1 && git reset -q --hard HEAD@{1}");
  const Told told = {"main goes back 2 commits (three, two)"};
  const std::string id =
      commit_of_ref(open_repository(workspace_ + "/.git")->folder.get(), "refs/heads/old")
          .value_or("");
  ASSERT_EQ(id.size(), 40U);
  for (const std::string& name :
       {id, id.substr(0, 7), id.substr(0, 4), std::string("old"), std::string("marked"),
        std::string("HEAD~2"), std::string("HEAD^^"), std::string("main~1^"), std::string("@~2")})
    EXPECT_EQ(reset({name}), told) << name;
  EXPECT_EQ(reset({"HEAD@{1}"}), Told{"main goes back 1 commit (three)"});
  EXPECT_EQ(reset({"@{1}"}), Told{"main goes back 1 commit (three)"});
  EXPECT_EQ(reset({"main@{0}"}), Told{"main loses no commit"});
  EXPECT_EQ(reset({"ORIG_HEAD"}), Told{"main goes back 1 commit (three)"});
  for (const char* name :
       {"HEAD^2", "HEAD^{commit}", "nowhere", "HEAD@{99}", "HEAD@{yesterday}", ":/two", "abc", ""})
    EXPECT_EQ(reset({name}), Told()) << name;
  // A ref to another ref comes first for git, and cannot be read here.
  git("branch safe && git symbolic-ref refs/tags/safe refs/heads/old");
  EXPECT_EQ(reset({"safe"}), Told());
  git("branch " + id.substr(0, 7) + " HEAD");
  EXPECT_EQ(reset({id.substr(0, 7)}), Told{"main loses no commit"}) << "a branch of that name";
  git("symbolic-ref refs/heads/" + id.substr(0, 5) + " refs/heads/safe");
  EXPECT_EQ(reset({id.substr(0, 5)}), Told());
  // Two have the name: git chooses one.
  git("tag old HEAD");
  EXPECT_EQ(reset({"old"}), Told());
}

TEST_F(GitCommitsTest, AMergeCountsEachCommitOnce) {
  git("checkout -q -b side");
  commit("on the side");
  git("checkout -q main");
  commit("on main");
  git("merge -q --no-edit side");
  const Told told = push({});
  ASSERT_EQ(told.size(), 1U);
  EXPECT_TRUE(told.front().starts_with("main to origin/main: 3 commits (")) << told.front();
}

TEST_F(GitCommitsTest, WhatIsNotOneBranchIsNotTold) {
  commit("two");
  EXPECT_EQ(push({"origin", "main", "other"}), Told());
  EXPECT_EQ(push({"origin", "refs/heads/*:refs/heads/*"}), Told());
  EXPECT_EQ(push({}, {{"all", std::nullopt}}), Told());
  EXPECT_EQ(push({"origin", "nowhere"}), Told());
  EXPECT_EQ(told_of_push(workspace_, "main", "origin", line({})), Told());
}

TEST_F(GitCommitsTest, AHistoryThatIsNotWholeIsNotTold) {
  commit("two");
  commit("three");
  git("rev-parse HEAD~1 >id");
  run_in_workspace(
      "id=$(cat id) && rm -f .git/objects/$(echo $id | cut -c1-2)/$(echo $id | cut "
      "-c3-)");
  EXPECT_EQ(push({}), Told());
}

// A commit that was written by hand, with a parent that is no id.
TEST_F(GitCommitsTest, AParentMayBeAnything) {
  file("odd",
       "tree 4b825dc642cb6eb9a060e54bf8d69288fbee4904\nparent x\n"
       "author a <a@b> 1 +0000\ncommitter a <a@b> 1 +0000\n\nodd\n");
  git("hash-object -t commit -w --literally odd >.git/refs/heads/main");
  EXPECT_EQ(push({}), Told());
  EXPECT_EQ(reset({"HEAD~1"}), Told());
}

TEST_F(GitCommitsTest, AResetTellsWhatItLeavesBehind) {
  commit("two");
  commit("three");
  EXPECT_EQ(reset({}), Told{"main loses no commit"});
  EXPECT_EQ(reset({"HEAD^"}), Told{"main goes back 1 commit (three)"});
  EXPECT_EQ(reset({"HEAD~2"}), Told{"main goes back 2 commits (three, two)"});
  EXPECT_EQ(reset({"origin/main"}), Told{"main goes back 2 commits (three, two)"});
  EXPECT_EQ(reset({"HEAD~9"}), Told());
}

}  // namespace
}  // namespace guard::supervisor
