// SPDX-License-Identifier: Apache-2.0
// The seccomp filter of a run. The programs are constant: generate_filter compiles them from the
// syscall table while guard is built. install_filter() is called by the child between fork and
// exec: it neither allocates nor locks. It uses seccomp(2) itself, for libseccomp 2.5.4 does not
// know WAIT_KILLABLE_RECV.
#ifndef GUARD_INTERCEPTOR_SECCOMP_SECCOMP_FILTER_H_
#define GUARD_INTERCEPTOR_SECCOMP_SECCOMP_FILTER_H_

#include <linux/filter.h>

#include <cstdint>
#include <span>

#include "interceptor/kernel/kernel_features.h"
#include "interceptor/syscalls/syscall_table.h"

namespace guard::interceptor {

struct FilterOptions {
  ForGuard guard = ForGuard::kUser;  // guard runs as root: it follows the callers' credentials
  // The kernel has no Landlock scopes: calls that reach other processes are asked (reach_rules.h);
  // those that name them by a descriptor, which a thread could swap, are refused.
  bool asks_reaching = false;
  // Neither fanotify nor leases can be had (docs/decisions/0016): opens that only read are asked
  // too, but for those with O_PATH, which read nothing.
  bool asks_reading = false;
  // For a tracer (trace_listener.h): asked calls answer SECCOMP_RET_TRACE, and what would hide from
  // it is refused: a listener in the tree, CLONE_UNTRACED. Without a tracer they fail with ENOSYS.
  bool for_tracer = false;
  // For the preloaded library (preload_listener.h), which asks by itself: asked calls go on, what
  // is refused is refused, also to programs that the library is not in.
  bool for_library = false;
};

// Lives as long as the process.
[[nodiscard]] std::span<const sock_filter> filter_for(const FilterOptions& options);

// Whether the filter asks about this call of the native architecture.
[[nodiscard]] bool asks(const FilterOptions& options, int number,
                        std::span<const std::uint64_t, 6> arguments);

// The flags of seccomp(2) for this kernel: a listener, and killable waits where they exist.
[[nodiscard]] unsigned listener_flags(const KernelFeatures& features);

// The reaction of a waiting call when its caller handles a signal. kRepeat: the signal ends the
// call, and the kernel makes it anew.
enum class CallsOnSignal { kKeepWaiting, kRepeat };

// With a listener of these flags.
[[nodiscard]] CallsOnSignal calls_on_signal(unsigned flags);

// Async-signal-safe. The listener's descriptor (close-on-exec), or a negative errno. EBUSY: the
// caller runs under a listener already (kBusyListener is what to tell people). Needs no_new_privs
// or CAP_SYS_ADMIN, else EACCES. Without a listener among the flags: 0.
[[nodiscard]] int install_filter(std::span<const sock_filter> program, unsigned flags);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_SECCOMP_SECCOMP_FILTER_H_
