// SPDX-License-Identifier: Apache-2.0
// A question as a session would ask it, and a clock that a test sets.
#ifndef GUARD_TESTS_SUPERVISOR_APPROVAL_SOME_QUESTION_H_
#define GUARD_TESTS_SUPERVISOR_APPROVAL_SOME_QUESTION_H_

#include <chrono>
#include <memory>

#include "supervisor/approval/broker.h"

namespace guard::supervisor {

struct FakeClock {
  std::chrono::system_clock::time_point now{std::chrono::seconds(1'700'000'000)};
  [[nodiscard]] Broker::Now reader() {
    return [this] { return now; };
  }
};

inline Question some_question(const FakeClock& clock, int tier = 2) {
  Question question;
  question.session_id = "s1";
  question.categories = {policy::Category::kFsDeleteOverwrite};
  question.tier = tier;
  question.what = "rm -rf ./a";
  question.why = "the agent's command: rm -rf ./a";
  question.pattern = "rm -rf ./a";
  question.scopes = {Scope::kOnce, Scope::kCommand, Scope::kSession, Scope::kMinutes};
  question.deadline = clock.now + std::chrono::hours(24);
  return question;
}

inline Answer approval(Scope scope = Scope::kOnce) {
  Answer answer;
  answer.approve = true;
  answer.scope = scope;
  answer.by = "ana (guard approve)";
  return answer;
}

inline Answer denial(const std::string& reason) {
  Answer answer;
  answer.reason = reason;
  answer.by = "ana (guard deny)";
  return answer;
}

}  // namespace guard::supervisor

#endif  // GUARD_TESTS_SUPERVISOR_APPROVAL_SOME_QUESTION_H_
