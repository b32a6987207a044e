// SPDX-License-Identifier: Apache-2.0
// The features of this kernel, found by trying them in a throw-away child, never by its version:
// vendors backport, containers and security modules forbid. Values only; called before anything
// else of a run exists, from a single-threaded process (it forks). Takes about a millisecond, so
// every run does all of it. Errors: nothing can be tried at all (no fork, no pipe); a missing
// feature is a value.
//
// Since: listener 5.0, PTRACE_GET_SYSCALL_INFO 5.3, pidfd_getfd 5.6, ADDFD 5.9, ADDFD_SEND 5.14,
// WAIT_KILLABLE_RECV 5.19, SYNC_WAKE_UP 6.6, PIDFD_THREAD 6.9, Landlock 5.13 (ABI 1), its
// scopes 6.12 (ABI 6).
#ifndef GUARD_INTERCEPTOR_KERNEL_KERNEL_FEATURES_H_
#define GUARD_INTERCEPTOR_KERNEL_KERNEL_FEATURES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"

namespace guard::interceptor {

// Sizes that this kernel uses (SECCOMP_GET_NOTIF_SIZES): buffers must be as large.
struct NotificationSizes {
  std::uint16_t notification = 0;
  std::uint16_t response = 0;
  std::uint16_t data = 0;
  bool operator==(const NotificationSizes&) const = default;
};

struct KernelFeatures {
  std::string release;  // uname -r, for people only
  bool listener = false;
  bool listener_taken = false;  // this process runs under a listener already: EBUSY
  bool wait_killable = false;
  bool add_fd = false;
  bool add_fd_send = false;
  bool sync_wake_up = false;
  bool pidfd_getfd = false;     // guard may take descriptors of its children itself
  bool trace_children = false;  // ... read their memory and seize them (Yama may forbid it)
  bool stopped_calls = false;   // a tracer is told of calls (PTRACE_GET_SYSCALL_INFO)
  bool thread_umask = false;    // a thread may have an umask of its own (fs_context.h)
  bool pidfd_thread = false;
  int landlock_abi = 0;  // 0: none
  bool landlock_scopes = false;
  bool landlock_roots = false;
  NotificationSizes sizes;
  bool operator==(const KernelFeatures&) const = default;
};

// One line per feature for `guard doctor`.
struct FeatureLine {
  std::string name;
  bool present = false;
  std::string since;    // first kernel that has it
  std::string without;  // what guard does without it
};

inline constexpr char kBusyListener[] =
    "this process already runs under a seccomp listener (a container runtime, a sandbox or another "
    "guard): the kernel allows one";

[[nodiscard]] Result<KernelFeatures> probe_kernel();
// Empty: calls can be mediated. Else one clear line that says why not, and all that a container has
// to be started with.
[[nodiscard]] std::string why_not_mediated(const KernelFeatures& features);
// Guard has them: it may take them itself, or have the programs send them (descriptor_loan.h).
[[nodiscard]] bool has_descriptors(const KernelFeatures& features);
// The same as why_not_mediated() for the ptrace backend (backend.h), which needs no listener.
[[nodiscard]] std::string why_not_traced(const KernelFeatures& features);
[[nodiscard]] std::vector<FeatureLine> describe(const KernelFeatures& features);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_KERNEL_KERNEL_FEATURES_H_
