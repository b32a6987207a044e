// SPDX-License-Identifier: Apache-2.0
// Executor: carries out an allowed call on the objects that were judged, with the tracee's
// credentials and umask, and says what to answer, by the row of its operation. Never follows a
// final link, never takes a path text again. An act that would wait for somebody else (a FIFO
// without a reader, a leased file, a peer without room) does not: it says would_wait, and is to be
// tried again (parking.h). Any thread. Operations that change names are made one at a time under a
// lock of the executor, so that no other mediated call can swap a name between its last check and
// the act.
#ifndef GUARD_INTERCEPTOR_OPERATIONS_EXECUTOR_H_
#define GUARD_INTERCEPTOR_OPERATIONS_EXECUTOR_H_

#include <sys/stat.h>

#include <mutex>

#include "interceptor/acts/acts.h"
#include "interceptor/process/credentials.h"
#include "interceptor/resolve/held_call.h"

namespace guard::interceptor {

class Executor {
 public:
  explicit Executor(const Credentials& own) : own_(own) {}

  // True when executing this call may block for long: then on a worker.
  [[nodiscard]] static bool may_block(const HeldCall& call);
  // Re-checks the names, then acts.
  Executed execute(HeldCall& call) const;
  // The answer to a call that waited, when its caller has a signal to take: ERESTARTSYS, how much
  // was sent by then, or the FIFO that somebody opened by then.
  [[nodiscard]] static Executed given_up(HeldCall& call);
  // Sends the signal of EXECUTED to the very thread, as the kernel does. With guard's own rights.
  static void raise_with(const HeldCall& call, const Executed& executed);
  // Removes the empty file that an open has just made, if it is still under its name.
  void take_back(const HeldCall& call, const struct statx& made) const;

 private:
  const Credentials& own_;
  mutable std::mutex mutation_;
};

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_OPERATIONS_EXECUTOR_H_
