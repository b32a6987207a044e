// SPDX-License-Identifier: Apache-2.0
// The gate of write leases (fcntl(2), F_SETLEASE): an open of a leased file waits in the kernel
// until the holder lets go, or fs.lease-break-time (45 s) is over. A broken lease cannot be mended,
// only given up and taken again, and not while anybody waits for it (its open counts as one,
// fs/locks.c, check_conflicting_open): so the whole tree is held for that moment, and those of it
// that waited are turned (open_turner.h). When the lease cannot be had then, somebody else waits or
// has the file open: it is that one's turn, and the lease is taken again as soon as nobody has it
// open. Until then the tree reads that file unasked (threat_model.md).
//
// An open with O_NONBLOCK does not wait: it fails with EAGAIN, and nobody is asked. To have the
// filter hand those to guard made `grep -r`, which opens every file so, 13 times slower (measured).
// The signal of a broken lease is only a hint to look at all of them: it can be lost.
#ifndef GUARD_INTERCEPTOR_READ_GATES_LEASE_GATE_H_
#define GUARD_INTERCEPTOR_READ_GATES_LEASE_GATE_H_

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "interceptor/read_gates/read_gate.h"

namespace guard::interceptor {

using HoldTree = std::function<void(TreeToHold)>;
// A reader was ended, because it could not be held and the kernel would soon have let it read. On
// the gate's thread.
struct EndedReader {
  pid_t process = 0;
  pid_t tracer = 0;         // of the tree, which kept it from being held; 0: nobody knows what did
  std::string tracer_name;  // its comm, read before the reader ended; empty when it could not be
  std::string path;         // of the secret; where it waited for one of several, one of these
};
using OnEndedReader = std::function<void(const EndedReader& reader)>;
// The kernel refused an open of it that does not wait (O_NONBLOCK, EAGAIN); told once for each
// name. It may have been a program outside. False: it is known whose open it was, and the next one
// is to be told. On the tracing thread.
using OnHurriedOpen = std::function<bool(const std::string& path)>;

// `tree`: the reaper, below which everybody is held back. SIGIO must be blocked in every thread.
Result<std::unique_ptr<ReadGate>> start_lease_gate(pid_t tree, HoldTree hold_tree,
                                                   OnEndedReader on_ended,
                                                   OnHurriedOpen on_hurried);

// How long a reader may hang in doubt: well below the time after which the kernel lets everybody
// pass. BREAK_TIME: what /proc/sys/fs/lease-break-time says, in seconds; 0: the kernel waits for
// ever. None: that is too short for a lease to hold anything, or cannot be read.
[[nodiscard]] std::optional<std::chrono::seconds> most_in_doubt(std::string_view break_time);

// True when this user may lease a file of its own (fs.leases-enable, security modules; tried with a
// throw-away file without a name), and the kernel leaves time to answer (fs.lease-break-time).
[[nodiscard]] bool can_lease();

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_READ_GATES_LEASE_GATE_H_
