// SPDX-License-Identifier: Apache-2.0
// A judgement as a value: which of two is the stricter, and what of it a call takes over.
#include "supervisor/judge/judged.h"

#include <gtest/gtest.h>

#include <utility>

namespace guard::supervisor {
namespace {

using policy::Verdict;

Judged all_set() {
  Judged judged;
  judged.decision.verdict = Verdict::kAllow;
  judged.decision.rule = "lease";
  judged.walked = {{1, 2}};
  judged.approval_id = "A";
  judged.leased = judged.undo_promised = judged.told_before = judged.keeps_netlink_power = true;
  judged.destination.emplace();
  judged.destination->name = "example.org";
  return judged;
}

TEST(JudgedTest, ACallTakesOverAllThatWasJudged) {
  PendingCall call;
  settle(call, all_set());
  EXPECT_EQ(call.decision.rule, "lease");
  EXPECT_EQ(call.walked.size(), 1U);
  EXPECT_EQ(call.approval_id, "A");
  EXPECT_TRUE(call.leased);
  EXPECT_TRUE(call.undo_promised);
  EXPECT_TRUE(call.told_before);
  EXPECT_TRUE(call.held.keeps_netlink_power);
  EXPECT_EQ(call.action.destination.name, "example.org");
}

TEST(JudgedTest, NothingOfAnEarlierJudgementStays) {
  PendingCall call;
  settle(call, all_set());
  settle(call, {});
  EXPECT_EQ(call.decision.verdict, Verdict::kDeny) << "what nobody decided is refused";
  EXPECT_TRUE(call.walked.empty());
  EXPECT_FALSE(call.leased);
  EXPECT_FALSE(call.undo_promised);
  EXPECT_FALSE(call.told_before);
  EXPECT_FALSE(call.held.keeps_netlink_power);
}

TEST(JudgedTest, TheQuestionThatWasAnsweredStaysOnRecord) {
  PendingCall call;
  settle(call, all_set());
  settle(call, {});
  EXPECT_EQ(call.approval_id, "A");
}

policy::Decision decision(Verdict verdict, int tier) {
  policy::Decision made;
  made.verdict = verdict;
  made.assessment.tier = tier;
  return made;
}

TEST(JudgedTest, BlockIsStricterThanDenyThanAskThanAllow) {
  constexpr std::array kInOrder = {Verdict::kAllow, Verdict::kAsk, Verdict::kDeny, Verdict::kBlock};
  for (std::size_t left = 0; left < kInOrder.size(); ++left)
    for (std::size_t right = 0; right < kInOrder.size(); ++right)
      EXPECT_EQ(is_stricter(decision(kInOrder.at(left), 1), decision(kInOrder.at(right), 1)),
                left > right);
}

TEST(JudgedTest, AmongQuestionsTheHigherTierIsStricter) {
  EXPECT_TRUE(is_stricter(decision(Verdict::kAsk, 3), decision(Verdict::kAsk, 2)));
  EXPECT_FALSE(is_stricter(decision(Verdict::kAsk, 2), decision(Verdict::kAsk, 2)));
  EXPECT_FALSE(is_stricter(decision(Verdict::kAllow, 3), decision(Verdict::kAllow, 1)));
}

}  // namespace
}  // namespace guard::supervisor
