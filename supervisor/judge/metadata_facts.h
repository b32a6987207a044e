// SPDX-License-Identifier: Apache-2.0
// The changes that a held call would make to its object's metadata, in the words of policy. Any
// thread; what cannot be told is the worst case.
#ifndef GUARD_SUPERVISOR_JUDGE_METADATA_FACTS_H_
#define GUARD_SUPERVISOR_JUDGE_METADATA_FACTS_H_

#include "interceptor/resolve/held_call.h"
#include "policy/vocabulary/action.h"

namespace guard::supervisor {

[[nodiscard]] policy::MetadataChange metadata_change_of(const interceptor::HeldCall& held);
// For an open or mknod that makes an object: the mode it asks for, and what is made.
void describe_made(const interceptor::HeldCall& held, policy::Action& action);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_JUDGE_METADATA_FACTS_H_
