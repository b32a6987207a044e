// SPDX-License-Identifier: Apache-2.0
// The answers that there may be: words, scopes, patterns, and what each settles.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/clock.h"
#include "base/limits.h"
#include "tests/supervisor/approval/broker_fixture.h"

namespace guard::supervisor {
namespace {

using ::testing::HasSubstr;

TEST_F(BrokerTest, ApprovalSettlesExactlyOnce) {
  const std::string id = ask();
  auto question = broker_.answer(id, approval());
  ASSERT_TRUE(question);
  EXPECT_EQ(question->state, QuestionState::kApproved);
  EXPECT_EQ(question->answered_by, "ana (guard approve)");
  EXPECT_THAT(error_of(id, denial("late")), HasSubstr("already approved by ana (guard approve)"));
  EXPECT_THAT(error_of(id, denial("late")),
              HasSubstr(" at " + iso_time(clock_.now).substr(0, 19) + "Z"));
  broker_.withdraw(id, "gone");
  broker_.withdraw_all("over");
  ASSERT_EQ(settled_.size(), 1U);
  EXPECT_EQ(settled_[0].state, QuestionState::kApproved);
  EXPECT_TRUE(broker_.pending().empty());
}

TEST_F(BrokerTest, DenialCarriesItsReason) {
  const std::string id = ask();
  ASSERT_TRUE(broker_.answer(id, denial("not on a Friday")));
  ASSERT_EQ(settled_.size(), 1U);
  EXPECT_EQ(settled_[0].state, QuestionState::kDenied);
  EXPECT_FALSE(settled_[0].answer.approve);
  EXPECT_EQ(settled_[0].answer.reason, "not on a Friday");
}

TEST_F(BrokerTest, UnknownIdIsNotFound) {
  ask();
  error_of("ffffffff-0000-4000-8000-000000000000", approval());
  EXPECT_EQ(last_code_, Code::kNotFound);
}

TEST_F(BrokerTest, TierThreeNeedsTheWord) {
  const std::string id = ask(some_question(clock_, 3));
  EXPECT_THAT(error_of(id, approval()), HasSubstr("CONFIRM"));
  Answer small = approval();
  small.confirm = "confirm";
  EXPECT_THAT(error_of(id, small), HasSubstr("CONFIRM"));
  EXPECT_TRUE(settled_.empty());
  Answer confirmed = approval();
  confirmed.confirm = "CONFIRM";
  EXPECT_TRUE(broker_.answer(id, confirmed));
}

TEST_F(BrokerTest, TierThreeIsDeniedWithoutTheWord) {
  const std::string id = ask(some_question(clock_, 3));
  EXPECT_TRUE(broker_.answer(id, denial("no")));
}

TEST_F(BrokerTest, ScopeMustBeOffered) {
  Question wildcard = some_question(clock_);
  wildcard.scopes = {Scope::kOnce, Scope::kCommand};
  const std::string id = ask(wildcard);
  EXPECT_THAT(error_of(id, approval(Scope::kSession)), HasSubstr("not offered"));
  EXPECT_THAT(error_of(id, approval(Scope::kAlways)), HasSubstr("use once, command"));
  EXPECT_TRUE(settled_.empty());
  EXPECT_TRUE(broker_.answer(id, approval(Scope::kCommand)));
}

TEST_F(BrokerTest, PatternIsEditableOnlyWhereItIsRemembered) {
  const std::string id = ask();
  Answer edited = approval();
  edited.pattern = "rm -rf *";
  EXPECT_THAT(error_of(id, edited), HasSubstr("takes no pattern"));
  edited.scope = Scope::kCommand;
  EXPECT_THAT(error_of(id, edited), HasSubstr("takes no pattern"));
  edited.scope = Scope::kSession;
  ASSERT_TRUE(broker_.answer(id, edited));
  EXPECT_EQ(settled_[0].answer.pattern, "rm -rf *");
}

TEST_F(BrokerTest, RememberingScopeCarriesTheQuestionsOwnPattern) {
  const std::string id = ask();
  ASSERT_TRUE(broker_.answer(id, approval(Scope::kSession)));
  EXPECT_EQ(settled_[0].answer.pattern, "rm -rf ./a");
}

TEST_F(BrokerTest, PatternThatCoversEverythingIsRefused) {
  const std::string id = ask();
  Answer edited = approval(Scope::kSession);
  for (const char* pattern : {"*", "/", "/*", "/**", " ", "**", "~/*"}) {
    edited.pattern = pattern;
    EXPECT_THAT(error_of(id, edited), HasSubstr("everything")) << pattern;
  }
  for (const char* pattern : {"*.com", "*.co.uk:443/tcp", "*.github.io", "*.x.s3.amazonaws.com"}) {
    edited.pattern = pattern;
    EXPECT_THAT(error_of(id, edited), HasSubstr("many owners")) << pattern;
  }
  edited.pattern = "rm \x1b[2J";
  EXPECT_THAT(error_of(id, edited), HasSubstr("cannot be shown"));
  EXPECT_TRUE(settled_.empty());
}

TEST_F(BrokerTest, PatternsBeyondTheirLengthAreRefused) {
  constexpr std::size_t kMost = size_limit("answer.pattern");
  for (const std::size_t size : {kMost - 1, kMost, kMost + 1}) {
    Answer edited = approval(Scope::kSession);
    edited.pattern = "rm -rf ./";
    edited.pattern.resize(size, 'a');
    EXPECT_THAT(error_of(ask(), edited), HasSubstr(size <= kMost ? "answered" : "too long"));
  }
}

TEST_F(BrokerTest, NothingToRememberTakesOnceOnly) {
  Question question = some_question(clock_);
  question.pattern.clear();
  const std::string id = ask(question);
  EXPECT_THAT(error_of(id, approval(Scope::kSession)), HasSubstr("remembered"));
}

TEST_F(BrokerTest, ADenialHoldsForTheSessionAtMost) {
  Answer answer = denial("no");
  answer.scope = Scope::kAlways;
  EXPECT_THAT(error_of(ask(), answer), HasSubstr("write a rule"));
  answer.scope = Scope::kMinutes;
  EXPECT_THAT(error_of(ask(), answer), HasSubstr("how many minutes"));
  answer.scope = Scope::kOnce;
  answer.pattern = "rm *";
  EXPECT_THAT(error_of(ask(), answer), HasSubstr("takes no pattern"));
  answer.scope = Scope::kSession;
  answer.pattern = "*";
  EXPECT_THAT(error_of(ask(), answer), HasSubstr("cover everything"));
}

}  // namespace
}  // namespace guard::supervisor
