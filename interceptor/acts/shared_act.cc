// SPDX-License-Identifier: Apache-2.0
// Acts on things without a file: System V objects and message queues.
#include <sys/syscall.h>
#include <unistd.h>

#include "interceptor/acts/acts.h"

namespace guard::interceptor {

// By number and command: registers. Guard cannot do it in the tracee's name, since the kernel looks
// at the effective user here, which guard does not take on.
Executed act_shared_object(HeldCall&) {
  Executed executed;
  executed.reply = Reply::proceed(permit_continue(ContinueReason::kRegistersOnly));
  return executed;
}

Executed act_remove_queue(HeldCall& call) {
  return executed_value(::syscall(SYS_mq_unlink, call.raw.path.c_str()));
}

}  // namespace guard::interceptor
