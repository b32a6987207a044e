// SPDX-License-Identifier: Apache-2.0
#include "supervisor/alerts/alert_failures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "supervisor/alerts/alert_link.h"

namespace guard::supervisor {
namespace {

using ::testing::SizeIs;

TEST(AlertFailuresTest, ACauseIsNewOnceAndCounted) {
  AlertFailures failures;
  EXPECT_TRUE(failures.failed("webhook", "refused", TimePoint()));
  EXPECT_FALSE(failures.failed("webhook", "refused", TimePoint()));
  EXPECT_TRUE(failures.failed("command", "refused", TimePoint()));
  ASSERT_THAT(failures.all(), SizeIs(2));
  EXPECT_EQ(failures.all()[1].count, 2U);
  EXPECT_EQ(failure_text(failures.all()[1]), "alerts: webhook failed 2 times: refused");
  EXPECT_EQ(failure_text(failures.all()[0]), "alerts: command failed: refused");
}

TEST(AlertFailuresTest, CausesWithoutEndAreOne) {
  AlertFailures failures;
  for (int i = 0; i < 1000; ++i)
    (void)failures.failed("command", "at " + std::to_string(i), TimePoint());
  EXPECT_LE(failures.all().size(), 65U);
  std::uint64_t count = 0;
  for (const auto& failure : failures.all()) count += failure.count;
  EXPECT_EQ(count, 1000U);
}

TEST(AlertFailuresTest, JsonHasWhatWasSentToo) {
  AlertFailures failures;
  failures.succeeded("webhook");
  failures.succeeded("webhook");
  (void)failures.failed("command", "status 1", TimePoint());
  EXPECT_EQ(failures.json().at("sent").at("webhook"), 2);
  EXPECT_EQ(failures.json().at("failures").at(0).at("cause"), "status 1");
}

TEST(AlertLinkTest, AFullLinkRefusesInsteadOfWaiting) {
  auto ends = AlertLink::pair();
  ASSERT_TRUE(ends);
  const nlohmann::json message = {{"x", std::string(50'000, 'x')}};
  int sent = 0;
  while (sent < 1000 && ends->first.send(message)) ++sent;
  EXPECT_GT(sent, 0);
  EXPECT_LT(sent, 1000);
  for (int i = 0; i < sent; ++i) EXPECT_EQ(ends->second.receive(), message);
  EXPECT_EQ(ends->second.receive().error().code, Code::kBusy);
  EXPECT_TRUE(ends->first.send(message));
}

TEST(AlertLinkTest, WhatIsTooLongIsNotSent) {
  auto ends = AlertLink::pair();
  ASSERT_TRUE(ends);
  EXPECT_FALSE(ends->first.send({{"x", std::string(1 << 20, 'x')}}));
}

TEST(AlertLinkTest, TheEndIsSeenAndReportsStillCome) {
  auto ends = AlertLink::pair();
  ASSERT_TRUE(ends);
  ends->first.say_no_more();
  EXPECT_EQ(ends->second.receive().error().code, Code::kGone);
  EXPECT_TRUE(ends->second.send({{"way", "webhook"}}));
  EXPECT_TRUE(ends->first.receive());
}

}  // namespace
}  // namespace guard::supervisor
