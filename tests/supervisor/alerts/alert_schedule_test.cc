// SPDX-License-Identifier: Apache-2.0
#include "supervisor/alerts/alert_schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace guard::supervisor {
namespace {

using Json = nlohmann::json;
using policy::AlertEvent;
using std::chrono::seconds;
using ::testing::IsEmpty;
using ::testing::SizeIs;

Json question(const std::string& id, int tier, const std::string& state = "pending") {
  return {{"id", id}, {"tier", tier}, {"state", state}, {"what", "rm " + id}};
}

class AlertScheduleTest : public ::testing::Test {
 protected:
  AlertSchedule schedule_{seconds(10), "s1"};
  TimePoint start_ = TimePoint(seconds(1'000'000));
};

TEST_F(AlertScheduleTest, TierThreeIsToldAtOnce) {
  const auto alerts = schedule_.take("approval_required", question("a", 3), start_);
  ASSERT_THAT(alerts, SizeIs(1));
  EXPECT_EQ(alerts[0].event, AlertEvent::kAsked);
  EXPECT_EQ(alerts[0].id, "a");
  EXPECT_EQ(alerts[0].session, "s1");
}

TEST_F(AlertScheduleTest, TierTwoIsToldOnceItHasWaited) {
  EXPECT_THAT(schedule_.take("approval_required", question("a", 2), start_), IsEmpty());
  EXPECT_THAT(schedule_.due(start_ + seconds(9)), IsEmpty());
  EXPECT_EQ(schedule_.next(), start_ + seconds(10));
  EXPECT_THAT(schedule_.due(start_ + seconds(10)), SizeIs(1));
  EXPECT_THAT(schedule_.due(start_ + seconds(20)), IsEmpty());
}

TEST_F(AlertScheduleTest, WhatWasAnsweredInTimeIsNeverToldOf) {
  (void)schedule_.take("approval_required", question("a", 2), start_);
  EXPECT_THAT(schedule_.take("approval_granted", question("a", 2, "approved"), start_), IsEmpty());
  EXPECT_THAT(schedule_.due(start_ + seconds(60)), IsEmpty());
}

TEST_F(AlertScheduleTest, WhatWasToldOfIsToldWhenItIsSettled) {
  (void)schedule_.take("approval_required", question("a", 2), start_);
  (void)schedule_.due(start_ + seconds(10));
  const auto alerts = schedule_.take("approval_denied", question("a", 2, "denied"), start_);
  ASSERT_THAT(alerts, SizeIs(1));
  EXPECT_EQ(alerts[0].event, AlertEvent::kSettled);
  EXPECT_THAT(schedule_.take("approval_denied", question("a", 2, "denied"), start_), IsEmpty());
}

TEST_F(AlertScheduleTest, TierThreeIsToldUntilItIsDone) {
  (void)schedule_.take("approval_required", question("a", 3), start_);
  EXPECT_THAT(schedule_.take("approval_granted", question("a", 3, "approved"), start_), SizeIs(1));
  const auto done = schedule_.take(
      "alert", {{"alert", "executed"}, {"approval_id", "a"}, {"outcome", "done"}, {"runs", true}},
      start_);
  ASSERT_THAT(done, SizeIs(1));
  EXPECT_EQ(done[0].event, AlertEvent::kExecuted);
  EXPECT_EQ(done[0].outcome.at("outcome"), "done");
  EXPECT_EQ(done[0].question.at("what"), "rm a");
  const auto finished =
      schedule_.take("alert", {{"alert", "finished"}, {"approval_id", "a"}}, start_);
  ASSERT_THAT(finished, SizeIs(1));
  EXPECT_EQ(finished[0].event, AlertEvent::kFinished);
  EXPECT_THAT(schedule_.take("alert", {{"alert", "finished"}, {"approval_id", "a"}}, start_),
              IsEmpty());
}

// The broker's own "alert" is the question again.
TEST_F(AlertScheduleTest, AQuestionIsToldOnce) {
  (void)schedule_.take("approval_required", question("a", 3), start_);
  EXPECT_THAT(schedule_.take("alert", question("a", 3), start_), IsEmpty());
}

TEST_F(AlertScheduleTest, ADeniedActIsNotDoneLater) {
  (void)schedule_.take("approval_required", question("a", 3), start_);
  (void)schedule_.take("approval_denied", question("a", 3, "denied"), start_);
  EXPECT_THAT(schedule_.take("alert", {{"alert", "executed"}, {"approval_id", "a"}}, start_),
              IsEmpty());
}

TEST_F(AlertScheduleTest, AFloodIsToldInPartAndTheRestCounted) {
  for (std::size_t i = 0; i < kMostAMinute + 5; ++i)
    (void)schedule_.take("approval_required", question("q" + std::to_string(i), 2), start_);
  EXPECT_THAT(schedule_.due(start_ + seconds(10)), SizeIs(kMostAMinute));
  EXPECT_EQ(schedule_.take_held_back(), 5U);
  EXPECT_EQ(schedule_.take_held_back(), 0U);
  (void)schedule_.take("approval_required", question("later", 2), start_ + seconds(71));
  EXPECT_THAT(schedule_.due(start_ + seconds(81)), SizeIs(1));
}

TEST_F(AlertScheduleTest, TierThreeIsNeverHeldBack) {
  for (std::size_t i = 0; i < kMostAMinute + 5; ++i)
    EXPECT_THAT(schedule_.take("approval_required", question("q" + std::to_string(i), 3), start_),
                SizeIs(1));
}

TEST_F(AlertScheduleTest, NonsenseIsNoAlert) {
  EXPECT_THAT(schedule_.take("approval_required", Json::array(), start_), IsEmpty());
  EXPECT_THAT(schedule_.take("approval_required", {{"tier", "x"}}, start_), IsEmpty());
  EXPECT_THAT(schedule_.take("alert", {{"alert", 3}}, start_), IsEmpty());
  EXPECT_THAT(schedule_.take("act", question("a", 3), start_), IsEmpty());
}

}  // namespace
}  // namespace guard::supervisor
