// SPDX-License-Identifier: Apache-2.0
// A real git makes the repositories; what a command would throw away is told without it.
#include "supervisor/facts/git_losses.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "policy/command/command_levels.h"
#include "policy/load/yaml_loader.h"
#include "tests/supervisor/facts/scratch_tree.h"

namespace guard::supervisor {
namespace {

using Words = std::vector<std::string>;

const policy::SpecTable& shipped() {
  static const policy::SpecTable table(policy::load_policy({})->commands);
  return table;
}

const GitLoss kNothing{"nothing uncommitted is lost", {}};
const GitLoss kOrdinary{"nothing uncommitted is lost", {}, true, true};  // goes unasked

class GitLossesTest : public ScratchTree {
 protected:
  void SetUp() override {
    run("mkdir -p '" + root_ + "/home' && git init -q -b main .");
    for (const char* name : {"a", "b", "src/c", "src/d"}) file(name, "first\n");
    run("git add . && git commit -q -m one");
    settle();
  }
  void run(const std::string& command) const {
    const std::string line = "cd '" + workspace_ + "' && export HOME='" + root_ +
                             "/home' GIT_CONFIG_NOSYSTEM=1"
                             " GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a"
                             " GIT_COMMITTER_EMAIL=a@b; " +
                             command;
    ASSERT_EQ(std::system(line.c_str()), 0) << command;
  }
  // As after a second: git's notes of the files hold without a look at their content.
  void settle() const { run("touch -d '1 hour ago' a b src/c src/d && git status >/dev/null"); }

