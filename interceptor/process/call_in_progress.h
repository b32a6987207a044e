// SPDX-License-Identifier: Apache-2.0
// CallInProgress: the system call that a thread is blocked in, and what else /proc says of threads
// that wait (proc(5): /proc/TID/syscall, wchan, stat, /proc/PID/task). The call may be over by the
// time its reading is used. Any thread.
#ifndef GUARD_INTERCEPTOR_PROCESS_CALL_IN_PROGRESS_H_
#define GUARD_INTERCEPTOR_PROCESS_CALL_IN_PROGRESS_H_

#include <sys/types.h>

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace guard::interceptor {

struct CallInProgress {
  long number = -1;
  std::array<std::uint64_t, 6> arguments{};
};
// Nothing: it runs, or has ended.
[[nodiscard]] std::optional<CallInProgress> call_in_progress(pid_t tid);
// An open that the filter lets through, because it reads only.
[[nodiscard]] bool is_direct_open(const CallInProgress& call);
[[nodiscard]] bool waits_in_direct_open(pid_t tid);
// A thread blocked in a direct open: false when it waits for something else than a lease, as for a
// FIFO's writer. /proc/TID/wchan (proc(5)) names the kernel's function; where it names none, true.
[[nodiscard]] bool may_wait_for_lease(pid_t tid);
// A thread of PROCESS waits until the child that it made has started a program (vfork(2), as
// posix_spawn has it): until then PROCESS takes no signal but SIGKILL.
[[nodiscard]] bool waits_for_child_to_exec(pid_t process);
[[nodiscard]] bool is_exec(const CallInProgress& call);
[[nodiscard]] std::vector<pid_t> threads_of(pid_t process);
// The thread has ended, and is only not reaped yet.
[[nodiscard]] bool is_at_end(pid_t tid);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_PROCESS_CALL_IN_PROGRESS_H_
