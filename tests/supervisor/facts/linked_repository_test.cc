// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/linked_repository.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/supervisor/facts/scratch_tree.h"

namespace guard::supervisor {
namespace {

using Folders = std::vector<std::string>;

// As git makes them: a repository `main`, a bare one, and what hangs from them by a file.
class LinkedRepositoryTest : public ScratchTree {
 protected:
  void make_repository(const std::string& name, const std::string& config) const {
    file(name + "/HEAD", "ref: refs/heads/main\n");
    file(name + "/config", config);
    folder(name + "/objects");
    folder(name + "/refs");
  }
  void link_work_tree(const std::string& repository, const std::string& tree) const {
    const std::string linked = repository + "/worktrees/w";
    file(linked + "/gitdir", path(tree + "/.git") + "\n");
    file(linked + "/commondir", "../..\n");
    file(tree + "/.git", "gitdir: " + path(linked) + "\n");
  }
  [[nodiscard]] std::string path(const std::string& name) const { return workspace_ + "/" + name; }
};

TEST_F(LinkedRepositoryTest, ALinkedWorkTreeHangsFromTheCommonFolder) {
  make_repository("main/.git", "[core]\nbare = false\n");
  link_work_tree("main/.git", "tree");
  EXPECT_EQ(git_folders_of(path("tree")), Folders{path("main/.git")});
  folder("tree/src/deep");
  EXPECT_EQ(git_folders_of(path("tree/src/deep")), Folders{path("main/.git")});
  make_repository("bare.git", "[core]\nbare = true\n");
  link_work_tree("bare.git", "bare.git/inner");
  EXPECT_EQ(git_folders_of(path("bare.git/inner")), Folders{path("bare.git")});
}

TEST_F(LinkedRepositoryTest, WhatDoesNotNameTheWorkspaceInTurnIsNotItsOwn) {
  make_repository("main/.git", "[core]\nbare = false\n");
  link_work_tree("main/.git", "tree");
  file("other/.git", "gitdir: " + path("main/.git/worktrees/w") + "\n");
  EXPECT_EQ(git_folders_of(path("other")), Folders());
  file("other/.git", "gitdir: ../main/.git\n");
  EXPECT_EQ(git_folders_of(path("other")), Folders());
  file("main/.git/worktrees/w/commondir", path("elsewhere.git") + "\n");
  make_repository("elsewhere.git", "");
  EXPECT_EQ(git_folders_of(path("tree")), Folders());
}

TEST_F(LinkedRepositoryTest, ASubmoduleHangsFromTheFolderThatNamesIt) {
  make_repository("main/.git/modules/lib", "[core]\nbare = false\nworktree = ../../../lib\n");
  file("main/lib/.git", "gitdir: ../.git/modules/lib\n");
  EXPECT_EQ(git_folders_of(path("main/lib")), Folders{path("main/.git/modules/lib")});
  file("thief/.git", "gitdir: " + path("main/.git/modules/lib") + "\n");
  EXPECT_EQ(git_folders_of(path("thief")), Folders());
}

TEST_F(LinkedRepositoryTest, ASubmoduleHasASuperproject) {
  make_repository("main/.git", "[core]\nbare = false\n");
  make_repository("main/.git/modules/lib", "[core]\nbare = false\nworktree = ../../../lib\n");
  file("main/lib/.git", "gitdir: ../.git/modules/lib\n");
  EXPECT_EQ(superproject_of(path("main/lib")), path("main"));
  EXPECT_EQ(superproject_of(path("main")), "");
  folder("main/lib/src");
  EXPECT_EQ(superproject_of(path("main/lib/src")), "");
  make_repository("main/.git/modules/lib/modules/deep",
                  "[core]\nbare = false\nworktree = ../../../../../lib/deep\n");
  file("main/lib/deep/.git", "gitdir: ../../.git/modules/lib/modules/deep\n");
  EXPECT_EQ(superproject_of(path("main/lib/deep")), path("main/lib"));
  link_work_tree("main/.git", "main/tree");
  EXPECT_EQ(superproject_of(path("main/tree")), "");
  make_repository("main/.git/worktrees/w/modules/lib",
                  "[core]\nbare = false\nworktree = ../../../../../tree/lib\n");
  file("main/tree/lib/.git", "gitdir: ../../.git/worktrees/w/modules/lib\n");
  EXPECT_EQ(superproject_of(path("main/tree/lib")), path("main/tree"));
}

TEST_F(LinkedRepositoryTest, ASeparateFolderSaysThatItHasAWorkTree) {
  make_repository("apart", "[core]\nbare = false\n");
  file("tree/.git", "gitdir: " + path("apart") + "\n");
  EXPECT_EQ(git_folders_of(path("tree")), Folders{path("apart")});
  make_repository("apart", "[core]\nbare = true\n");
  EXPECT_EQ(git_folders_of(path("tree")), Folders());
  make_repository("apart", "[core");
  EXPECT_EQ(git_folders_of(path("tree")), Folders());
}

TEST_F(LinkedRepositoryTest, AFolderOfItsOwnAndNoneAtAllNeedNothing) {
  make_repository("main/.git", "[core]\nbare = false\n");
  EXPECT_EQ(git_folders_of(path("main")), Folders());
  folder("plain");
  EXPECT_EQ(git_folders_of(path("plain")), Folders());
  make_repository("apart", "[core]\nbare = false\n");
  file("named", "gitdir: " + path("apart") + "\n");
  link(path("named"), "plain/.git");
  EXPECT_EQ(git_folders_of(path("plain")), Folders());
  std::filesystem::remove(path("plain/.git"));
  file("plain/.git", "gitdir: nowhere\n");
  EXPECT_EQ(git_folders_of(path("plain")), Folders());
  file("plain/.git", std::string(5000, 'x'));
  EXPECT_EQ(git_folders_of(path("plain")), Folders());
}

}  // namespace
}  // namespace guard::supervisor
