// SPDX-License-Identifier: Apache-2.0
// ExecOrder: an exec that was judged and may go on, and what must then be seen to run.
#ifndef GUARD_INTERCEPTOR_PTRACE_EXEC_ORDER_H_
#define GUARD_INTERCEPTOR_PTRACE_EXEC_ORDER_H_

#include <sys/types.h>
#include <time.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/files/unique_fd.h"
#include "interceptor/calls/notification.h"
#include "interceptor/ptrace/exec_mark.h"

namespace guard::interceptor {

struct Tracee;

// The image that must be seen at PTRACE_EVENT_EXEC.
struct ExpectedImage {
  dev_t device = 0;
  ino_t inode = 0;
  std::vector<std::string> argv;
  std::vector<std::string> envp;
  timespec changed{};  // ctime: nobody but the kernel sets it
};

enum class ExecOutcome {
  kVerified,    // runs, and is what was judged
  kFailed,      // the kernel refused the exec; the tracee got its errno
  kMismatch,    // something else would have run: killed
  kUnverified,  // an in-tree debugger holds the ptrace slot; continued only if the order allowed it
  kRefused,     // as kUnverified, but not allowed: answered EPERM
  kGone,
};

struct ExecEnd {
  ExecOutcome outcome = ExecOutcome::kGone;
  pid_t pid = 0;       // the thread group that now runs the image, if one does
  std::string detail;  // for people, where it is not what was judged
  ExecMark mark;       // of what was verified
};

// Guard's relay, which runs in the place of what was called (stand_in.h).
struct StandIn {
  UniqueFd image;   // the expected image is its own
  UniqueFd socket;  // the tree's end
  // In the caller's registers: addresses of its memory.
  std::uint64_t path = 0;
  std::size_t path_size = 0;
  std::uint64_t argv = 0;
  std::uint64_t envp = 0;
};

struct ExecOrder {
  NotifyId id = 0;
  Tid tid = 0;
  pid_t process = 0;  // the thread group of tid
  std::shared_ptr<const Tracee> tracee;
  ExpectedImage expected;
  std::shared_ptr<StandIn> stand_in;  // null: what was called runs itself
  bool may_run_unverified = false;    // never for a class that is asked for
  // Its opens that wait for nobody are turned when the kernel refuses them for a lease
  // (open_turner.h), until it ends.
  bool is_watched = false;
  // On the thread that traces it; hands on, does not work.
  std::function<void(const ExecEnd&)> on_outcome;
  // On the same thread, once a verified program runs: for what it need not wait for. May be
  // empty.
  std::function<void()> on_released;
};

struct HeldCall;
// Gives the order for a resolved exec, whose environment and arguments to come it takes over; the
// caller fills in what shall happen at its outcome.
[[nodiscard]] ExecOrder order_of(HeldCall& call);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_PTRACE_EXEC_ORDER_H_
