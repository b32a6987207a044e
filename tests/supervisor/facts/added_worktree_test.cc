// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/added_worktree.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/supervisor/facts/scratch_tree.h"

namespace guard::supervisor {
namespace {

using Folders = std::vector<std::string>;

class AddedWorktreeTest : public ScratchTree {
 protected:
  [[nodiscard]] std::string path(const std::string& name) const { return workspace_ + "/" + name; }
  void add(const std::string& common, const std::string& tree, const std::string& said) const {
    folder(tree);
    file(common + "/worktrees/x/gitdir", said + "\n");
  }
  [[nodiscard]] Folders trees(const Folders& git_folders = {}, bool born = true) const {
    return added_worktrees({path("main")}, git_folders, [born](int) { return born; });
  }
};

TEST_F(AddedWorktreeTest, GitNamesIt) {
  add("main/.git", "x", path("x/.git"));
  EXPECT_EQ(trees(), Folders{path("x")});
}

TEST_F(AddedWorktreeTest, ItsNameMayBeRelative) {
  add("main/.git", "x", "../../../../x/.git");
  EXPECT_EQ(trees(), Folders{path("x")});
}

TEST_F(AddedWorktreeTest, ARepositoryThatLiesElsewhereNamesItsOwn) {
  add("common.git", "x", path("x/.git"));
  EXPECT_EQ(trees(), Folders());
  EXPECT_EQ(trees({path("common.git")}), Folders{path("x")});
}

TEST_F(AddedWorktreeTest, AFolderOfBeforeStaysWhatItWas) {
  add("main/.git", "x", path("x/.git"));
  EXPECT_EQ(trees({}, false), Folders());
}

TEST_F(AddedWorktreeTest, WhatNamesNoWorkTreeIsNone) {
  add("main/.git", "x", path("x"));
  EXPECT_EQ(trees(), Folders());
  add("main/.git", "x", path("gone/.git"));
  EXPECT_EQ(trees(), Folders());
  add("main/.git", "x", "");
  EXPECT_EQ(trees(), Folders());
}

}  // namespace
}  // namespace guard::supervisor
