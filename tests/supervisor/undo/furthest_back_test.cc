// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/restore/furthest_back.h"

#include <gtest/gtest.h>

#include <chrono>

#include "base/clock.h"

namespace guard::supervisor {
namespace {

using std::chrono::hours;

// One object, with an entry for each hour of a session.
class FurthestBackTest : public ::testing::Test {
 protected:
  const UndoEntry& add(UndoDeed deed, std::uint32_t mode) {
    UndoEntry entry;
    entry.number = history_.entries.size() + 1;
    entry.deed = deed;
    entry.object.key = {1, 2, 3};
    entry.object.mode = mode;
    entry.time = iso_time(began_ + hours(static_cast<long>(entry.number)));
    history_.entries.push_back(entry);
    return history_.entries.back();
  }
  void was_given_back(std::uint64_t number, hours after) {
    history_.undone.insert(number);
    history_.given_back.emplace(number, began_ + after);
  }
  const UndoEntry& entry(std::size_t number) const { return history_.entries[number - 1]; }

  const std::chrono::system_clock::time_point began_ = std::chrono::system_clock::now();
  History history_;
};

TEST_F(FurthestBackTest, ALaterStepKeepsTheModeThatAnEarlierOneGaveBack) {
  add(UndoDeed::kMetadata, 0600);
  add(UndoDeed::kModify, 0400);
  was_given_back(1, hours(9));
  const FurthestBack furthest(history_);
  EXPECT_EQ(furthest.metadata(entry(2)).mode, 0600U);
  EXPECT_FALSE(furthest.has_older_content(entry(2)));
}

TEST_F(FurthestBackTest, WhatIsGivenBackInThisRunCounts) {
  add(UndoDeed::kMetadata, 0600);
  add(UndoDeed::kMetadata, 0400);
  FurthestBack furthest(history_);
  EXPECT_EQ(furthest.metadata(entry(2)).mode, 0400U);
  furthest.note(entry(1));
  EXPECT_EQ(furthest.metadata(entry(2)).mode, 0600U);
  EXPECT_EQ(furthest.metadata(entry(1)).mode, 0600U);
}

TEST_F(FurthestBackTest, OlderContentStays) {
  add(UndoDeed::kModify, 0600);
  add(UndoDeed::kModify, 0600);
  was_given_back(1, hours(9));
  const FurthestBack furthest(history_);
  EXPECT_TRUE(furthest.has_older_content(entry(2)));
  EXPECT_FALSE(furthest.has_older_content(entry(1)));
}

TEST_F(FurthestBackTest, AnActAfterTheUndoIsGivenBackToTheStateOfThen) {
  add(UndoDeed::kMetadata, 0600);
  add(UndoDeed::kModify, 0640);
  was_given_back(1, hours(1));
  const FurthestBack furthest(history_);
  EXPECT_EQ(furthest.metadata(entry(2)).mode, 0640U);
}

TEST_F(FurthestBackTest, AnotherObjectIsNothingToGoBy) {
  add(UndoDeed::kMetadata, 0600);
  add(UndoDeed::kModify, 0400);
  history_.entries[1].object.key = {1, 2, 4};
  was_given_back(1, hours(9));
  EXPECT_EQ(FurthestBack(history_).metadata(entry(2)).mode, 0400U);
}

}  // namespace
}  // namespace guard::supervisor
