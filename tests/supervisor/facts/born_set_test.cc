// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/born_set.h"

#include <gtest/gtest.h>

#include "tests/supervisor/facts/scratch_tree.h"

namespace guard::supervisor {
namespace {

TEST(BornSetTest, KnowsWhatWasAddedUntilItIsForgotten) {
  BornSet born;
  const BirthId id{1, 2, 3};
  EXPECT_FALSE(born.contains(id));
  born.add(id);
  EXPECT_TRUE(born.contains(id));
  born.forget(1, 2);
  EXPECT_FALSE(born.contains(id));
}

TEST(BornSetTest, AReusedInodeNumberIsAnotherObject) {
  BornSet born;
  born.add(BirthId{1, 2, 3});
  EXPECT_FALSE(born.contains(BirthId{1, 2, 4}));
  EXPECT_FALSE(born.contains(BirthId{2, 2, 3}));
}

TEST(BornSetTest, TheLatestBirthOfANumberCounts) {
  BornSet born;
  born.add(BirthId{1, 2, 3});
  born.add(BirthId{1, 2, 9});
  EXPECT_TRUE(born.contains(BirthId{1, 2, 9}));
  EXPECT_FALSE(born.contains(BirthId{1, 2, 3}));
  EXPECT_EQ(born.size(), 1U);
}

class BornFileTest : public ScratchTree {};

TEST_F(BornFileTest, IsTheObjectNotTheName) {
  const auto path = file("a");
  born(path);
  std::filesystem::rename(path, path + "2");
  file("a");
  EXPECT_EQ(paths().describe_held(held(path + "2").get()).recoverability,
            policy::Recoverability::kBorn);
  EXPECT_EQ(paths().describe_held(held(path).get()).recoverability,
            policy::Recoverability::kPrecious);
}

TEST_F(BornFileTest, OfNoDescriptorIsRefused) {
  EXPECT_FALSE(born_.add(-1));
}

TEST(ReplacedNamesTest, HoldsWhatWasReplacedUntilItIsDeleted) {
  ReplacedNames names;
  EXPECT_FALSE(names.holds("/w/a"));
  names.replaced("/w/a");
  EXPECT_TRUE(names.holds("/w/a"));
  names.deleted("/w/a");
  EXPECT_FALSE(names.holds("/w/a"));
}

TEST(ReplacedNamesTest, FollowsAMoveOfTheFileAndOfAFolderAbove) {
  ReplacedNames names;
  for (const char* path : {"/w/d/a", "/w/d/e/b", "/w/da"}) names.replaced(path);
  names.moved("/w/d", "/w/x");
  for (const char* path : {"/w/x/a", "/w/x/e/b", "/w/da"}) EXPECT_TRUE(names.holds(path)) << path;
  EXPECT_FALSE(names.holds("/w/d/a"));
  names.moved("/w/x/a", "/w/c");
  EXPECT_TRUE(names.holds("/w/c"));
  EXPECT_FALSE(names.holds("/w/x/a"));
}

TEST(ReplacedNamesTest, TwoThatChangePlacesTakeTheirNamesAlong) {
  ReplacedNames names;
  names.replaced("/w/d/a");
  names.replaced("/w/f");
  names.exchanged("/w/d", "/w/f");
  EXPECT_TRUE(names.holds("/w/f/a"));
  EXPECT_TRUE(names.holds("/w/d"));
  EXPECT_FALSE(names.holds("/w/d/a"));
  EXPECT_FALSE(names.holds("/w/f"));
}

TEST(ReplacedNamesTest, WhatIsDeletedAndMadeAnewByGitIsOfBefore) {
  ReplacedNames names;
  names.made_by_git("/w/new");
  EXPECT_FALSE(names.holds("/w/new")) << "git made it first";
  names.deleted_of_before("/w/a");
  EXPECT_FALSE(names.holds("/w/a")) << "whatever else gets the name is the session's";
  names.made_by_git("/w/a");
  EXPECT_TRUE(names.holds("/w/a"));
  names.deleted_of_before("/w/a");
  names.made_by_git("/w/a");
  EXPECT_TRUE(names.holds("/w/a")) << "as often as it likes";
  names.deleted("/w/a");
  names.made_by_git("/w/a");
  EXPECT_FALSE(names.holds("/w/a")) << "the session's own was deleted there";
}

TEST(ReplacedNamesTest, WhatACompilerReplacesIsNoFileOfBefore) {
  ReplacedNames names;
  names.replaced("/w/a.o");
  EXPECT_FALSE(names.holds("/w/a.o"));
}

}  // namespace
}  // namespace guard::supervisor
