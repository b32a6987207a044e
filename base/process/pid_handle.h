// SPDX-License-Identifier: Apache-2.0
// PidHandle owns a pidfd: a process (or thread) that stays the same one when its number is used
// again. Signals, waits and descriptors of other processes go through it. Move-only; any thread.
// Code::kGone means that the process has ended.
//
// pidfd_open 5.3, waitid(P_PIDFD) 5.4, pidfd_getfd 5.6, PIDFD_THREAD 6.9 (pidfd_open(2)).
#ifndef GUARD_BASE_PROCESS_PID_HANDLE_H_
#define GUARD_BASE_PROCESS_PID_HANDLE_H_

#include <sys/types.h>

#include "base/error.h"
#include "base/files/unique_fd.h"

namespace guard {

// How a child ended.
struct ExitStatus {
  bool signaled = false;
  int value = 0;  // exit status, or the signal's number
  bool core_dumped = false;
  bool operator==(const ExitStatus&) const = default;
};

class PidHandle {
 public:
  PidHandle() = default;
  [[nodiscard]] static Result<PidHandle> open(pid_t pid);
  // One thread that need not lead its process; kUnsupported before 6.9.
  [[nodiscard]] static Result<PidHandle> open_thread(pid_t tid);
  // Takes a pidfd that clone or a message brought.
  [[nodiscard]] static PidHandle adopt(UniqueFd fd, pid_t pid);

  [[nodiscard]] bool valid() const { return fd_.valid(); }
  [[nodiscard]] int fd() const { return fd_.get(); }  // readable once the process has ended
  [[nodiscard]] pid_t pid() const { return pid_; }    // for texts and /proc only

  Result<void> send_signal(int signal) const;
  // True: it has ended. timeout_ms as in poll(2): 0 looks, -1 waits.
  Result<bool> wait_for_end(int timeout_ms) const;
  // Own children only: collects the zombie; waits until there is one.
  Result<ExitStatus> reap() const;
  // A duplicate of the other's descriptor, close-on-exec; needs the right to trace it.
  Result<UniqueFd> take_fd(int number) const;

 private:
  PidHandle(UniqueFd fd, pid_t pid) : fd_(std::move(fd)), pid_(pid) {}

  UniqueFd fd_;
  pid_t pid_ = -1;
};

}  // namespace guard

#endif  // GUARD_BASE_PROCESS_PID_HANDLE_H_
