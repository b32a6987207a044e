// SPDX-License-Identifier: Apache-2.0
// The parts that a question is made with, beside the call: a policy, and a saver with a real store.
#ifndef GUARD_TESTS_SUPERVISOR_ASK_QUESTION_FIXTURE_H_
#define GUARD_TESTS_SUPERVISOR_ASK_QUESTION_FIXTURE_H_

#include <string>

#include "supervisor/ask/question_text.h"
#include "tests/supervisor/audit/redacted_text.h"
#include "tests/supervisor/call/saver_fixture.h"

namespace guard::supervisor {

class QuestionFixture : public SaverFixture {
 protected:
  [[nodiscard]] Question question(const PendingCall& call, bool offers_always = false) const {
    return question_of(call, {policy_, redactor_, session_, *saver_, paths_, offers_always});
  }
  // Tier 2.
  static PendingCall deletion(const std::string& path = "/w/a") {
    PendingCall call = made_act(policy::Act::kDelete, {made_object(path)});
    call.decision.assessment.tier = 2;
    call.decision.assessment.categories = {policy::Category::kFsDeleteOverwrite};
    call.decision.assessment.pattern = "/w";
    return call;
  }
  // Tier 2, and counted.
  static PendingCall removal_of_folder(const policy::Effect& effect) {
    PendingCall call = made_exec("/usr/bin/rm", {"rm", "-r", "d"});
    call.decision.assessment.tier = 2;
    call.decision.assessment.categories = {policy::Category::kFsDeleteOverwrite};
    call.decision.assessment.effect = effect;
    return call;
  }

  policy::Policy policy_;
  std::string session_ = "s1";
};

}  // namespace guard::supervisor

#endif  // GUARD_TESTS_SUPERVISOR_ASK_QUESTION_FIXTURE_H_
