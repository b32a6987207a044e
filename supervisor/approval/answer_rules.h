// SPDX-License-Identifier: Apache-2.0
// The answers that a question takes. Pure: the broker asks it before it settles anything, so that
// every way of answering (API, inline, web) is held to the same rules. Errors are kInvalid, for
// people.
#ifndef GUARD_SUPERVISOR_APPROVAL_ANSWER_RULES_H_
#define GUARD_SUPERVISOR_APPROVAL_ANSWER_RULES_H_

#include <string>

#include "base/error.h"
#include "supervisor/approval/question.h"

namespace guard::supervisor {

// The answer as it will be acted on: a remembering scope carries the pattern it covers. Fails when
// the question is settled, the word CONFIRM is missing, the scope is not offered, or the pattern
// may not be edited.
[[nodiscard]] Result<Answer> accepted_answer(const Question& question, Answer answer);
// "question 1a2b3c4d was already denied by ana (guard deny) at 2025-03-01T09:05:07Z: keep them".
[[nodiscard]] std::string settled_text(const Question& question);
// The part of an id that people read and type.
[[nodiscard]] std::string short_id(const std::string& id);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_APPROVAL_ANSWER_RULES_H_
