// SPDX-License-Identifier: Apache-2.0
// Questions that wait while somebody answers another one for more than itself (scope command,
// session, a time; a category for the session): what was granted answers them too, as it would have
// answered them had it been there before. So does the answer about one address of a host, for the
// others. Pure but for the wiring; any thread.
#ifndef GUARD_SUPERVISOR_ASK_COVERED_QUESTION_H_
#define GUARD_SUPERVISOR_ASK_COVERED_QUESTION_H_

#include <memory>
#include <optional>

#include "policy/decide/evaluator.h"
#include "policy/model/policy.h"
#include "supervisor/approval/broker.h"
#include "supervisor/approval/grants.h"
#include "supervisor/approval/lease.h"
#include "supervisor/call/pending_call.h"

namespace guard::supervisor {

// Not tier 3, nor where more than the policy of this session asks (a policy further in, what cannot
// be saved).
[[nodiscard]] bool may_be_covered(const PendingCall& call);
[[nodiscard]] std::shared_ptr<const AskedAct> asked_act_of(const PendingCall& call);

// The answer that what is granted by now gives; nothing where a person must answer. Where each
// command is to be approved by itself (`per_command`: a mode that asks once per command), only
// categories for the session answer what waits: whoever names them speaks of all commands.
[[nodiscard]] std::optional<Answer> covering_answer(const Question& question, const Grants& grants,
                                                    const LeaseTable& leases,
                                                    const policy::Evaluator& evaluator,
                                                    bool per_command);

// From now on; all four outlive the last question. A caller that leases more calls
// Broker::answer_covered().
void answer_what_is_covered(Broker& broker, Grants& grants, const LeaseTable& leases,
                            const policy::Evaluator& evaluator, bool per_command);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_ASK_COVERED_QUESTION_H_
