// SPDX-License-Identifier: Apache-2.0
#include "console/places/workspace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace guard::console {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class WorkspaceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "guard-workspace-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    home_ = fs::canonical(pattern);
    fs::create_directories(home_ / "repo/.git");
    fs::create_directories(home_ / "repo/src/deep");
    fs::create_directories(home_ / "plain");
  }
  void TearDown() override { fs::remove_all(home_); }

  Workspace from(const fs::path& start, const std::vector<std::string>& told = {}) {
    const auto found = find_workspace(told, start.string(), home_.string());
    EXPECT_TRUE(found) << (found ? "" : found.error().text());
    return found ? *found : Workspace{};
  }

  fs::path home_;
};

TEST_F(WorkspaceTest, IsTheGitTopLevelOfTheStartFolder) {
  EXPECT_THAT(from(home_ / "repo/src/deep").folders, ElementsAre((home_ / "repo").string()));
  EXPECT_EQ(from(home_ / "repo").warning, "");
}

TEST_F(WorkspaceTest, SaysWhyItIsThatFolder) {
  EXPECT_EQ(from(home_ / "repo/src").chosen, WorkspaceChosen::kByGit);
  EXPECT_EQ(from(home_ / "plain").chosen, WorkspaceChosen::kByStart);
  EXPECT_EQ(from(home_ / "plain", {"../repo"}).chosen, WorkspaceChosen::kByName);
  fs::create_directory(home_ / ".git");
  EXPECT_EQ(from(home_).chosen, WorkspaceChosen::kByStart);
}

TEST_F(WorkspaceTest, ATildeIsTheHome) {
  EXPECT_THAT(from("/", {"~/plain", "~"}).folders,
              ElementsAre((home_ / "plain").string(), home_.string()));
  fs::create_directories(home_ / "plain/~/x");
  EXPECT_THAT(from(home_ / "plain", {"./~/x"}).folders,
              ElementsAre((home_ / "plain/~/x").string()));
}

TEST_F(WorkspaceTest, AWorktreesGitFileCounts) {
  std::ofstream(home_ / "repo/src/.git") << "gitdir: elsewhere\n";
  EXPECT_THAT(from(home_ / "repo/src/deep").folders, ElementsAre((home_ / "repo/src").string()));
}

TEST_F(WorkspaceTest, WithoutGitItIsTheStartFolder) {
  EXPECT_THAT(from(home_ / "plain").folders, ElementsAre((home_ / "plain").string()));
}

TEST_F(WorkspaceTest, AHomeUnderGitIsNotMeant) {
  fs::create_directory(home_ / ".git");
  EXPECT_THAT(from(home_ / "plain").folders, ElementsAre((home_ / "plain").string()));
}

TEST_F(WorkspaceTest, StartingInTheHomeOrTheRootIsTakenWithAWarning) {
  EXPECT_THAT(from(home_).folders, ElementsAre(home_.string()));
  EXPECT_THAT(from(home_).warning, HasSubstr("counts as the workspace"));
  EXPECT_THAT(from("/").warning, HasSubstr("counts as the workspace"));
}

TEST_F(WorkspaceTest, WhatIsToldIsTakenCanonicalAndWithoutAWarning) {
  fs::create_directory_symlink(home_ / "plain", home_ / "link");
  const Workspace told = from(home_ / "repo", {"../link", home_.string()});
  EXPECT_THAT(told.folders, ElementsAre((home_ / "plain").string(), home_.string()));
  EXPECT_EQ(told.warning, "");
}

TEST_F(WorkspaceTest, AFolderThatIsMissingOrAFileIsAnError) {
  std::ofstream(home_ / "file") << "x";
  for (const char* name : {"missing", "file"})
    EXPECT_FALSE(find_workspace({name}, home_.string(), home_.string())) << name;
}

}  // namespace
}  // namespace guard::console