  std::optional<GitLoss> loss(Words argv, const std::string& below = "") {
    const auto levels = policy::command_levels(std::move(argv), shipped()).levels;
    policy::Action exec;
    exec.cwd = workspace_ + below;
    return git_loss_of(exec, levels.front().argv, levels.front().line, paths());
  }
  std::string reason(Words argv, const std::string& below = "") {
    const auto found = loss(std::move(argv), below);
    return found ? found->reason : "not told";
  }
  std::string details(Words argv, const std::string& below = "") {
    const auto found = loss(std::move(argv), below);
    if (!found) return "not told";
    std::string all;
    for (const std::string& detail : found->details) all += (all.empty() ? "" : "; ") + detail;
    return all;
  }
};

TEST_F(GitLossesTest, OfACleanTreeNothingIsLost) {
  EXPECT_EQ(loss({"git", "reset", "--hard"}), kNothing);
  EXPECT_EQ(loss({"git", "-C", "src", "reset", "--hard"}), kNothing);
  EXPECT_EQ(loss({"git", "checkout", "-f"}), kNothing);
  EXPECT_EQ(loss({"git", "checkout", "--", "a"}), kOrdinary);
  EXPECT_EQ(loss({"git", "checkout", "HEAD", "a"}), kOrdinary);
  EXPECT_EQ(loss({"git", "restore", "."}), kOrdinary);
  EXPECT_EQ(loss({"git", "switch", "-f", "main"}), kNothing);
  EXPECT_EQ(reason({"git", "reset"}), "not told");
  EXPECT_EQ(reason({"git", "reset", "--soft", "HEAD"}), "not told");
}

TEST_F(GitLossesTest, ChangedFilesAreNamed) {
  for (const char* name : {"a", "b", "src/c", "src/d"}) file(name, "other\n");
  EXPECT_EQ(reason({"git", "reset", "--hard"}), "throws the uncommitted changes of 4 files away");
  EXPECT_EQ(details({"git", "reset", "--hard"}), "not committed: a, b, src/c, ...");
  EXPECT_EQ(details({"git", "checkout", "--", "src"}), "not committed: src/c, src/d");
  EXPECT_EQ(details({"git", "checkout", "a"}), "not committed: a");
  EXPECT_EQ(details({"git", "restore", "c"}, "/src"), "not committed: src/c");
  EXPECT_EQ(details({"git", "restore", "*c"}), "not committed: src/c");
  EXPECT_EQ(details({"git", "restore", ":/b"}, "/src"), "not committed: b");
  EXPECT_EQ(reason({"git", "restore", ":(exclude)b"}), "not told");
  EXPECT_EQ(reason({"git", "restore", "../elsewhere"}), "not told");
}

// The change has the same length and time, as a program could leave it: the status of the file
// tells.
TEST_F(GitLossesTest, AChangeOfTheSameLengthAndTimeIsSeen) {
  run("cp -p a kept && echo other >a && touch -r kept a && rm kept");
  EXPECT_EQ(details({"git", "reset", "--hard"}), "not committed: a");
}

TEST_F(GitLossesTest, WhatOnlyLooksChangedIsCompared) {
  run("touch a src/c && cp b b2 && mv b2 b");
  EXPECT_EQ(loss({"git", "reset", "--hard"}), kNothing);
  run("printf 'first\\r\\n' >a && git update-index --assume-unchanged b && echo x >b");
  EXPECT_EQ(details({"git", "checkout", "--", "b"}), "not committed: b");
}

TEST_F(GitLossesTest, StagedWorkIsLostWhereTheIndexIsReset) {
  run("echo staged >a && git add a && echo new >n && git add n");
  EXPECT_EQ(details({"git", "reset", "--hard"}), "not committed: a, n");
  EXPECT_EQ(details({"git", "checkout", "HEAD", "--", "."}), "not committed: a, n");
  EXPECT_EQ(details({"git", "restore", "-SW", "a"}), "not committed: a");
  EXPECT_EQ(loss({"git", "restore", "a"}), kOrdinary);
  EXPECT_EQ(loss({"git", "checkout", "--", "."}), kOrdinary);
  EXPECT_EQ(reason({"git", "restore", "--staged", "a"}), "not told");
}

TEST_F(GitLossesTest, WhatIsDeletedIsNotLost) {
  run("rm a && git rm -q b");
  EXPECT_EQ(loss({"git", "reset", "--hard"}), kNothing);
  EXPECT_EQ(loss({"git", "restore", "a"}), kOrdinary);
  EXPECT_EQ(loss({"git", "checkout", "-f", "HEAD", "--", "a", "b"}), kOrdinary);
}

TEST_F(GitLossesTest, WhatStandsInTheWayOfADeletedFileIsLost) {
  run("rm -r src && echo mine >src");
  EXPECT_EQ(details({"git", "restore", "src"}), "not committed: src/c, src/d");
  run("git rm -q -r --cached src");
  EXPECT_EQ(details({"git", "checkout", "HEAD", "--", "src"}), "not committed: src/c, src/d");
  run("git reset -q && rm src a && mkdir a && echo mine >a/x");
  EXPECT_EQ(details({"git", "restore", "."}), "not committed: a");
}

TEST_F(GitLossesTest, OnlyWhatIsCertainIsOrdinary) {
  EXPECT_EQ(loss({"git", "restore", "--recurse-submodules", "a"}), kNothing);
  EXPECT_EQ(loss({"git", "restore", "--ignore-skip-worktree-bits", "a"}), kNothing);
  EXPECT_EQ(loss({"git", "restore", "--source", "no-such-commit", "a"}),
            (GitLoss{"takes the files of a commit that cannot be told from here",
                     {"no tracked file has uncommitted changes"}}));
  // Other line ends may be somebody's change: git's settings would tell.
  run("printf 'one\\r\\n' >b && git update-index --cacheinfo "
      "100644,$(printf 'one\\n' | git hash-object -w --stdin),b");
  EXPECT_EQ(loss({"git", "restore", "b"}), kNothing);
  EXPECT_EQ(loss({"git", "restore", "src"}), kOrdinary);
}

// Also of a repository in the tree that is no submodule: the index has its commit alone.
TEST_F(GitLossesTest, ASubmoduleIsLookedAtWhereItIsNamed) {
  run("git init -q lib/one && echo own >lib/one/own && git -C lib/one add own && "
      "git -C lib/one commit -q -m one && "
      "git add lib 2>/dev/null && git commit -q -m lib && echo work >lib/one/new");
  settle();
  for (const char* path : {"a", "src", ".", "lib/one"}) {
    EXPECT_EQ(loss({"git", "restore", path}), kOrdinary) << path;
    EXPECT_EQ(loss({"git", "checkout", "--", path}), kOrdinary) << path;
    EXPECT_EQ(loss({"git", "checkout", "HEAD", path}), kOrdinary) << path;
  }
  // git makes a folder where another thing lies, and loses which commit is staged.
  run("mv lib/one elsewhere && echo mine >lib/one");
  EXPECT_EQ(details({"git", "restore", "lib"}), "not committed: lib/one");
  EXPECT_EQ(loss({"git", "restore", "a"}), kOrdinary);
  run("rm lib/one && mv elsewhere lib/one && git -C lib/one commit -q --allow-empty -m two && "
      "git add lib");
  EXPECT_EQ(loss({"git", "checkout", "HEAD", "lib"}), kNothing);
  EXPECT_EQ(loss({"git", "checkout", "HEAD", "a"}), kOrdinary);
  EXPECT_EQ(loss({"git", "restore", "lib"}), kOrdinary);
  run("git config submodule.recurse true");
  EXPECT_EQ(loss({"git", "restore", "."}), kNothing);
  EXPECT_EQ(loss({"git", "restore", "src"}), kOrdinary);
}

TEST_F(GitLossesTest, WhatASubmoduleWouldLoseIsLookedAtWhereGitGoesIn) {
  run("git init -q lib/one && echo own >lib/one/own && git -C lib/one add own && "
      "git -C lib/one commit -q -m one && git add lib 2>/dev/null && git commit -q -m lib");
  settle();
  EXPECT_EQ(details({"git", "reset", "--hard", "--recurse-submodules"}),
            details({"git", "reset", "--hard"}));
  run("echo mine >>lib/one/own");
  EXPECT_EQ(details({"git", "reset", "--hard", "--recurse-submodules"}),
            "not committed: lib/one/own");
  EXPECT_EQ(details({"git", "reset", "--hard"}), "");
  run("git config submodule.recurse true");
  EXPECT_EQ(details({"git", "reset", "--hard"}), "not committed: lib/one/own");
  run("rm lib/one/.git/index");
  EXPECT_EQ(details({"git", "reset", "--hard"}), "not committed: lib/one/own") << "of no index";
  run("echo broken >lib/one/.git/index");
  EXPECT_FALSE(loss({"git", "reset", "--hard"})->complete) << "what cannot be read may be lost";
}

TEST_F(GitLossesTest, InASubmoduleItsOwnWorkIsLookedAt) {
  run("mkdir -p .git/modules && git init -q --separate-git-dir .git/modules/sub sub && "
      "git -C sub config core.worktree ../../../sub && echo own >sub/own && git -C sub add own && "
      "git -C sub commit -q -m one");
  EXPECT_EQ(loss({"git", "-C", "sub", "reset", "--hard"}), kNothing);
  run("echo mine >>sub/own");
  EXPECT_EQ(details({"git", "-C", "sub", "reset", "--hard"}), "not committed: own");
  run("git -C sub config core.worktree ../../../src");
  EXPECT_FALSE(loss({"git", "-C", "sub", "reset", "--hard"})) << "another work tree";
}

TEST_F(GitLossesTest, UntrackedFilesInTheWayOfAnotherCommitAreLost) {
  run("git rm -q b && git commit -q -m two && git tag two && echo mine >b && echo mine >e");
  EXPECT_EQ(loss({"git", "reset", "--hard"}), kNothing);
  EXPECT_EQ(details({"git", "reset", "--hard", "HEAD^"}), "not committed: b");
  EXPECT_EQ(details({"git", "checkout", "HEAD^", "--", "b"}), "not committed: b");
  EXPECT_EQ(loss({"git", "checkout", "HEAD", "--", "a"}), kOrdinary);
  EXPECT_EQ(loss({"git", "reset", "--hard", "two"}), kNothing);
  EXPECT_EQ(details({"git", "reset", "--hard", "main@{1}"}), "not committed: b");
  EXPECT_EQ(loss({"git", "reset", "--hard", "main@{9}"}),
            (GitLoss{"takes the files of a commit that cannot be told from here",
                     {"no tracked file has uncommitted changes"}}));
  run("git rm -q --cached a && echo kept >a");
  EXPECT_EQ(details({"git", "reset", "--hard"}), "not committed: a");
}

TEST_F(GitLossesTest, AMergeThatIsNotDoneIsLost) {
  run("git checkout -q -b x && echo x >a && git commit -q -a -m x && git checkout -q main && "
      "echo y >a && git commit -q -a -m y; git merge x >/dev/null 2>&1; true");
  EXPECT_EQ(details({"git", "reset", "--hard"}), "not committed: a");
}

TEST_F(GitLossesTest, EachFormOfTheIndexIsReadOrSaidToBeUnread) {
  run("echo other >a");
  for (const char* form : {"--index-version 2", "--index-version 4", "--untracked-cache"}) {
    run(std::string("git update-index ") + form);
    EXPECT_EQ(details({"git", "reset", "--hard"}), "not committed: a") << form;
  }
  const GitLoss unread{"", {"what it throws away could not be looked at"}};
  run("git update-index --split-index");
  EXPECT_EQ(loss({"git", "reset", "--hard"}), unread);
  run("git update-index --no-split-index && head -c 60 .git/index >i && mv i .git/index");
  EXPECT_EQ(loss({"git", "reset", "--hard"}), unread);
  run("rm .git/index && mkfifo .git/index");
  EXPECT_EQ(loss({"git", "reset", "--hard"}), unread);
}

TEST_F(GitLossesTest, ALinkedWorkTreeHasItsOwnIndex) {
  run("git worktree add -q ../side && echo other >../side/a");
  EXPECT_EQ(loss({"git", "reset", "--hard"}), kNothing);
  EXPECT_EQ(details({"git", "-C", "../side", "reset", "--hard"}), "not committed: a");
}

TEST_F(GitLossesTest, WhatIsOutOfTheWorkTreeIsNotLookedAt) {
  run("mkdir ../far && mv src/c src/d ../far && rmdir src && ln -s ../far src");
  EXPECT_EQ(loss({"git", "checkout", "--", "src"}), kNothing);
}

TEST_F(GitLossesTest, ACleanCountsWhatItDeletes) {
  run("printf '*.o\\n/out/\\n' >.gitignore && git add . && git commit -q -m two");
  EXPECT_EQ(reason({"git", "clean", "-fd"}), "deletes nothing: no such file is there");
  for (const char* name : {"n", "src/n", "new/1", "new/2", "a.o", "out/x", ".env"}) file(name);
  run("mkdir -p other && git init -q other && echo x >other/x");
  EXPECT_EQ(reason({"git", "clean", "-f"}),
            "deletes 3 files that git does not track, among them 1 secret");
  EXPECT_EQ(reason({"git", "clean", "-f", ".env"}),
            "deletes 1 file that git does not track, a secret");
  EXPECT_EQ(reason({"git", "clean", "-fd"}),
            "deletes 5 files that git does not track, among them 1 secret");
  EXPECT_EQ(reason({"git", "clean", "-fdx"}),
            "deletes 7 files that git does not track, among them 1 secret");
  EXPECT_EQ(reason({"git", "clean", "-fdX"}), "deletes 2 files that git does not track");
  EXPECT_EQ(reason({"git", "clean", "-fd", "-e", "n*", "-e", ".env"}),
            "deletes nothing: no such file is there");
  EXPECT_EQ(details({"git", "clean", "-f", "new"}), "new/, 2 B");
  EXPECT_EQ(details({"git", "clean", "-f"}, "/src"), "src/n, 1 B");
  EXPECT_EQ(reason({"git", "clean", "-n"}), reason({"git", "clean"}));
  run("git -C other add x && rm -rf n src/n new .env");
  EXPECT_EQ(reason({"git", "clean", "-fd"}), "deletes nothing: no such file is there");
  EXPECT_NE(reason({"git", "clean", "-ffd"}), "deletes nothing: no such file is there");
}

TEST_F(GitLossesTest, ExcludesOfTheUserAndTheRepositoryHold) {
  run("mkdir -p ~/.config/git && echo '*.user' >~/.config/git/ignore && "
      "echo '*.here' >.git/info/exclude && touch x.user x.here");
  EXPECT_EQ(reason({"git", "clean", "-fd"}), "deletes nothing: no such file is there");
  run("git config core.excludesFile ~/none");
  EXPECT_EQ(details({"git", "clean", "-fd"}), "x.user, 0 B");
}

TEST_F(GitLossesTest, ABranchOfThisSessionIsItsOwnToDropWhereHeadHasItsCommits) {
  run("git branch before && git branch renamed && git branch -m renamed anew");
  run("git branch mine && git checkout -q -b other && git commit -q --allow-empty -m fix && "
      "git checkout -q main");
  for (const char* name : {"mine", "other"}) born(workspace_ + "/.git/logs/refs/heads/" + name);
  born(workspace_ + "/.git/refs/heads/before");  // written anew with each commit
  EXPECT_TRUE(loss({"git", "branch", "-D", "mine"})->nothing);
  EXPECT_FALSE(loss({"git", "branch", "-D", "other"})->nothing) << "it alone has a commit";
  EXPECT_FALSE(loss({"git", "branch", "-D", "mine", "other"})->nothing);
  EXPECT_FALSE(loss({"git", "branch", "-D", "before"})->nothing);
  EXPECT_FALSE(loss({"git", "branch", "-D", "anew"})->nothing);
  EXPECT_FALSE(loss({"git", "branch", "-D", "mine", "before"})->nothing);
  run("git merge -q other");
  EXPECT_TRUE(loss({"git", "branch", "-D", "mine", "other"})->nothing);
  run("git checkout -q --detach");
  EXPECT_FALSE(loss({"git", "branch", "-D", "other"})->nothing) << "HEAD itself goes elsewhere";
  run("git checkout -q main && rm .git/logs/refs/heads/mine");
  EXPECT_FALSE(loss({"git", "branch", "-D", "mine"})->nothing);
}

TEST_F(GitLossesTest, ATagOfThisSessionIsItsOwnToDropWhereHeadHasItsCommits) {
  run("git tag before && git tag mine && git tag -a -m text told && git checkout -q -b other && "
      "git commit -q --allow-empty -m fix && git tag apart && git checkout -q main");
  for (const char* name : {"mine", "told", "apart"}) born(workspace_ + "/.git/refs/tags/" + name);
  EXPECT_TRUE(loss({"git", "tag", "-d", "mine"})->nothing);
  EXPECT_FALSE(loss({"git", "tag", "-d", "before"})->nothing);
  EXPECT_EQ(reason({"git", "tag", "-d", "before"}), "drops a tag whose commits HEAD has, too");
  EXPECT_FALSE(loss({"git", "tag", "-d", "mine", "before"})->nothing);
  EXPECT_FALSE(loss({"git", "tag", "-d", "apart"})->nothing);
  EXPECT_EQ(details({"git", "tag", "-d", "apart"}),
            "apart has 1 commit (fix) that HEAD does not have");
  EXPECT_EQ(reason({"git", "tag", "-d", "told"}), "not told");
  EXPECT_EQ(reason({"git", "tag", "-f", "mine"}), "not told");
}

TEST_F(GitLossesTest, ASideIsChosenOverWhatThisSessionWrote) {
  born(file("a", "<<<<<<< HEAD\n"));
  EXPECT_TRUE(loss({"git", "checkout", "--ours", "a"})->nothing);
  EXPECT_TRUE(loss({"git", "checkout", "--theirs", "--", "a"})->nothing);
  EXPECT_TRUE(loss({"git", "restore", "--ours", "a"})->nothing);
  for (const Words& words :
       {Words{"git", "checkout", "--ours", "b"}, Words{"git", "checkout", "--ours", "a", "b"},
        Words{"git", "checkout", "--ours", "."}, Words{"git", "checkout", "--ours", "src"},
        Words{"git", "checkout", "--ours", "*"}, Words{"git", "checkout", "--ours"},
        Words{"git", "checkout", "-f", "--ours", "a"}, Words{"git", "checkout", "--ours", "none"}})
    EXPECT_FALSE(loss(words).value_or(GitLoss{}).nothing) << words.back();
}

TEST_F(GitLossesTest, ABranchThatIsNotThereDropsNoCommit) {
  run("git branch there && git branch packed && git pack-refs --all && git branch late/one");
  for (const Words& words :
       {Words{"git", "checkout", "-B", "fresh"}, Words{"git", "checkout", "-B", "fresh", "there"},
        Words{"git", "switch", "-q", "--force-create", "a/b", "HEAD"},
        Words{"git", "switch", "-C", "brand"}})
    EXPECT_EQ(loss(words), (GitLoss{"makes a new branch", {}, true, true})) << words.back();
  for (const Words& words :
       {Words{"git", "checkout", "-B", "there"}, Words{"git", "switch", "-C", "packed"},
        Words{"git", "checkout", "-B", "late/one"}, Words{"git", "checkout", "-B", "@{-1}"},
        Words{"git", "checkout", "-f", "-B", "fresh"}, Words{"git", "switch", "-C"},
        Words{"git", "switch", "--discard-changes", "-C", "fresh"},
        Words{"git", "checkout", "-B", "fresh", "HEAD", "a"}})
    EXPECT_FALSE(loss(words).value_or(GitLoss{}).nothing) << words.back();
}

TEST_F(GitLossesTest, ABranchThatMovesTellsWhatItLoses) {
  run("git branch old && git commit -q --allow-empty -m two");
  const GitLoss fresh{"makes a new branch", {}, true, true};
  EXPECT_EQ(loss({"git", "branch", "-f", "fresh", "HEAD~1"}), fresh);
  EXPECT_EQ(reason({"git", "branch", "-M", "fresh"}), "gives a branch a name that none has");
  EXPECT_TRUE(loss({"git", "branch", "-M", "old", "fresh"})->nothing);
  EXPECT_EQ(details({"git", "branch", "-f", "old"}), "old loses no commit");
  EXPECT_EQ(details({"git", "branch", "-f", "main", "old"}), "main loses 1 commit (two)");
  EXPECT_EQ(details({"git", "branch", "-M", "old", "main"}), "main loses 1 commit (two)");
  EXPECT_EQ(details({"git", "switch", "-C", "main", "HEAD~1"}), "main loses 1 commit (two)");
  for (const Words& words :
       {Words{"git", "branch", "-f", "main", "old"}, Words{"git", "branch", "-f", "old"},
        Words{"git", "branch", "-f"}, Words{"git", "branch", "-f", "@{-1}", "HEAD"}})
    EXPECT_FALSE(loss(words).value_or(GitLoss{}).nothing) << words.back();
}

TEST_F(GitLossesTest, StashesAndBranchesAreTold) {
  EXPECT_EQ(reason({"git", "stash", "clear"}), "there is no stash");
  run("echo x >a && git stash push -q -m first && echo y >a && git stash push -q -m second");
  EXPECT_EQ(details({"git", "stash", "drop"}), "stash@{0}: On main: second");
  EXPECT_EQ(details({"git", "stash", "drop", "stash@{1}"}), "stash@{1}: On main: first");
  EXPECT_EQ(reason({"git", "stash", "drop", "stash@{2}"}), "not told");
  EXPECT_EQ(loss({"git", "stash", "clear"}),
            (GitLoss{"throws 2 stashes away", {"On main: second, On main: first"}}));
  run("git checkout -q -b x && git commit -q --allow-empty -m fix && git checkout -q main");
  EXPECT_EQ(details({"git", "branch", "-D", "x"}), "x has 1 commit (fix) that HEAD does not have");
  EXPECT_EQ(reason({"git", "branch", "-D", "none"}), "not told");
}

}  // namespace
}  // namespace guard::supervisor
