// SPDX-License-Identifier: Apache-2.0
#include "console/places/locations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace guard::console {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class LocationsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "guard-locations-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    root_ = pattern;
    for (const char* name :
         {"GUARD_STATE_DIR", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME"})
      ::unsetenv(name);
    ::setenv("HOME", "/home/ana", 1);
  }
  void TearDown() override { fs::remove_all(root_); }

  static unsigned mode_of(const fs::path& path) {
    struct stat status {};
    return ::lstat(path.c_str(), &status) == 0 ? status.st_mode & 07777U : 0;
  }

  fs::path root_;
};

TEST_F(LocationsTest, HomeIsTheLastResort) {
  const auto found = find_locations("");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->state, "/home/ana/.local/state/guard");
  EXPECT_EQ(found->runtime, "/home/ana/.local/state/guard/run");
  EXPECT_EQ(found->config, "/home/ana/.config/guard");
}

TEST_F(LocationsTest, OptionBeatsEnvironmentBeatsXdg) {
  ::setenv("XDG_STATE_HOME", "/xdg", 1);
  EXPECT_EQ(find_locations("")->state, "/xdg/guard");
  ::setenv("GUARD_STATE_DIR", "/env", 1);
  EXPECT_EQ(find_locations("")->state, "/env");
  EXPECT_EQ(find_locations("/option")->state, "/option");
}

TEST_F(LocationsTest, RelativeXdgFoldersAreIgnored) {
  ::setenv("XDG_STATE_HOME", "here", 1);
  ::setenv("XDG_RUNTIME_DIR", "here", 1);
  EXPECT_EQ(find_locations("")->state, "/home/ana/.local/state/guard");
  EXPECT_EQ(find_locations("")->runtime, "/home/ana/.local/state/guard/run");
}

TEST_F(LocationsTest, ARelativeOptionHangsFromTheCurrentFolder) {
  EXPECT_EQ(find_locations("state")->state, fs::current_path().string() + "/state");
}

TEST_F(LocationsTest, TheRuntimeFolderIsUsedWhenThereIsOne) {
  ::setenv("XDG_RUNTIME_DIR", root_.c_str(), 1);
  EXPECT_EQ(find_locations("")->runtime, root_.string() + "/guard");
  ::setenv("XDG_RUNTIME_DIR", (root_ / "missing").c_str(), 1);
  EXPECT_EQ(find_locations("")->runtime, "/home/ana/.local/state/guard/run");
}

TEST_F(LocationsTest, APrivateFolderIsMadeWithItsParents) {
  const fs::path folder = root_ / "a" / "b";
  ASSERT_TRUE(make_private_folder(folder));
  EXPECT_EQ(mode_of(folder), 0700U);
  EXPECT_TRUE(make_private_folder(folder));
}

TEST_F(LocationsTest, ANamedFolderHangsFromOneThatIsThere) {
  EXPECT_TRUE(check_named_folder(""));
  EXPECT_TRUE(check_named_folder("state"));
  EXPECT_TRUE(check_named_folder(root_ / "state"));
  EXPECT_TRUE(check_named_folder((root_ / "state").string() + "/"));
  EXPECT_TRUE(check_named_folder("/"));
  EXPECT_FALSE(check_named_folder(root_ / "typo" / "state"));
  EXPECT_FALSE(check_named_folder((root_ / "typo" / "state").string() + "/"));
  EXPECT_FALSE(check_named_folder("no-such-folder/state"));
  EXPECT_FALSE(fs::exists(root_ / "typo"));
}

TEST_F(LocationsTest, ANamedFolderThatIsNotThereIsNew) {
  EXPECT_FALSE(names_new_folder(""));
  EXPECT_FALSE(names_new_folder(root_));
  EXPECT_TRUE(names_new_folder(root_ / "typo"));
  EXPECT_TRUE(names_new_folder((root_ / "typo").string() + "/"));
  std::ofstream(root_ / "file") << "x";
  EXPECT_FALSE(names_new_folder(root_ / "file" / "under")) << "that is another fault";
}

TEST_F(LocationsTest, AFolderOpenToOthersIsRefusedAndLeftAsItIs) {
  const fs::path folder = root_ / "shared";
  fs::create_directory(folder);
  fs::permissions(folder, fs::perms::all);
  const auto made = make_private_folder(folder);
  ASSERT_FALSE(made);
  EXPECT_THAT(made.error().text(), HasSubstr("open to other users"));
  EXPECT_EQ(mode_of(folder), 0777U);
}

TEST_F(LocationsTest, ALinkOrAFileInItsPlaceIsRefused) {
  fs::create_directory(root_ / "real");
  fs::create_directory_symlink(root_ / "real", root_ / "link");
  std::ofstream(root_ / "file") << "x";
  for (const char* name : {"link", "file"}) {
    const auto made = make_private_folder(root_ / name);
    ASSERT_FALSE(made);
    EXPECT_THAT(made.error().text(), HasSubstr("not a folder of its own"));
  }
}

TEST_F(LocationsTest, AParentThatIsAFileIsAnError) {
  std::ofstream(root_ / "file") << "x";
  EXPECT_FALSE(make_private_folder(root_ / "file" / "under"));
}

}  // namespace
}  // namespace guard::console
