// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/git_index.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "supervisor/git/git_index_file.h"
#include "tests/supervisor/facts/scratch_tree.h"

namespace guard::supervisor {
namespace {

using policy::Recoverability;

// A real git makes the repositories; what it would read elsewhere on this machine is left out.
class GitIndexTest : public ScratchTree {
 protected:
  void SetUp() override { run("git init -q -b main ."); }

  void run(const std::string& command) const {
    const std::string line = "cd '" + workspace_ +
                             "' && export HOME=/nonexistent GIT_CONFIG_NOSYSTEM=1"
                             " GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a"
                             " GIT_COMMITTER_EMAIL=a@b; " +
                             command;
    ASSERT_EQ(std::system(line.c_str()), 0) << command;
  }
  bool is_built(const std::string& name) {
    return paths().describe_held(held(workspace_ + "/" + name).get()).recoverability ==
           Recoverability::kBuilt;
  }
  // Two files below __pycache__ and one below node_modules are tracked.
  void track() {
    file("src/__pycache__/kept.pyc");
    file("src/__pycache__/also.pyc");
    file("node_modules/a/patched.js");
    run("git add -f .");
    file("src/__pycache__/made.pyc");
    file("lib/__pycache__/made.pyc");
  }
  void expect_the_tracked() {
    EXPECT_FALSE(is_built("src/__pycache__/kept.pyc"));
    EXPECT_FALSE(is_built("src/__pycache__/also.pyc"));
    EXPECT_FALSE(is_built("node_modules/a/patched.js"));
    EXPECT_TRUE(is_built("src/__pycache__/made.pyc"));
  }
};

TEST_F(GitIndexTest, WhatGitTracksIsNoBuildOutputNorIsAFolderAboveIt) {
  track();
  expect_the_tracked();
  EXPECT_FALSE(is_built("node_modules"));
  EXPECT_FALSE(is_built("node_modules/a"));
  EXPECT_FALSE(is_built("src/__pycache__"));
  EXPECT_TRUE(is_built("lib/__pycache__"));
}

TEST_F(GitIndexTest, EachFormOfTheIndexIsRead) {
  track();
  for (const char* form : {"update-index --index-version 2", "update-index --index-version 3",
                           "update-index --index-version 4", "update-index --split-index",
                           "update-index --no-split-index", "update-index --untracked-cache"}) {
    SCOPED_TRACE(form);
    run(std::string("git ") + form);
    begin_anew();
    expect_the_tracked();
  }
  run("git add -f --intent-to-add lib/__pycache__/made.pyc");  // an extended flag
  begin_anew();
  EXPECT_FALSE(is_built("lib/__pycache__/made.pyc"));
  expect_the_tracked();
}

TEST_F(GitIndexTest, ARepositoryOfSha256IsRead) {
  run("rm -rf .git && git init -q -b main --object-format=sha256 .");
  track();
  expect_the_tracked();
}

TEST_F(GitIndexTest, TheIndexOfTheStartCounts) {
  track();
  (void)paths();
  run("git rm -q -r --cached node_modules src");
  expect_the_tracked();
}

TEST_F(GitIndexTest, WhatIsNotUnderstoodTracksEverything) {
  track();
  std::ofstream(workspace_ + "/.git/index") << "DIRC of something else";
  begin_anew();
  EXPECT_FALSE(is_built("src/__pycache__/made.pyc"));
  EXPECT_FALSE(is_built("lib/__pycache__/made.pyc"));
}

TEST_F(GitIndexTest, TheInnerRepositorySaysWhatIsTracked) {
  file("sub/__pycache__/a.pyc");
  file("sub/__pycache__/b.pyc");
  run("cd sub && git init -q . && git add -f __pycache__/a.pyc");
  EXPECT_FALSE(is_built("sub/__pycache__/a.pyc"));
  EXPECT_TRUE(is_built("sub/__pycache__/b.pyc"));
}

TEST_F(GitIndexTest, WhatTheCommitHasIsTrackedWhateverTheIndexSays) {
  track();
  run("git commit -q -m x");
  for (const char* command : {"git rm -q -r --cached node_modules src", "git read-tree --empty"}) {
    SCOPED_TRACE(command);
    run(command);
    begin_anew();
    expect_the_tracked();
    EXPECT_FALSE(is_built("node_modules/a"));
    EXPECT_TRUE(is_built("lib/__pycache__/made.pyc"));
  }
  run("git commit -q -m y");
  begin_anew();
  EXPECT_TRUE(is_built("node_modules/a"));
}

TEST_F(GitIndexTest, WhatTheOuterRepositoryTracksIsTrackedBehindAnInnerOne) {
  track();
  run("git commit -q -m x && git init -q src && git init -q node_modules");
  expect_the_tracked();
}

TEST_F(GitIndexTest, ACommitThatCannotBeReadHasEverything) {
  track();
  run("git commit -q -m x && git rm -q -r --cached src node_modules && "
      "git checkout -q --orphan other");
  begin_anew();
  EXPECT_FALSE(is_built("lib/__pycache__/made.pyc"));
  run("git checkout -q -f main && rm -r .git/objects/*");
  begin_anew();
  EXPECT_FALSE(is_built("lib/__pycache__/made.pyc"));
}

TEST_F(GitIndexTest, ARuleCountsOnceItIsCommitted) {
  file(".gitignore", "/dist/\nbuild\n");
  file("dist/a.js");
  file("lib/build/a.o");
  EXPECT_TRUE(is_built("dist/a.js")) << "nobody has committed anything yet";
  run("git add .gitignore && git commit -q -m x && echo out >> .gitignore");
  file("out/a");
  begin_anew();
  EXPECT_TRUE(is_built("dist/a.js"));
  EXPECT_TRUE(is_built("lib/build/a.o"));
  EXPECT_FALSE(is_built("out/a"));
  file(".gitignore", "build\n");
  begin_anew();
  EXPECT_FALSE(is_built("dist/a.js"));
  EXPECT_TRUE(is_built("lib/build/a.o"));
  run("echo '!kept' > .gitignore && git add . && git commit -q -m y && echo build > .gitignore");
  begin_anew();
  EXPECT_FALSE(is_built("lib/build/a.o"));
}

TEST_F(GitIndexTest, ARepositoryInABuildFolderIsTheBuilds) {
  file("node_modules/dep/a.js");
  run("cd node_modules/dep && git init -q . && git add -f a.js");
  EXPECT_TRUE(is_built("node_modules/dep/a.js"));
}

TEST_F(GitIndexTest, ASubmoduleInABuildFolderIsTracked) {
  run("git init -q node_modules/sub && cd node_modules/sub && touch x && git add x && "
      "git commit -q -m x && cd ../.. && git -c advice.addEmbeddedRepo=false add -f "
      "node_modules/sub");
  file("node_modules/sub/y");
  EXPECT_FALSE(is_built("node_modules/sub/x"));
  EXPECT_FALSE(is_built("node_modules/sub/y"));
}

TEST_F(GitIndexTest, OfALinkedWorktreeItsOwnIndexCounts) {
  file("a");
  run("git add a && git commit -q -m x && git worktree add -q '" + root_ + "/tree'");
  workspace_ = root_ + "/tree";
  track();
  expect_the_tracked();
}

TEST(GitIndexFileTest, WhatIsCutShortIsNoIndex) {
  GitIndexEnd end;
  const std::string whole = std::string("DIRC\0\0\0\2\0\0\0\0", 12) + std::string(20, 'x');
  EXPECT_TRUE(read_git_index(
      whole, [](const GitIndexEntry&) {}, end));
  for (std::size_t length = 0; length < whole.size(); ++length)
    EXPECT_FALSE(read_git_index(
        whole.substr(0, length), [](const GitIndexEntry&) {}, end))
        << length;
  std::string other = whole;
  other[7] = 5;  // of a version that is not known
  EXPECT_FALSE(read_git_index(
      other, [](const GitIndexEntry&) {}, end));
}

}  // namespace
}  // namespace guard::supervisor
