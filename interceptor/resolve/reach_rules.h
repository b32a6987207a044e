// SPDX-License-Identifier: Apache-2.0
// Calls that reach other processes: signals, ptrace, their memory. Landlock's scopes keep the tree
// from everything outside (Linux 6.12); on older kernels guard is asked about these calls
// (asked_calls.h) and answers as the scopes would: inside of the tree they
// go on, outside of it EPERM. Those that let the caller read or write another's memory are always
// told. Registers alone decide. Reads /proc; any thread.
#ifndef GUARD_INTERCEPTOR_RESOLVE_REACH_RULES_H_
#define GUARD_INTERCEPTOR_RESOLVE_REACH_RULES_H_

#include <optional>
#include <string>

#include "interceptor/calls/notification.h"
#include "interceptor/syscalls/asked_calls.h"
#include "interceptor/tracee/tracee.h"

namespace guard::interceptor {

struct HeldCall;

// The number of the process whose memory the call opens to another process; 0: cannot be told;
// nullopt: nobody's. Asked before the kernel carries it out. Reading counts as writing does: one
// call may read the same page a thousand times over, and so what comes there later.
[[nodiscard]] std::optional<pid_t> opens_memory_of(const Notification& call, const Tracee& tracee);

// The process or thread that process_vm_readv and process_vm_writev name; nothing read.
[[nodiscard]] std::optional<pid_t> copies_memory_of(const Notification& call, const Tracee& tracee);

// The same as opens_memory_of() of a file: /proc/PID/mem (proc(5)).
[[nodiscard]] std::optional<pid_t> memory_file_of(const HeldCall& call);

// True: guard itself traces whom the call would trace, so that the kernel would say EPERM now:
// while an exec of it is verified, or the tree is held (exec_verifier.h). Numbers of another
// namespace are not looked up.
[[nodiscard]] bool wants_whom_guard_traces(const Notification& call, const Tracee& tracee);

// True: whom it names lies in the tree.
[[nodiscard]] bool stays_inside(const Notification& call, const Tracee& tracee);

// kill(2), pidfd_send_signal(2) and their kind.
[[nodiscard]] bool sends_signal(const Notification& call);

// True: none of those whom a signal names lies in the tree. The kernel's scope passes over the
// others, so that one of the tree among them gets it.
[[nodiscard]] bool signals_nobody_inside(const Notification& call, const Tracee& tracee);

// "SIGTERM to process 4704 (sleep)", "SIGKILL to every process", "SIGINT to group 12"; empty: it
// sends none.
[[nodiscard]] std::string signal_text(const Notification& call, const Tracee& tracee);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_RESOLVE_REACH_RULES_H_
