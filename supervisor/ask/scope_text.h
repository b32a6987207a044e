// SPDX-License-Identifier: Apache-2.0
// The acts that an answer of each scope would cover besides the act itself, in the words that a
// person reads wherever the question is shown. Pure; any thread.
#ifndef GUARD_SUPERVISOR_ASK_SCOPE_TEXT_H_
#define GUARD_SUPERVISOR_ASK_SCOPE_TEXT_H_

#include <string>

#include "supervisor/approval/question.h"
#include "supervisor/call/pending_call.h"

namespace guard::supervisor {

// "deletes in /w/photos and below", "moves from /o to /w, and below", "git push origin *"; of a
// command whose files lie in several folders "deletes in /w/a and below; all else of it only now".
// Empty for `once`. Not redacted yet.
[[nodiscard]] std::string scope_text(const PendingCall& call, Scope scope);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_ASK_SCOPE_TEXT_H_
