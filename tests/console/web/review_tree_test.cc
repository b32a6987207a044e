// SPDX-License-Identifier: Apache-2.0
#include "console/web/review/review_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace guard::console {
namespace {

using ::testing::ElementsAre;

// "src/ 3" for a folder with three paths below it, "a.c" for a path; "new/ 2 own" for a folder that
// is a path itself.
std::vector<std::string> told(const TreePart& part) {
  std::vector<std::string> lines;
  for (const TreeEntry& entry : part.entries)
    lines.push_back(entry.name + (entry.open ? " " + std::to_string(entry.below) : "") +
                    (entry.open && entry.row ? " own" : ""));
  return lines;
}

TEST(ReviewTreeTest, NothingHasNoEntries) {
  EXPECT_THAT(told(part_of({}, {}, 0, 10)), ElementsAre());
  EXPECT_TRUE(is_folder_of({}, {}));
  EXPECT_FALSE(is_folder_of({}, {1, 0}));
}

TEST(ReviewTreeTest, FoldersHoldWhatLiesBelowThem) {
  const TreePaths paths = {"a", "src/a", "src/b", "src/sub/c", "z"};
  const TreePart root = part_of(paths, {}, 0, 10);
  EXPECT_THAT(told(root), ElementsAre("a", "src/ 3", "z"));
  EXPECT_FALSE(root.next);
  const TreePart below = part_of(paths, *root.entries[1].open, 0, 10);
  EXPECT_THAT(told(below), ElementsAre("a", "b", "sub/c"));
  EXPECT_EQ(below.entries[2].row, 3U);
}

TEST(ReviewTreeTest, FoldersWithOneFolderInThemStandTogether) {
  const TreePaths paths = {"src/lib/a", "src/lib/b", "y/x/1", "y/z"};
  const TreePart root = part_of(paths, {}, 0, 10);
  EXPECT_THAT(told(root), ElementsAre("src/lib/ 2", "y/ 2"));
  EXPECT_THAT(told(part_of(paths, *root.entries[0].open, 0, 10)), ElementsAre("a", "b"));
}

TEST(ReviewTreeTest, AFolderThatIsAPathHasBoth) {
  const TreePaths paths = {"new", "new/a", "new/b", "newer"};
  const TreePart root = part_of(paths, {}, 0, 10);
  EXPECT_THAT(told(root), ElementsAre("new/ 2 own", "newer"));
  EXPECT_EQ(root.entries[0].row, 0U);
  EXPECT_THAT(told(part_of(paths, *root.entries[0].open, 0, 10)), ElementsAre("a", "b"));
}

TEST(ReviewTreeTest, PathsFromTheTopKeepTheirSlash) {
  const TreePaths paths = {"in", "/etc/a", "/etc/b", "/var/c"};
  const TreePart root = part_of(paths, {}, 0, 10);
  EXPECT_THAT(told(root), ElementsAre("in", "/etc/ 2", "/var/c"));
  EXPECT_THAT(told(part_of(paths, *root.entries[1].open, 0, 10)), ElementsAre("a", "b"));
}

TEST(ReviewTreeTest, TwoOfOneNameStandBesideEachOther) {
  EXPECT_THAT(told(part_of({"a", "a", "b"}, {}, 0, 10)), ElementsAre("a", "a", "b"));
}

TEST(ReviewTreeTest, ALongFolderComesInParts) {
  const TreePaths paths = {"d/1", "d/2", "d/3/x", "d/3/y", "d/4"};
  const TreeFolder folder{0, 2};
  const TreePart first = part_of(paths, folder, 0, 2);
  EXPECT_THAT(told(first), ElementsAre("1", "2"));
  ASSERT_EQ(first.next, 2U);
  const TreePart second = part_of(paths, folder, *first.next, 2);
  EXPECT_THAT(told(second), ElementsAre("3/ 2", "4"));
  EXPECT_FALSE(second.next);
}

TEST(ReviewTreeTest, OnlyFoldersOfThePathAreFolders) {
  const TreePaths paths = {"src/a"};
  EXPECT_TRUE(is_folder_of(paths, {0, 0}));
  EXPECT_TRUE(is_folder_of(paths, {0, 4}));
  EXPECT_FALSE(is_folder_of(paths, {0, 3}));
  EXPECT_FALSE(is_folder_of(paths, {0, 5}));
  EXPECT_FALSE(is_folder_of(paths, {0, 99}));
}

}  // namespace
}  // namespace guard::console
