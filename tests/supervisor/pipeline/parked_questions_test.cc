// SPDX-License-Identifier: Apache-2.0
#include "supervisor/pipeline/parked_questions.h"

#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "interceptor/process/call_in_progress.h"

namespace guard::supervisor {
namespace {

using Asked = Result<std::string>;

CallPtr a_call() {
  auto call = std::make_shared<PendingCall>();
  call->held.tracee = std::make_shared<const interceptor::Tracee>();
  return call;
}

void park(ParkedQuestions& questions, const CallPtr& call, const std::string& id) {
  const auto parked = questions.park({call, call->held.tracee}, [&] { return Asked(id); });
  ASSERT_TRUE(parked);
  EXPECT_EQ(*parked, id);
}

std::vector<std::string> ids_of(const ParkedQuestions& questions) {
  std::vector<std::string> ids;
  for (const auto& [id, parked] : questions.all()) ids.push_back(id);
  return ids;
}

TEST(ParkedQuestionsTest, ACallIsParkedUnderTheIdOfItsQuestion) {
  ParkedQuestions questions;
  const CallPtr call = a_call();
  park(questions, call, "q1");
  EXPECT_EQ(call->approval_id, "q1");
  const auto all = questions.all();
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].first, "q1");
  EXPECT_EQ(all[0].second.call, call);
  EXPECT_EQ(all[0].second.tracee, call->held.tracee);
}

TEST(ParkedQuestionsTest, ItIsAskedOnce) {
  ParkedQuestions questions;
  int times = 0;
  ASSERT_TRUE(questions.park({a_call(), nullptr}, [&] {
    ++times;
    return Asked("q1");
  }));
  EXPECT_EQ(times, 1);
}

TEST(ParkedQuestionsTest, AQuestionThatCannotBeAskedParksNothing) {
  ParkedQuestions questions;
  const CallPtr call = a_call();
  call->approval_id = "of before";
  const Error error{Code::kBusy, 11, "too many questions"};
  const auto parked =
      questions.park({call, call->held.tracee}, [&]() -> Asked { return forward(error); });
  ASSERT_FALSE(parked);
  EXPECT_EQ(parked.error(), error);
  EXPECT_EQ(call->approval_id, "of before");
  EXPECT_TRUE(questions.all().empty());
  EXPECT_TRUE(questions.take_all().empty());
}

// The thread that works on the call may have let go of its tracee, or resolved the call anew.
TEST(ParkedQuestionsTest, TheTraceeIsThatOfTheParking) {
  ParkedQuestions questions;
  const CallPtr call = a_call();
  const auto first = call->held.tracee;
  park(questions, call, "q1");
  call->held.tracee = std::make_shared<const interceptor::Tracee>();
  EXPECT_EQ(questions.all().at(0).second.tracee, first);
  call->held.tracee = nullptr;
  EXPECT_EQ(questions.all().at(0).second.tracee, first);
}

TEST(ParkedQuestionsTest, OneIsTakenOutAndTheOthersStay) {
  using Ids = std::vector<std::string>;
  for (const auto& [taken, left] : {std::pair<std::string, Ids>{"a", {"b", "c"}},
                                    {"b", {"a", "c"}},
                                    {"c", {"a", "b"}},
                                    {"", {"a", "b", "c"}},
                                    {"d", {"a", "b", "c"}},
                                    {"ab", {"a", "b", "c"}}}) {
    ParkedQuestions questions;
    for (const char* id : {"c", "a", "b"}) park(questions, a_call(), id);
    questions.take_out(taken);
    EXPECT_EQ(ids_of(questions), left) << taken;
    questions.take_out(taken);
    EXPECT_EQ(ids_of(questions), left) << taken;
  }
}

TEST(ParkedQuestionsTest, LookingAtAllTakesNone) {
  ParkedQuestions questions;
  for (const char* id : {"a", "b"}) park(questions, a_call(), id);
  EXPECT_EQ(questions.all().size(), 2U);
  EXPECT_EQ(questions.all().size(), 2U);
}

TEST(ParkedQuestionsTest, AllAreTakenOnce) {
  ParkedQuestions questions;
  const std::vector<CallPtr> calls = {a_call(), a_call(), a_call()};
  park(questions, calls[0], "a");
  park(questions, calls[1], "b");
  park(questions, calls[2], "c");
  questions.take_out("b");
  EXPECT_EQ(questions.take_all(), (std::vector<CallPtr>{calls[0], calls[2]}));
  EXPECT_TRUE(questions.all().empty());
  EXPECT_TRUE(questions.take_all().empty());
}

// Its answer comes to whoever parked it: nothing else keeps the call.
TEST(ParkedQuestionsTest, AParkedCallLivesUntilItIsTakenOut) {
  ParkedQuestions questions;
  CallPtr call = a_call();
  const std::weak_ptr<PendingCall> seen = call;
  park(questions, call, "q1");
  call.reset();
  EXPECT_FALSE(seen.expired());
  questions.take_out("q1");
  EXPECT_TRUE(seen.expired());
}

TEST(ParkedQuestionsTest, AnIdThatIsUsedAgainIsTheLaterCalls) {
  ParkedQuestions questions;
  const CallPtr later = a_call();
  park(questions, a_call(), "q1");
  park(questions, later, "q1");
  ASSERT_EQ(questions.all().size(), 1U);
  EXPECT_EQ(questions.all()[0].second.call, later);
}

// A person may answer as soon as the question is out, before park() has come to the entry.
class Answer {
 public:
  explicit Answer(ParkedQuestions& questions)
      : thread_([this, &questions] {
          tid_ = ::gettid();
          questions.take_out("q1");
          given_ = true;
        }) {}
  ~Answer() { thread_.join(); }
  Answer(const Answer&) = delete;
  Answer& operator=(const Answer&) = delete;

  // It has come, or waits for whoever parks.
  [[nodiscard]] bool is_there() const {
    if (given_) return true;
    const auto call = tid_ == 0 ? std::nullopt : interceptor::call_in_progress(tid_);
    return call && call->number == SYS_futex;
  }

 private:
  std::atomic<pid_t> tid_ = 0;
  std::atomic<bool> given_ = false;
  std::thread thread_;
};

TEST(ParkedQuestionsTest, AnAnswerCannotOvertakeItsQuestion) {
  ParkedQuestions questions;
  {
    std::unique_ptr<Answer> answer;
    ASSERT_TRUE(questions.park({a_call(), nullptr}, [&] {
      answer = std::make_unique<Answer>(questions);
      while (!answer->is_there()) std::this_thread::yield();
      return Asked("q1");
    }));
  }
  EXPECT_TRUE(questions.all().empty());
}

}  // namespace
}  // namespace guard::supervisor
