// SPDX-License-Identifier: Apache-2.0
// The facts that a judged exec needs besides the objects of its effect
// (supervisor/approval/intent.h), and that its words alone do not tell: where a push leads, whose
// tmux server it speaks to. Reads git's
// configuration and what is held; on a worker. Any thread.
#ifndef GUARD_SUPERVISOR_JUDGE_INTENTS_H_
#define GUARD_SUPERVISOR_JUDGE_INTENTS_H_

#include "policy/model/spec_table.h"
#include "policy/vocabulary/assessment.h"
#include "supervisor/approval/intent.h"
#include "supervisor/call/pending_call.h"
#include "supervisor/facts/path_facts.h"

namespace guard::supervisor {

// CALL: an exec with its readings. ASSESSMENT: as judged; a push gets where it leads to its
// details, and one into a repository that this session made is not asked about.
[[nodiscard]] Intent intent_of(const PendingCall& call, const policy::SpecTable& specs,
                               const PathFacts& paths, policy::Assessment& assessment);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_JUDGE_INTENTS_H_
