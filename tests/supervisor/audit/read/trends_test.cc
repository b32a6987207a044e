// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/read/trends.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace guard::supervisor {
namespace {

using ::testing::ElementsAre;

constexpr std::size_t kApproved = 0;
constexpr std::size_t kDenied = 1;

TrendRow act(std::string_view time) {
  TrendRow row;
  row.time = time;
  row.act = "exec";
  row.decision = "allow";
  row.status = "auto";
  return row;
}

TrendRow asked(std::string_view id, std::string_view status, std::string_view command) {
  TrendRow row = act("2025-03-01T09:05:07.000250Z");
  row.act = "delete";
  row.category = "FS_DELETE_OVERWRITE";
  row.tier = 2;
  row.approval_id = id;
  row.status = status;
  row.command = command;
  return row;
}

TEST(TrendsTest, ActsAreCountedByHourAndByMinutesInWhichThereWereAny) {
  TrendTally tally;
  for (const char* time : {"2025-03-01T09:05:07Z", "2025-03-01T09:05:59Z", "2025-03-01T09:06:00Z",
                           "2025-03-01T10:00:00Z"})
    tally.take(act(time));
  const AuditTrends trends = tally.finish();
  EXPECT_EQ(trends.acts, 4U);
  EXPECT_EQ(trends.commands, 4U);
  ASSERT_EQ(trends.hours.size(), 2U);
  EXPECT_EQ(trends.hours.at("2025-03-01T09").acts, 3U);
  EXPECT_EQ(trends.hours.at("2025-03-01T09").minutes, 2U);
}

TEST(TrendsTest, AQuestionCountsOnceHoweverManyActsItsAnswerCovered) {
  TrendTally tally;
  for (int i = 0; i < 3; ++i) tally.take(asked("q1", "approved", R"(["rm","-rf","a"])"));
  tally.take(asked("q2", "denied", R"(["rm","-rf","a"])"));
  tally.take(asked("q3", "denied", R"(["git","push"])"));
  const AuditTrends trends = tally.finish();
  EXPECT_EQ(trends.acts, 5U);
  EXPECT_EQ(trends.ends[kApproved], 1U);
  EXPECT_EQ(trends.ends[kDenied], 2U);
  EXPECT_EQ(trends.categories.at("FS_DELETE_OVERWRITE")[kDenied], 2U);
  EXPECT_EQ(trends.tiers.at(2)[kApproved], 1U);
  ASSERT_EQ(trends.most_asked.size(), 2U);
  EXPECT_EQ(trends.most_asked.front().text, "rm -rf a");
  EXPECT_EQ(trends.most_asked.front().asked, 2U);
}

TEST(TrendsTest, AnswersAreTimedAndAreNoActs) {
  TrendTally tally;
  for (const std::int64_t wait : {9000, 100, 4000}) {
    TrendRow answer = asked("q1", "approved", "[]");
    answer.act = "answer";
    answer.duration_ms = wait;
    tally.take(answer);
  }
  const AuditTrends trends = tally.finish();
  EXPECT_EQ(trends.acts, 0U);
  EXPECT_THAT(trends.answered_ms, ElementsAre(100, 4000, 9000));
}

TEST(TrendsTest, WhatWasRefusedUnaskedIsNoQuestion) {
  TrendTally tally;
  TrendRow refused = act("2025-03-01T09:05:07Z");
  refused.decision = "block";
  refused.status = "";
  tally.take(refused);
  const AuditTrends trends = tally.finish();
  EXPECT_EQ(trends.refused, 1U);
  EXPECT_EQ(trends.ends, EndCounts{});
}

TEST(TrendsTest, NoMoreThanTenCommandsAndNothingThatIsNoList) {
  TrendTally tally;
  for (int i = 0; i < 12; ++i)
    tally.take(asked("q" + std::to_string(i), "denied", "[\"c" + std::to_string(i) + "\"]"));
  tally.take(asked("broken", "denied", "{not json"));
  EXPECT_EQ(tally.finish().most_asked.size(), 10U);
}

}  // namespace
}  // namespace guard::supervisor
