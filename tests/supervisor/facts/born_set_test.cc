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

}  // namespace
}  // namespace guard::supervisor
