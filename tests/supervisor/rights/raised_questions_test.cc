// SPDX-License-Identifier: Apache-2.0
#include "supervisor/rights/raised_questions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <thread>

#include "base/files/unique_fd.h"
#include "supervisor/rights/raised_link.h"

namespace guard::supervisor {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Json = nlohmann::json;

const Json kAsked = {{"id", "theirs"},
                     {"categories", {"FS_DELETE_OVERWRITE"}},
                     {"tier", 2},
                     {"what", "rm -rf x"},
                     {"why", "the command"},
                     {"scopes", {"once", "command", "session"}},
                     {"seconds_left", 60}};

class RaisedQuestionsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::array<int, 2> ends{};
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
    ours_.reset(ends[0]);
    theirs_.reset(ends[1]);
    serving_ = std::thread([this] {
      serve_roots_guard(ours_.get(), {{{"mode", "balanced"}}, "sudo make", "work"}, broker_,
                        [this] { ++hellos_; });
    });
  }
  void TearDown() override {
    theirs_.reset();
    serving_.join();
    EXPECT_TRUE(broker_.pending().empty());
  }
  void say(const Json& word) { ASSERT_TRUE(say_json(theirs_.get(), word)); }
  Question asked() {
    for (int looks = 0; looks < 500 && broker_.pending().empty(); ++looks)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return broker_.pending().empty() ? Question() : broker_.pending().front();
  }

  Broker broker_;
  UniqueFd ours_;
  UniqueFd theirs_;
  int hellos_ = 0;
  std::thread serving_;
};

TEST_F(RaisedQuestionsTest, APlanGoesOutAndAnAnswerComesBack) {
  const auto plan = hear_json(theirs_.get());
  ASSERT_TRUE(plan);
  EXPECT_EQ((*plan)["plan"]["mode"], "balanced");
  say({{"hello", true}});
  say({{"asked", kAsked}});
  const Question question = asked();
  EXPECT_EQ(hellos_, 1);
  EXPECT_EQ(question.what, "as root: rm -rf x");
  EXPECT_THAT(question.why, HasSubstr("inside of sudo make"));
  EXPECT_EQ(question.session_id, "work");
  EXPECT_THAT(question.scopes, ElementsAre(Scope::kOnce, Scope::kSession));
  Answer yes;
  yes.approve = true;
  yes.by = "ana";
  ASSERT_TRUE(broker_.answer(question.id, yes));
  const auto answer = hear_json(theirs_.get());
  ASSERT_TRUE(answer);
  EXPECT_EQ((*answer)["answer"], "theirs");
  EXPECT_EQ((*answer)["approve"], true);
}

TEST_F(RaisedQuestionsTest, WhatRootsGuardSettlesIsNoQuestionAnyMore) {
  say({{"hello", true}});
  say({{"asked", kAsked}});
  ASSERT_EQ(asked().what, "as root: rm -rf x");
  say({{"settled", "theirs"}});
  for (int looks = 0; looks < 500 && !broker_.pending().empty(); ++looks)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_TRUE(broker_.pending().empty());
}

TEST(QuestionOfRootsTest, NonsenseIsAQuestionOfTierTwoAtLeast) {
  const Question question =
      question_of_roots({{"tier", "x"}, {"categories", 7}, {"scopes", {1}}}, "sudo x", "work");
  EXPECT_EQ(question.tier, 2);
  EXPECT_THAT(question.categories, ElementsAre(policy::Category::kSudo));
  EXPECT_THAT(question.scopes, ElementsAre(Scope::kOnce));
  EXPECT_EQ(question_of_roots({{"tier", 9}}, "sudo x", "work").tier, 3);
  EXPECT_TRUE(question_of_roots({{"tier", 3}}, "sudo x", "work").needs_confirm);
}

TEST(RaisedLinkTest, WhatIsNoObjectIsNotHeard) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
  const UniqueFd ours(ends[0]);
  UniqueFd theirs(ends[1]);
  const auto says = [&](std::uint32_t size, const std::string& text) {
    ASSERT_EQ(::write(theirs.get(), &size, sizeof size), static_cast<ssize_t>(sizeof size));
    ASSERT_EQ(::write(theirs.get(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
  };
  says(3, "[1]");
  EXPECT_FALSE(hear_json(ours.get()));
  says(2, "{x");
  EXPECT_FALSE(hear_json(ours.get()));
  says(1U << 30U, "");
  EXPECT_FALSE(hear_json(ours.get()));
  theirs.reset();
  EXPECT_FALSE(hear_json(ours.get()));
}

}  // namespace
}  // namespace guard::supervisor
