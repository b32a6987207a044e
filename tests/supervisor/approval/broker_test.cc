// SPDX-License-Identifier: Apache-2.0
#include "supervisor/approval/broker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <optional>
#include <thread>

#include "base/limits.h"
#include "base/uuid.h"
#include "policy/model/policy.h"
#include "tests/supervisor/approval/broker_fixture.h"

namespace guard::supervisor {
namespace {

using ::testing::HasSubstr;

TEST_F(BrokerTest, AskFillsIdAndTimeAndWaits) {
  const std::string id = ask();
  EXPECT_TRUE(is_uuid(id));
  ASSERT_EQ(broker_.pending().size(), 1U);
  EXPECT_EQ(broker_.pending()[0].asked, clock_.now);
  EXPECT_TRUE(settled_.empty());
}

TEST_F(BrokerTest, WhatIsGrantedMeanwhileAnswersWhatWaits) {
  bool granted = false;
  broker_.answer_by([&](const Question& question) {
    return granted && question.what == "covered" ? std::optional(approval()) : std::nullopt;
  });
  const auto with_act = [&](const char* what) {
    Question question = some_question(clock_);
    question.what = what;
    question.act = std::make_shared<const AskedAct>();
    return question;
  };
  const std::string covered = ask(with_act("covered"));
  const std::string other = ask(with_act("other"));
  Question for_people = some_question(clock_);
  for_people.what = "covered";
  const std::string by_hand = ask(std::move(for_people));
  broker_.answer_covered();
  EXPECT_EQ(broker_.pending().size(), 3U);
  granted = true;
  broker_.answer_covered();
  EXPECT_EQ(broker_.find(covered)->state, QuestionState::kApproved);
  EXPECT_EQ(broker_.find(other)->state, QuestionState::kPending);
  EXPECT_EQ(broker_.find(by_hand)->state, QuestionState::kPending);
  // Judged before, asked after it was granted.
  const std::string late = ask(with_act("covered"));
  EXPECT_EQ(broker_.find(late)->state, QuestionState::kApproved);
  EXPECT_EQ(settled_.size(), 2U);
}

TEST_F(BrokerTest, APatternThatDoesNotCoverItsOwnActIsRefused) {
  auto act = std::make_shared<AskedAct>();
  act->action.act = policy::Act::kExec;
  act->action.exe = "/usr/bin/git";
  act->action.argv = {"git", "push", "origin", "main"};
  Question question = some_question(clock_);
  question.own_act = act;
  question.pattern = "git push origin *";
  const std::string id = ask(std::move(question));
  Answer answer = approval(Scope::kSession);
  for (const char* pattern : {"git push upstream *", "git pull *", "/usr/bin", "git push origin"}) {
    answer.pattern = pattern;
    EXPECT_THAT(error_of(id, answer), HasSubstr("does not cover the very act")) << pattern;
  }
  EXPECT_EQ(last_code_, Code::kInvalid);
  EXPECT_TRUE(settled_.empty());
  answer.pattern = "git push *";
  EXPECT_EQ(error_of(id, answer), "answered");
}

TEST_F(BrokerTest, ATildeInAPatternIsTheHomeFolder) {
  auto act = std::make_shared<AskedAct>();
  act->action.act = policy::Act::kExec;
  act->action.exe = "/usr/bin/rm";
  act->action.argv = {"rm", "-r", "/home/ana/old/a"};
  Question question = some_question(clock_);
  question.own_act = act;
  question.home = "/home/ana";
  const std::string id = ask(std::move(question));
  Answer answer = approval(Scope::kSession);
  for (const char* pattern : {"rm -r ~/new *", "rm -r x~/old/a", "rm -r '~/old/a'"}) {
    answer.pattern = pattern;
    EXPECT_THAT(error_of(id, answer), HasSubstr("does not cover the very act")) << pattern;
  }
  answer.pattern = "rm -r ~/old/a";
  EXPECT_EQ(error_of(id, answer), "answered");
  EXPECT_EQ(settled_[0].answer.pattern, "rm -r /home/ana/old/a");
}

class TwoPeopleTest : public BrokerTest {
 protected:
  std::string ask_two() {
    Question question = some_question(clock_, 3);
    question.approvals_needed = 2;
    question.scopes = {Scope::kOnce};
    return ask(std::move(question));
  }
  static Answer from(uid_t person, const std::string& by) {
    Answer answer = approval();
    answer.person = person;
    answer.by = by;
    answer.confirm = "CONFIRM";
    return answer;
  }
};

TEST_F(TwoPeopleTest, TheSecondOfTwoSettles) {
  const std::string id = ask_two();
  const auto first = broker_.answer(id, from(1, "ana (guard approve)"));
  ASSERT_TRUE(first.has_value());
  EXPECT_EQ(first->state, QuestionState::kPending);
  EXPECT_EQ(missing_text(*first), "1 of 2 approved: ana (guard approve); somebody else must too");
  EXPECT_TRUE(settled_.empty());
  const auto second = broker_.answer(id, from(2, "ben (watch)"));
  ASSERT_TRUE(second.has_value());
  EXPECT_EQ(second->state, QuestionState::kApproved);
  EXPECT_EQ(second->answered_by, "ana (guard approve) and ben (watch)");
  ASSERT_EQ(settled_.size(), 1U);
  EXPECT_EQ(settled_[0].answer.by, "ana (guard approve) and ben (watch)");
}

TEST_F(TwoPeopleTest, NobodyCountsTwice) {
  const std::string id = ask_two();
  EXPECT_TRUE(broker_.answer(id, from(1, "ana (guard approve)")).has_value());
  for (const char* program : {"ana (guard approve)", "ana (watch)", "ben (api)"})
    EXPECT_THAT(error_of(id, from(1, program)), HasSubstr("you have approved it already"));
  EXPECT_EQ(last_code_, Code::kInvalid);
  EXPECT_EQ(broker_.find(id)->state, QuestionState::kPending);
  EXPECT_EQ(broker_.find(id)->approvals.size(), 1U);
}

TEST_F(TwoPeopleTest, WhoIsNobodyByNameDoesNotCount) {
  const std::string id = ask_two();
  Answer answer = from(0, "root (guard approve)");
  answer.person.reset();
  EXPECT_THAT(error_of(id, answer), HasSubstr("takes two people"));
  EXPECT_TRUE(broker_.find(id)->approvals.empty());
}

TEST_F(TwoPeopleTest, EachMustTypeTheWord) {
  const std::string id = ask_two();
  EXPECT_TRUE(broker_.answer(id, from(1, "ana (x)")).has_value());
  Answer answer = from(2, "ben (x)");
  answer.confirm.clear();
  EXPECT_THAT(error_of(id, answer), HasSubstr("CONFIRM"));
  EXPECT_EQ(broker_.find(id)->state, QuestionState::kPending);
}

TEST_F(TwoPeopleTest, OneDenialIsFinal) {
  const std::string id = ask_two();
  EXPECT_TRUE(broker_.answer(id, from(1, "ana (x)")).has_value());
  EXPECT_EQ(broker_.answer(id, denial("no"))->state, QuestionState::kDenied);
  EXPECT_EQ(error_of(id, from(2, "ben (x)")).find("answered"), std::string::npos);
  ASSERT_EQ(settled_.size(), 1U);
  EXPECT_FALSE(settled_[0].answer.approve);
}

TEST_F(TwoPeopleTest, HalfAnApprovalEndsWithItsTime) {
  const std::string id = ask_two();
  EXPECT_TRUE(broker_.answer(id, from(1, "ana (x)")).has_value());
  clock_.now += std::chrono::hours(25);
  (void)broker_.expire();
  ASSERT_EQ(settled_.size(), 1U);
  EXPECT_EQ(settled_[0].state, QuestionState::kTimeout);
  EXPECT_EQ(settled_[0].answer.reason, "only ana (x) approved; it takes two people");
}

TEST_F(TwoPeopleTest, WatchersHearOfTheFirst) {
  std::vector<std::string> types;
  broker_.subscribe(0, [&](const Event& event) {
    types.push_back(event.type);
    if (event.type == "approval_partial") {
      EXPECT_EQ(event.data["state"], "pending");
      EXPECT_EQ(event.data["approvals"], nlohmann::json({"ana (x)"}));
      EXPECT_EQ(event.data["approvals_needed"], 2);
    }
  });
  const std::string id = ask_two();
  EXPECT_TRUE(broker_.answer(id, from(1, "ana (x)")).has_value());
  EXPECT_THAT(types, testing::Contains("approval_partial"));
}

TEST_F(BrokerTest, ExpirySettlesAsTimeoutAndNamesTheNextDeadline) {
  Question early = some_question(clock_);
  early.deadline = clock_.now + std::chrono::minutes(5);
  Question late = some_question(clock_);
  late.deadline = clock_.now + std::chrono::minutes(50);
  const std::string id = ask(early);
  ask(late);
  EXPECT_EQ(broker_.expire(), early.deadline);
  EXPECT_TRUE(settled_.empty());
  clock_.now = early.deadline;
  EXPECT_EQ(broker_.expire(), late.deadline);
  ASSERT_EQ(settled_.size(), 1U);
  EXPECT_EQ(settled_[0].state, QuestionState::kTimeout);
  EXPECT_FALSE(settled_[0].answer.approve);
  EXPECT_THAT(error_of(id, approval()), HasSubstr("timed out"));
}

TEST_F(BrokerTest, NothingWaitsNoDeadline) {
  EXPECT_EQ(broker_.expire(), std::chrono::system_clock::time_point::max());
}

TEST_F(BrokerTest, ApprovalAfterTheDeadlineIsTooLateEvenBeforeExpiryRan) {
  const std::string id = ask();
  clock_.now += std::chrono::hours(25);
  EXPECT_THAT(error_of(id, approval()), HasSubstr("timed out"));
  ASSERT_EQ(settled_.size(), 1U);
  EXPECT_EQ(settled_[0].state, QuestionState::kTimeout);
}

TEST_F(BrokerTest, AnAnswerAtTheDeadlineIsTooLate) {
  const policy::Policy policy;
  EXPECT_EQ(policy.tier2_timeout, std::chrono::seconds(limit("question.tier2_timeout")));
  EXPECT_EQ(policy.tier3_timeout, std::chrono::seconds(limit("question.tier3_timeout")));
  for (const int tier : {2, 3}) {
    const auto timeout = tier == 2 ? policy.tier2_timeout : policy.tier3_timeout;
    for (const int seconds : {-1, 0, 1}) {
      Question question = some_question(clock_, tier);
      question.deadline = clock_.now + std::chrono::seconds(1) + timeout;  // ask() takes a second
      const std::string id = ask(std::move(question));
      clock_.now += timeout + std::chrono::seconds(seconds);
      Answer answer = approval();
      if (tier == 3) answer.confirm = "CONFIRM";
      EXPECT_THAT(error_of(id, answer), HasSubstr(seconds < 0 ? "answered" : "timed out"));
      EXPECT_EQ(settled_.back().state,
                seconds < 0 ? QuestionState::kApproved : QuestionState::kTimeout);
    }
  }
}

TEST_F(BrokerTest, WithdrawalSettlesWithItsReason) {
  const std::string id = ask();
  broker_.withdraw(id, "its process has gone");
  ASSERT_EQ(settled_.size(), 1U);
  EXPECT_EQ(settled_[0].state, QuestionState::kWithdrawn);
  EXPECT_EQ(settled_[0].answer.reason, "its process has gone");
  EXPECT_THAT(error_of(id, approval()), testing::AllOf(HasSubstr("already withdrawn at "),
                                                       HasSubstr(": its process has gone")));
}

TEST_F(BrokerTest, WithdrawAllLeavesNothingWaiting) {
  ask();
  ask();
  broker_.withdraw_all("the session ends");
  EXPECT_EQ(settled_.size(), 2U);
  EXPECT_TRUE(broker_.pending().empty());
}

TEST_F(BrokerTest, FindsByPrefixOfFourOrMore) {
  const std::string id = ask();
  EXPECT_EQ(broker_.find(id.substr(0, 4)).value().id, id);
  EXPECT_EQ(broker_.find(id.substr(0, 3)).error().code, Code::kInvalid);
  EXPECT_EQ(broker_.find("").error().code, Code::kInvalid);
  EXPECT_EQ(broker_.find("zzzz").error().code, Code::kNotFound);
}

TEST_F(BrokerTest, SettledQuestionsAreStillFound) {
  const std::string id = ask();
  ASSERT_TRUE(broker_.answer(id.substr(0, 8), denial("no")));
  EXPECT_EQ(broker_.find(id).value().state, QuestionState::kDenied);
  EXPECT_EQ(broker_.find(id).value().answer_reason, "no");
}

TEST_F(BrokerTest, AmbiguousPrefixListsCandidates) {
  // With 4 hex digits two of many ids share a prefix sooner or later; a settled one counts too.
  std::map<std::string, std::string> seen;
  for (int i = 0; i < 20'000; ++i) {
    const std::string id = ask();
    broker_.withdraw(id, "");
    const auto [known, fresh] = seen.emplace(id.substr(0, 4), id);
    if (fresh) continue;
    const auto found = broker_.find(id.substr(0, 4));
    if (!broker_.find(known->second)) {  // no longer kept
      known->second = id;
      continue;
    }
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().code, Code::kInvalid);
    EXPECT_THAT(found.error().text(), HasSubstr(id));
    EXPECT_THAT(found.error().text(), HasSubstr(known->second));
    return;
  }
  FAIL() << "no two ids shared a prefix";
}

TEST_F(BrokerTest, FloodIsRefused) {
  int refused = 0;
  for (int i = 0; i < 50; ++i) {
    auto id = broker_.ask(some_question(clock_), [](const Settled&) {});
    if (id) continue;
    ++refused;
    EXPECT_EQ(id.error().code, Code::kRefused);
  }
  EXPECT_EQ(refused, 40);
  EXPECT_EQ(broker_.pending().size(), 10U);
}

TEST_F(BrokerTest, CompletionMayCallTheBroker) {
  clock_.now += std::chrono::seconds(1);
  std::string second;
  auto first = broker_.ask(some_question(clock_), [&](const Settled&) {
    second = broker_.ask(some_question(clock_), nullptr).value();
    EXPECT_EQ(broker_.pending().size(), 1U);
  });
  ASSERT_TRUE(broker_.answer(first.value(), approval()));
  EXPECT_FALSE(second.empty());
}

TEST(BrokerRaceTest, ManyAnswerersOneCompletion) {
  FakeClock clock;
  Broker broker(clock.reader());
  std::atomic<int> completions{0};
  std::atomic<int> accepted{0};
  const std::string id =
      broker.ask(some_question(clock), [&](const Settled&) { ++completions; }).value();
  std::vector<std::thread> answerers;
  for (int i = 0; i < 4; ++i) {
    answerers.emplace_back([&, i] {
      if (i == 3) {
        broker.withdraw(id, "gone");
        return;
      }
      if (broker.answer(id, i % 2 == 0 ? approval() : denial("no"))) ++accepted;
    });
  }
  for (std::thread& answerer : answerers) answerer.join();
  EXPECT_EQ(completions, 1);
  EXPECT_LE(accepted, 1);
}

}  // namespace
}  // namespace guard::supervisor
