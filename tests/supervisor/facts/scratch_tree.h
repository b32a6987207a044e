// SPDX-License-Identifier: Apache-2.0
// A throw-away workspace below the temporary folder, with the facts about it. Everything in it
// counts as made before the session until born() is told otherwise.
#ifndef GUARD_TESTS_SUPERVISOR_FACTS_SCRATCH_TREE_H_
#define GUARD_TESTS_SUPERVISOR_FACTS_SCRATCH_TREE_H_

#include <fcntl.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include "base/files/unique_fd.h"
#include "supervisor/facts/path_facts.h"
#include "supervisor/facts/tree_facts.h"

namespace guard::supervisor {

class ScratchTree : public ::testing::Test {
 protected:
  ScratchTree() {
    std::string name = std::filesystem::temp_directory_path() / "guard-facts-XXXXXX";
    EXPECT_NE(mkdtemp(name.data()), nullptr);
    root_ = std::filesystem::canonical(name).string();
    workspace_ = root_ + "/work";
    std::filesystem::create_directory(workspace_);
  }
  ~ScratchTree() override { std::filesystem::remove_all(root_); }

  // NAME hangs from the workspace; the folders above it are made.
  std::string file(const std::string& name, const std::string& content = "x") const {
    const std::filesystem::path path = workspace_ + "/" + name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << content;
    return path.string();
  }
  std::string folder(const std::string& name) const {
    std::filesystem::create_directories(workspace_ + "/" + name);
    return workspace_ + "/" + name;
  }
  void link(const std::string& target, const std::string& name) const {
    std::filesystem::create_symlink(target, workspace_ + "/" + name);
  }
  static UniqueFd held(const std::string& path) {
    return UniqueFd(open(path.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
  }
  void born(const std::string& path) { EXPECT_TRUE(born_.add(held(path).get())); }

  // Made at the first use: the workspace's .gitignore is read then.
  const PathFacts& paths() {
    if (!paths_) {
      policy::PathRoots roots;
      roots.workspace = {workspace_};
      roots.home = root_ + "/home";
      roots.tmp = {"/tmp", "/var/tmp"};
      classifier_.emplace(std::move(roots));
      builds_.emplace(*classifier_);
      paths_.emplace(*classifier_, born_, *builds_);
    }
    return *paths_;
  }
  // From here on what is made did not exist before the session.
  void note_start() {
    (void)paths();
    paths_->note_start();
  }
  // As at the start of another session.
  void begin_anew() {
    paths_.reset();
    builds_.reset();
  }
  TreeFacts facts(std::string shell_text = "",
                  WalkLimits limits = {.entries = 20'000, .time = kNoHurry, .names = 200}) {
    return TreeFacts(
        paths(), {UniqueFd(), workspace_, std::move(shell_text), policy::Raising::kNever, limits});
  }

  // A loaded machine must not cut a walk short.
  static constexpr std::chrono::milliseconds kNoHurry{60'000};
  std::string root_;
  std::string workspace_;
  BornSet born_;

 private:
  std::optional<policy::PathClassifier> classifier_;
  std::optional<BuildFolders> builds_;
  std::optional<PathFacts> paths_;
};

}  // namespace guard::supervisor

#endif  // GUARD_TESTS_SUPERVISOR_FACTS_SCRATCH_TREE_H_
