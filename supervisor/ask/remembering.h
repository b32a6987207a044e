// SPDX-License-Identifier: Apache-2.0
// The effects of an answer beyond the act itself: the scopes that a person is offered, the leases
// and the grant that an answer makes, the refusal that is remembered, and what is known of a
// program that was let start. Pure functions of the call; any thread.
#ifndef GUARD_SUPERVISOR_ASK_REMEMBERING_H_
#define GUARD_SUPERVISOR_ASK_REMEMBERING_H_

#include <sys/types.h>

#include <memory>
#include <optional>
#include <vector>

#include "interceptor/ptrace/exec_mark.h"
#include "policy/model/policy.h"
#include "supervisor/actors/process_tree.h"
#include "supervisor/approval/grants.h"
#include "supervisor/approval/lease.h"
#include "supervisor/approval/question.h"
#include "supervisor/call/pending_call.h"

namespace guard::supervisor {

[[nodiscard]] bool needs_two_people(const PendingCall& call, const policy::Policy& policy);
[[nodiscard]] std::vector<Scope> offered_scopes(const PendingCall& call, bool offers_always);
// For a connection to a host whose name guard knows: the pattern that covers the other names of its
// domain too, "*.example.org:443/tcp". Empty: nothing is offered.
[[nodiscard]] std::string wider_pattern(const PendingCall& call);
// The further acts that an answer to a file act allows the same command (scope command: this
// directory).
[[nodiscard]] std::vector<Lease> leases_of(const PendingCall& call, const Answer& answer);
// For a connection to a host whose name guard knows: its answer's word about the host's other
// addresses, for the same process. Nothing for what another answer covered, and for what several
// people must approve.
[[nodiscard]] std::optional<Lease> lease_of_host(const PendingCall& call, const Answer& answer,
                                                 const policy::Policy& policy);
[[nodiscard]] std::optional<Refusal> refusal_of_host(const PendingCall& call, const Answer& answer);
// CALL made a folder outside of the workspace for `git clone`, which git itself fills: whoever let
// that happen is asked no more about what git puts there, or takes away again.
[[nodiscard]] bool is_a_clones(const PendingCall& call);
[[nodiscard]] Lease lease_of_clone(const PendingCall& call);
// An exec that was answered, whose lease would be cut short: the count of what it takes ended
// early.
[[nodiscard]] bool is_cut_short(const PendingCall& call);
// The acts that an allowed exec lets its process do: on exactly the objects that were walked, and
// born ones.
[[nodiscard]] std::vector<Lease> exec_leases_of(const PendingCall& call, pid_t pid);
// Grants these, and keeps from a watched search what no rule lets it read.
void lease_to_exec(LeaseTable& leases, const PendingCall& call, pid_t pid);
[[nodiscard]] std::optional<Grant> grant_of(const PendingCall& call, const Answer& answer,
                                            const policy::Policy& policy);
[[nodiscard]] std::optional<Grant> denial_of(const PendingCall& call, const Answer& answer);
[[nodiscard]] Refusal refusal_of(const PendingCall& call);
[[nodiscard]] std::shared_ptr<const Program> program_of(const PendingCall& call,
                                                        const interceptor::ExecMark& mark);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_ASK_REMEMBERING_H_
