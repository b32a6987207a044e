// SPDX-License-Identifier: Apache-2.0
// Repositories that git itself made; where it would push is what its configuration says.
#include "supervisor/facts/git_push.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "base/limits.h"
#include "tests/supervisor/facts/scratch_tree.h"

namespace guard::supervisor {
namespace {

class GitPushTest : public ScratchTree {
 protected:
  GitPushTest() {
    std::filesystem::create_directory(home());
    git("init -q --bare '" + root_ + "/o.git'");
    git("init -q -b main '" + workspace_ + "'");
    git("-C '" + workspace_ + "' remote add origin ../o.git");
  }
  [[nodiscard]] std::string home() const { return root_ + "/home"; }
  void git(const std::string& words) const {
    const std::string line = "HOME='" + home() + "' GIT_CONFIG_NOSYSTEM=1 git " + words;
    ASSERT_EQ(std::system(line.c_str()), 0) << line;
  }
  // As the policy's spec of git reads the words.
  [[nodiscard]] std::optional<PushPlace> place(std::vector<std::string> words = {},
                                               std::vector<policy::Flag> flags = {}) const {
    policy::Action exec;
    exec.cwd = cwd_;
    exec.environment_changes = changes_;
    policy::CommandLine line;
    line.program = "git";
    line.subcommand = "push";
    line.operands = std::move(words);
    line.flags = std::move(flags);
    return push_place_of(exec, line, home());
  }
  [[nodiscard]] std::string repository(std::vector<std::string> words = {}) const {
    const auto found = place(std::move(words));
    return found ? found->repository : "unknown";
  }

  std::string cwd_ = workspace_;
  std::vector<std::string> changes_;
};

TEST_F(GitPushTest, LeadsToTheRepositoryOfTheRemote) {
  const auto found = place();
  ASSERT_TRUE(found);
  EXPECT_EQ(*found, (PushPlace{"origin", "../o.git", root_ + "/o.git"}));
  EXPECT_EQ(repository({"origin", "main"}), root_ + "/o.git");
  EXPECT_EQ(repository({root_ + "/o.git"}), root_ + "/o.git");
  EXPECT_EQ(repository({"file://" + root_ + "/o"}), root_ + "/o.git");
  EXPECT_EQ(repository({"."}), workspace_ + "/.git");
}

TEST_F(GitPushTest, WhatIsElsewhereHasNoRepositoryHere) {
  for (const char* address : {"https://example.org/o.git", "git@example.org:o.git", "ssh://h/o.git",
                              "host:/srv/o.git", "ext::sh -c x", "../none.git"}) {
    const auto found = place({address});
    ASSERT_TRUE(found) << address;
    EXPECT_EQ(found->repository, "") << address;
    EXPECT_EQ(found->address, address);
  }
}

TEST_F(GitPushTest, ANameThatIsNoRemoteIsSaidToBeNone) {
  git("-C '" + workspace_ + "' remote remove origin");
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{}, {"origin"}, {"origin", "main"}}) {
    const auto found = place(words);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->address, "");
    ASSERT_EQ(found->told.size(), 1U);
    EXPECT_EQ(found->told[0], "no remote is called origin, so git has nowhere to push to");
  }
  // Set up in the way of old, or the name of a folder.
  file(".git/branches/origin", "../o.git\n");
  EXPECT_EQ(place()->address, "origin");
  EXPECT_EQ(repository({"../o.git"}), root_ + "/o.git");
}

TEST_F(GitPushTest, SettingsOfTheRemoteMayDeleteBranches) {
  const auto replaces = [&](const std::vector<std::string>& words = {}) {
    const auto found = place(words);
    return found && found->replaces;
  };
  const std::string config = "-C '" + workspace_ + "' config ";
  EXPECT_FALSE(replaces());
  git(config + "remote.origin.push main:main");
  EXPECT_FALSE(replaces());
  for (const char* refspec : {":keep", "+main:main"}) {
    git(config + "--replace-all remote.origin.push " + refspec);
    EXPECT_TRUE(replaces()) << refspec;
    EXPECT_TRUE(replaces({"origin"})) << refspec;
    EXPECT_FALSE(replaces({"origin", "main"})) << "the words say what goes";
  }
  git(config + "--unset-all remote.origin.push");
  git(config + "remote.origin.mirror false");
  EXPECT_FALSE(replaces());
  git(config + "remote.origin.mirror true");
  EXPECT_TRUE(replaces());
  // Where it leads is not certain then; what it does is.
  git(config + "url./x.insteadOf /y");
  EXPECT_TRUE(replaces());
  EXPECT_EQ(place()->address, "");
}

