// SPDX-License-Identifier: Apache-2.0
// Which read gate this run can have: fanotify as root, leases as an ordinary user. At start.
#ifndef GUARD_SUPERVISOR_READ_GATES_H_
#define GUARD_SUPERVISOR_READ_GATES_H_

#include <sys/types.h>

#include <memory>

#include "base/error.h"
#include "base/unique_fd.h"
#include "interceptor/lease_gate.h"
#include "interceptor/read_gate.h"
#include "policy/policy.h"

namespace guard::supervisor {

// Before the reaper is forked off. Invalid: not to be had, or not wanted.
[[nodiscard]] UniqueFd fanotify_for(const policy::Policy& policy);
// Null: the policy wants none.
[[nodiscard]] Result<std::unique_ptr<interceptor::ReadGate>> start_read_gate(
    const policy::Policy& policy, UniqueFd fanotify, pid_t tree, interceptor::OnHeldOpen on_held,
    interceptor::HoldTree hold_tree);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_READ_GATES_H_
