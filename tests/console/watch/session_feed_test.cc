// SPDX-License-Identifier: Apache-2.0
// A feed against the real server.
#include "console/watch/session_feed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>

#include <functional>

#include "tests/supervisor/api/raw_client.h"

namespace guard::console {
namespace {

using supervisor::QuestionState;
using supervisor::Role;
using ::testing::HasSubstr;

class SessionFeedTest : public supervisor::ServerTest {
 protected:
  void follow() {
    inbox_ = std::move(*Inbox::make());
    feed_ = std::move(*SessionFeed::start({"s1", path_}, *inbox_, "guard test"));
  }
  // The next news of this kind; others are passed over.
  WatchNews next(NewsKind kind) {
    for (;;) {
      for (; place_ < news_.size(); ++place_)
        if (news_[place_].kind == kind) return news_[place_++];
      pollfd entry{inbox_->fd(), POLLIN, 0};
      if (::poll(&entry, 1, 10'000) != 1) {
        ADD_FAILURE() << "nothing came";
        return {};
      }
      for (WatchNews& news : inbox_->take()) news_.push_back(std::move(news));
    }
  }

  std::unique_ptr<Inbox> inbox_;
  std::unique_ptr<SessionFeed> feed_;
  std::vector<WatchNews> news_;
  std::size_t place_ = 0;
};

TEST_F(SessionFeedTest, BeginsWithWhatThereIsAndGoesOn) {
  start();
  const std::string before = session_.ask();
  follow();
  EXPECT_EQ(next(NewsKind::kSession).body["mode"], "balanced");
  const WatchNews waiting = next(NewsKind::kQuestions);
  ASSERT_EQ(waiting.body.size(), 1U);
  EXPECT_EQ(waiting.body[0]["id"], before);
  next(NewsKind::kGrants);
  while (!session_.acts.wanted()) ::poll(nullptr, 0, 5);
  const std::string after = session_.ask();
  EXPECT_EQ(next(NewsKind::kAsked).body["id"], after);
  session_.acts.tell({{"what", "rm a"}});
  EXPECT_EQ(next(NewsKind::kAct).body["what"], "rm a");
}

TEST_F(SessionFeedTest, BeginsWithTheLastActsOfTheRecord) {
  const nlohmann::json act = {{"act", "delete"},
                              {"result_summary", "delete a"},
                              {"timestamp", "2025-03-01T09:00:01Z"},
                              {"risk_tier", 1}};
  const nlohmann::json answer = {{"act", ""}, {"result_summary", "denied by ana"}};
  session_.records = {answer, act};
  start();
  follow();
  const WatchNews acts = next(NewsKind::kActs);
  ASSERT_EQ(acts.body.size(), 1U) << "an answer is no act";
  EXPECT_EQ(acts.body[0]["what"], "delete a");
  EXPECT_EQ(acts.body[0]["time"], "2025-03-01T09:00:01Z");
  EXPECT_EQ(acts.body[0]["tier"], 1);
}

TEST_F(SessionFeedTest, AnswersAndSaysHowItEnded) {
  start();
  const std::string id = session_.ask();
  follow();
  next(NewsKind::kQuestions);
  feed_->request({RequestKind::kAnswer, "s1", id, {{"answer", "approve"}, {"scope", "session"}}});
  const WatchNews settled = next(NewsKind::kSettled);
  EXPECT_EQ(settled.body["state"], "approved");
  EXPECT_THAT(settled.body["answered_by"].get<std::string>(), HasSubstr("(guard test)"));
  ASSERT_EQ(session_.settled().size(), 1U);
  EXPECT_EQ(session_.settled()[0].state, QuestionState::kApproved);
  feed_->request({RequestKind::kAnswer, "s1", id, {{"answer", "deny"}}});
  EXPECT_EQ(next(NewsKind::kRefused).id, id);
}

TEST_F(SessionFeedTest, FetchesAllOfAQuestion) {
  start();
  const std::string id = session_.ask();
  follow();
  next(NewsKind::kQuestions);
  feed_->request({RequestKind::kDetail, "s1", id, {}});
  EXPECT_EQ(next(NewsKind::kDetail).body["names"].size(), 3U);
}

TEST_F(SessionFeedTest, TakesAnApprovedCategoryBack) {
  start();
  ASSERT_TRUE(session_.grants.approve_categories({policy::Category::kSudo}, "test"));
  follow();
  EXPECT_EQ(next(NewsKind::kGrants).body["categories"][0], "SUDO");
  feed_->request({RequestKind::kRevoke, "s1", "SUDO", {}});
  EXPECT_EQ(next(NewsKind::kRevoked).id, "SUDO");
  EXPECT_TRUE(session_.grants.approved_categories().empty());
}

TEST_F(SessionFeedTest, ASessionThatEndsIsSaidOnce) {
  start();
  follow();
  next(NewsKind::kQuestions);
  stop();
  next(NewsKind::kEnded);
  while (!feed_->ended()) ::poll(nullptr, 0, 5);
  EXPECT_TRUE(inbox_->take().empty());
}

TEST_F(SessionFeedTest, WhoMayNotWatchIsToldWhy) {
  start();
  session_.role = Role::kInside;
  follow();
  EXPECT_THAT(next(NewsKind::kTrouble).text, HasSubstr("ask the person outside"));
  EXPECT_FALSE(feed_->ended());
}

}  // namespace
}  // namespace guard::console
