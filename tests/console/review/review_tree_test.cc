// SPDX-License-Identifier: Apache-2.0
#include "console/review/screen/review_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace guard::console {
namespace {

using ::testing::ElementsAre;

TreeLeaf leaf(std::size_t item, const std::string& path, const std::string& group = "",
              bool is_closed = false) {
  return {item, path, group, is_closed};
}

// "src/", "  a.c".
std::vector<std::string> rows(const ReviewTree& tree) {
  std::vector<std::string> all;
  for (const std::size_t row : tree.rows())
    all.push_back(std::string(2 * tree.node(row).depth, ' ') + tree.node(row).name +
                  (tree.can_open(row) ? "/" : ""));
  return all;
}

TEST(ReviewTreeTest, FoldersHoldWhatLiesInThem) {
  ReviewTree tree;
  tree.build(ReviewTree::Kind::kFolders,
             {leaf(0, "src/a.c"), leaf(1, "src/deep/b.c"), leaf(2, "top"), leaf(3, "/etc/x")});
  EXPECT_THAT(rows(tree),
              ElementsAre("src/", "  a.c", "  deep/", "    b.c", "top", "/etc/", "  x"));
  tree.open(tree.rows()[0], false);
  EXPECT_THAT(rows(tree), ElementsAre("src/", "top", "/etc/", "  x"));
  EXPECT_THAT(tree.items_of(tree.rows()[0]), ElementsAre(0, 1));
}

TEST(ReviewTreeTest, AFolderWithAnItemMayBeClosedAtFirst) {
  ReviewTree tree;
  tree.build(ReviewTree::Kind::kFolders,
             {leaf(0, "build", "", true), leaf(1, "build/x"), leaf(2, "build/y")});
  EXPECT_THAT(rows(tree), ElementsAre("build/"));
  EXPECT_THAT(tree.items_of(tree.rows()[0]), ElementsAre(0, 1, 2));
  EXPECT_EQ(tree.row_of("build/y"), 0U);
}

TEST(ReviewTreeTest, TheFolderOfGitIsClosedAtFirst) {
  ReviewTree tree;
  std::vector<TreeLeaf> leaves = {leaf(0, "a"), leaf(1, "sub/.git/index"), leaf(2, ".git/HEAD")};
  for (TreeLeaf& one : leaves) one.in_git = one.item != 0;
  tree.build(ReviewTree::Kind::kFolders, leaves);
  EXPECT_THAT(rows(tree), ElementsAre("a", "sub/", "  .git/", ".git/"));
  tree.open(tree.rows()[3], true);
  EXPECT_THAT(rows(tree), ElementsAre("a", "sub/", "  .git/", ".git/", "  HEAD"));
}

TEST(ReviewTreeTest, CommandsHoldWholePaths) {
  ReviewTree tree;
  tree.build(ReviewTree::Kind::kGroups,
             {leaf(0, "src/a.c", "sed"), leaf(1, "b", "mv"), leaf(2, "c", "sed")});
  EXPECT_THAT(rows(tree), ElementsAre("sed/", "  src/a.c", "  c", "mv/", "  b"));
}

TEST(ReviewTreeTest, TwoItemsOfOneNameAreTwoRows) {
  ReviewTree tree;
  tree.build(ReviewTree::Kind::kFolders, {leaf(0, "d/a"), leaf(1, "d/a")});
  EXPECT_THAT(rows(tree), ElementsAre("d/", "  a", "  a"));
  EXPECT_THAT(tree.items_of(tree.rows()[0]), ElementsAre(0, 1));
}

}  // namespace
}  // namespace guard::console
