// SPDX-License-Identifier: Apache-2.0
// The broker's events: names, order, resumption.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "supervisor/approval/broker.h"
#include "tests/supervisor/approval/some_question.h"

namespace guard::supervisor {
namespace {

using ::testing::ElementsAre;

class EventsTest : public ::testing::Test {
 protected:
  std::uint64_t listen(std::uint64_t after) {
    return broker_.subscribe(after, [this](const Event& event) {
      types_.push_back(event.type);
      seqs_.push_back(event.seq);
      last_ = event.data;
    });
  }

  FakeClock clock_;
  Broker broker_{clock_.reader()};
  std::vector<std::string> types_;
  std::vector<std::uint64_t> seqs_;
  nlohmann::json last_;
};

TEST_F(EventsTest, QuestionsAreAnnouncedAndSettledWithTheirJson) {
  listen(0);
  const std::string id = broker_.ask(some_question(clock_), nullptr).value();
  EXPECT_EQ(last_["id"], id);
  ASSERT_TRUE(broker_.answer(id, denial("no")));
  EXPECT_THAT(types_, ElementsAre("approval_required", "approval_denied"));
  EXPECT_EQ(last_["answer_reason"], "no");
  EXPECT_EQ(last_["state"], "denied");
}

TEST_F(EventsTest, EveryEndHasItsName) {
  listen(0);
  Question question = some_question(clock_);
  const std::string approved = broker_.ask(question, nullptr).value();
  const std::string withdrawn = broker_.ask(question, nullptr).value();
  const std::string timeout = broker_.ask(question, nullptr).value();
  types_.clear();
  ASSERT_TRUE(broker_.answer(approved, approval(Scope::kSession)));
  EXPECT_EQ(last_["scope"], "session");
  broker_.withdraw(withdrawn, "gone");
  clock_.now = question.deadline;
  broker_.expire();
  EXPECT_THAT(types_, ElementsAre("approval_granted", "approval_withdrawn", "approval_timeout"));
  EXPECT_EQ(last_["id"], timeout);
}

TEST_F(EventsTest, TierThreeAlertsWatchers) {
  listen(0);
  ASSERT_TRUE(broker_.ask(some_question(clock_, 3), nullptr));
  EXPECT_THAT(types_, ElementsAre("approval_required", "alert"));
}

TEST_F(EventsTest, ResumesAfterTheLastSeen) {
  for (const char* type : {"act", "alert", "act"}) broker_.publish(type, {{"n", 1}});
  listen(1);
  EXPECT_THAT(seqs_, ElementsAre(2U, 3U));
  broker_.publish("act", {});
  EXPECT_THAT(seqs_, ElementsAre(2U, 3U, 4U));
}

TEST_F(EventsTest, AnIdFromAnotherSessionStartsNow) {
  broker_.publish("act", {});
  listen(999);
  EXPECT_TRUE(seqs_.empty());
  broker_.publish("act", {});
  EXPECT_THAT(seqs_, ElementsAre(2U));
}

TEST_F(EventsTest, KeepsTheLastThousand) {
  for (int i = 0; i < 1500; ++i) broker_.publish("act", {});
  listen(0);
  ASSERT_EQ(seqs_.size(), 1000U);
  EXPECT_EQ(seqs_.front(), 501U);
  EXPECT_EQ(broker_.last_seq(), 1500U);
}

TEST_F(EventsTest, NothingAfterUnsubscribe) {
  const std::uint64_t handle = listen(0);
  broker_.unsubscribe(handle);
  broker_.publish("act", {});
  EXPECT_TRUE(types_.empty());
}

TEST_F(EventsTest, CallbackMayPublishAndUnsubscribe) {
  std::vector<std::uint64_t> first;
  std::uint64_t handle = 0;
  handle = broker_.subscribe(0, [&](const Event& event) {
    first.push_back(event.seq);
    if (event.seq == 1) broker_.publish("alert", {});
    if (event.seq == 2) broker_.unsubscribe(handle);
  });
  listen(0);
  broker_.publish("act", {});
  broker_.publish("act", {});
  EXPECT_THAT(first, ElementsAre(1U, 2U));
  EXPECT_THAT(seqs_, ElementsAre(1U, 2U, 3U));
}

TEST_F(EventsTest, OrderHoldsAcrossPublishingThreads) {
  listen(0);
  std::vector<std::thread> publishers;
  for (int i = 0; i < 3; ++i)
    publishers.emplace_back([this] {
      for (int n = 0; n < 200; ++n) broker_.publish("act", {});
    });
  for (std::thread& publisher : publishers) publisher.join();
  ASSERT_EQ(seqs_.size(), 600U);
  for (std::size_t i = 0; i < seqs_.size(); ++i) EXPECT_EQ(seqs_[i], i + 1);
}

}  // namespace
}  // namespace guard::supervisor
