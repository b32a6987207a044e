// SPDX-License-Identifier: Apache-2.0
// DescriptorLoan: duplicates of a caller's descriptors where a container refuses pidfd_getfd(2).
// Files can be reopened through /proc, sockets cannot; so the process sends them (SCM_RIGHTS):
//
//   the caller is seized and interrupted, its call answered as one to be made again; at its stop it
//   makes a thread, whose table of descriptors is a copy (CLONE_THREAD without CLONE_FILES): no
//   sibling can change what a number means there
//   that thread maps a page, guard writes the message into it, the thread sends; guard is asked for
//   that send as for any other, and puts its own socket under the number first (serve)
//   the thread unmaps the page and ends; the caller makes its call again
//
// guard then judges and acts on the descriptor that arrived, whatever the number means to the
// process by then. Nothing of the caller's table, memory or signals is different behind it.
//
// run() blocks its thread, for some stops of the caller. serve(): on the thread that receives
// calls.
#ifndef GUARD_INTERCEPTOR_PTRACE_DESCRIPTOR_LOAN_H_
#define GUARD_INTERCEPTOR_PTRACE_DESCRIPTOR_LOAN_H_

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/error.h"
#include "base/files/unique_fd.h"
#include "interceptor/calls/call_listener.h"
#include "interceptor/ptrace/driven_thread.h"

namespace guard::interceptor {

class DescriptorLoan {
 public:
  // NUMBERS: of the caller. All must outlive it.
  DescriptorLoan(CallListener& listener, const Notification& call, const std::vector<int>& numbers,
                 const std::atomic<bool>& stopping)
      : listener_(listener), call_(call), numbers_(numbers), stopping_(stopping) {}

  // Interrupts the caller. kSystem: it still waits for its answer, as another tracer holds it.
  // kGone: there is nothing to answer.
  Result<void> interrupt();
  // The duplicates, in the order of the numbers; else why there are none (EBADF: one of the numbers
  // is no descriptor). The caller stands until this object ends; then it makes its call again.
  // kGone as above.
  Result<std::vector<UniqueFd>> take();

  // A call of the thread that sends. Another's: false. Any thread.
  [[nodiscard]] bool serve(const Notification& send);

 private:
  Result<void> drive();
  Result<void> send_by(DrivenThread& sender);
  Result<void> send_from(DrivenThread& sender, std::uint64_t page);
  Result<std::vector<UniqueFd>> received() const;
  [[nodiscard]] CallToMake repeated_call() const;
  [[nodiscard]] int free_number() const;

  CallListener& listener_;
  const Notification& call_;
  const std::vector<int>& numbers_;
  const std::atomic<bool>& stopping_;
  std::optional<DrivenThread> caller_;
  UniqueFd ours_;
  UniqueFd theirs_;
  std::atomic<pid_t> sender_ = -1;
};

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_PTRACE_DESCRIPTOR_LOAN_H_