TEST_F(GitPushTest, TheBranchAndTheSettingsChooseTheRemote) {
  git("init -q --bare '" + root_ + "/p.git'");
  git("-C '" + workspace_ + "' remote add other '" + root_ + "/p.git'");
  EXPECT_EQ(repository(), root_ + "/o.git");
  git("-C '" + workspace_ + "' config branch.main.remote other");
  EXPECT_EQ(repository(), root_ + "/p.git");
  git("-C '" + workspace_ + "' config remote.pushDefault origin");
  EXPECT_EQ(repository(), root_ + "/o.git");
  git("-C '" + workspace_ + "' config branch.main.pushRemote other");
  EXPECT_EQ(repository(), root_ + "/p.git");
  git("-C '" + workspace_ + "' config remote.other.pushurl ../o.git");
  EXPECT_EQ(repository(), root_ + "/o.git");
}

TEST_F(GitPushTest, ItsFolderIsThatOfTheWordsOrTheOneAround) {
  cwd_ = folder("src/deep");
  EXPECT_EQ(repository(), root_ + "/o.git");
  cwd_ = root_;
  const auto found = place({}, {{"C", "work", true}, {"C", "src", true}});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->repository, root_ + "/o.git");
  EXPECT_FALSE(place());
}

TEST_F(GitPushTest, ALinkedWorktreeHasTheSettingsOfItsRepository) {
  git("-C '" + workspace_ + "' -c user.name=a -c user.email=b commit -q --allow-empty -m x");
  git("-C '" + workspace_ + "' worktree add -q ../linked");
  cwd_ = root_ + "/linked";
  EXPECT_EQ(repository(), root_ + "/o.git");
}

TEST_F(GitPushTest, WhatMayLeadElsewhereTellsNothing) {
  git("-C '" + workspace_ + "' remote set-url --add origin ../p.git");
  EXPECT_EQ(repository(), "unknown") << "two addresses";
  git("-C '" + workspace_ + "' remote set-url --delete origin ../p.git");
  EXPECT_EQ(repository(), root_ + "/o.git");
  for (const char* change : {"GIT_DIR=/x", "GIT_CONFIG_COUNT=1", "HOME=/x", "XDG_CONFIG_HOME=/x"}) {
    changes_ = {change};
    EXPECT_EQ(repository(), "unknown") << change;
  }
  changes_.clear();
  for (const char* flag : {"c", "git-dir", "work-tree", "receive-pack", "exec"})
    EXPECT_FALSE(place({}, {{flag, "x"}})) << flag;
  file("../home/.gitconfig", "[url \"ssh://h/\"]\n\tinsteadOf = ../\n");
  EXPECT_EQ(repository(), "unknown") << "addresses are rewritten";
  file("../home/.gitconfig", "[include]\n\tpath = ~/more\n");
  file("../home/more", "[user]\n\tname = a\n");
  EXPECT_EQ(repository(), root_ + "/o.git");
  file("../home/more", "[url \"ssh://h/\"]\n\tpushInsteadOf = ../\n");
  EXPECT_EQ(repository(), "unknown") << "by a file that is included";
}

TEST_F(GitPushTest, ConfigurationBeyondItsLengthTellsNothing) {
  constexpr std::size_t kMost = size_limit("git.config");
  for (const std::size_t size : {kMost - 1, kMost, kMost + 1}) {
    file("../home/.gitconfig", std::string(size, '\n'));
    EXPECT_EQ(repository(), size <= kMost ? root_ + "/o.git" : "unknown") << size;
  }
}

TEST_F(GitPushTest, IncludesBeyondTheirDepthTellNothing) {
  const int most = int_limit("git.includes");
  for (const int depth : {most - 1, most, most + 1}) {
    for (int i = 0; i < depth; ++i)
      file(i == 0 ? "../home/.gitconfig" : "../home/" + std::to_string(i),
           "[include]\npath = ~/" + std::to_string(i + 1) + "\n");
    file("../home/" + std::to_string(depth), "");
    EXPECT_EQ(repository(), depth <= most ? root_ + "/o.git" : "unknown") << depth;
  }
}

TEST_F(GitPushTest, AConfigurationThatIncludesItselfEnds) {
  file("../home/.gitconfig", "[include]\npath = .gitconfig\n");
  EXPECT_EQ(repository(), "unknown");
}

}  // namespace
}  // namespace guard::supervisor
