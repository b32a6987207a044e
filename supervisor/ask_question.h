// SPDX-License-Identifier: Apache-2.0
// From a judged call to what a person is asked, and from the answer to what it allows: question,
// leases, grants, the refusal that is remembered, the line that the refused program reads. Pure
// functions of the call; any thread.
#ifndef GUARD_SUPERVISOR_ASK_QUESTION_H_
#define GUARD_SUPERVISOR_ASK_QUESTION_H_

#include <optional>
#include <string>
#include <vector>

#include "policy/policy.h"
#include "supervisor/approval/grants.h"
#include "supervisor/approval/lease.h"
#include "supervisor/approval/question.h"
#include "supervisor/audit/redactor.h"
#include "supervisor/pending_call.h"
#include "supervisor/saver.h"

namespace guard::supervisor {

struct QuestionContext {
  const policy::Policy& policy;
  const Redactor& redactor;
  const std::string& session_id;
  const Saver& saver;
  const PathFacts& paths;
  bool offers_always = false;
};

// True when the question says that undo will be possible.
[[nodiscard]] bool promises_undo(const PendingCall& call, const Saver& saver);
[[nodiscard]] Question question_of(const PendingCall& call, const QuestionContext& context);
// "rm -rf ./tmp_a", "delete /w/a.txt", "connect to 192.0.2.7:443"; redacted, safe for a terminal.
[[nodiscard]] std::string act_text(const PendingCall& call, const Redactor& redactor);
// Exactly where a connection, a send or a listener would be: "tcp 192.0.2.7 443", a socket's path;
// empty for other acts.
[[nodiscard]] std::string peer_text(const policy::Action& action);
// "guard: denied rm -rf ./src: deletes tracked sources (rule fs.delete). Ask the user, or move it
// instead."
[[nodiscard]] std::string denial_text(const PendingCall& call, const Redactor& redactor);

// What an answer to a file act allows the same command to do further (scope command: this
// directory).
[[nodiscard]] std::vector<Lease> leases_of(const PendingCall& call, const Answer& answer);
// What an allowed exec lets the process that it started do: exactly the objects that were walked,
// and born ones.
[[nodiscard]] std::vector<Lease> exec_leases_of(const PendingCall& call, pid_t pid);
[[nodiscard]] std::optional<Grant> grant_of(const PendingCall& call, const Answer& answer,
                                            const policy::Policy& policy);
[[nodiscard]] Refusal refusal_of(const PendingCall& call);
// What tells one command of a process from another, whichever file it starts.
[[nodiscard]] std::string exec_text(const policy::Action& action);
[[nodiscard]] std::shared_ptr<const Program> program_of(const PendingCall& call,
                                                        const interceptor::ExecMark& mark);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_ASK_QUESTION_H_
