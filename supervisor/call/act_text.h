// SPDX-License-Identifier: Apache-2.0
// The words for an act: in questions, records and lines for agents. Redacted where a secret could
// be in it, and safe for a terminal. Pure functions of the call; any thread.
#ifndef GUARD_SUPERVISOR_CALL_ACT_TEXT_H_
#define GUARD_SUPERVISOR_CALL_ACT_TEXT_H_

#include <string>

#include "policy/vocabulary/action.h"
#include "supervisor/audit/redaction/redactor.h"
#include "supervisor/call/pending_call.h"

namespace guard::supervisor {

// Names of files are told by people who look at them and by records alike: no secret in either.
[[nodiscard]] std::string shown(const Redactor& redactor, const std::string& text);
// "rm -rf ./tmp_a", "delete /w/a.txt", "connect to 192.0.2.7 port 443".
[[nodiscard]] std::string act_text(const PendingCall& call, const Redactor& redactor);
// Exactly where a connection, a send or a listener would be: "tcp 192.0.2.7 443", a socket's path;
// empty for other acts.
[[nodiscard]] std::string peer_text(const policy::Action& action);
// The text that tells one command of a process from another, whichever file it starts. Not for
// people.
[[nodiscard]] std::string exec_text(const policy::Action& action);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_CALL_ACT_TEXT_H_
