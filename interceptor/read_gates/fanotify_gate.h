// SPDX-License-Identifier: Apache-2.0
// The gate of fanotify permission events (fanotify(7)): FAN_OPEN_PERM marks on the inodes, so that
// every name, link and mount of a file is held. An opener waits killably until it is answered. The
// group is made before the reaper is forked off, which keeps a copy: when the serving process dies,
// what waits goes on waiting until the tree has been ended (the kernel lets everything pass when
// the last copy is closed). An exec was judged as such, and reads nothing out to its program.
#ifndef GUARD_INTERCEPTOR_READ_GATES_FANOTIFY_GATE_H_
#define GUARD_INTERCEPTOR_READ_GATES_FANOTIFY_GATE_H_

#include <memory>

#include "base/error.h"
#include "base/files/unique_fd.h"
#include "interceptor/read_gates/read_gate.h"

namespace guard::interceptor {

// kSystem with EPERM: not in the machine's own user namespace as root.
Result<UniqueFd> make_fanotify_group();

// ON_HELD comes from several threads at once.
Result<std::unique_ptr<ReadGate>> start_fanotify_gate(UniqueFd group, OnHeldOpen on_held);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_READ_GATES_FANOTIFY_GATE_H_
