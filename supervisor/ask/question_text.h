// SPDX-License-Identifier: Apache-2.0
// From a judged call to what a person is asked, and to the line that a refused program reads. Pure
// functions of the call; any thread.
#ifndef GUARD_SUPERVISOR_ASK_QUESTION_TEXT_H_
#define GUARD_SUPERVISOR_ASK_QUESTION_TEXT_H_

#include <string>

#include "policy/model/policy.h"
#include "supervisor/approval/question.h"
#include "supervisor/ask/undo_promise.h"
#include "supervisor/audit/redaction/redactor.h"
#include "supervisor/call/pending_call.h"
#include "supervisor/call/saver.h"

namespace guard::supervisor {

struct QuestionContext {
  const policy::Policy& policy;
  const Redactor& redactor;
  const std::string& session_id;
  const Saver& saver;
  const PathFacts& paths;
  bool offers_always = false;
  bool in_ci = false;  // whoever reads a refusal knows that nobody answers
  // `approvers` names nobody besides the session's user: no two people can approve anything.
  bool one_person_alone = false;
};

[[nodiscard]] Question question_of(const PendingCall& call, const QuestionContext& context);
// "guard: denied rm -rf ./src: deletes tracked sources (rule fs.delete). Ask the user, or move it
// instead." IN_CI: without the note that nobody answers.
[[nodiscard]] std::string denial_text(const PendingCall& call, const Redactor& redactor,
                                      bool in_ci = false);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_ASK_QUESTION_TEXT_H_
