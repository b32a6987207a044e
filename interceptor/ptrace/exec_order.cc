// SPDX-License-Identifier: Apache-2.0
#include "interceptor/ptrace/exec_order.h"

#include <utility>

#include "interceptor/resolve/held_call.h"

namespace guard::interceptor {

ExecOrder order_of(HeldCall& call) {
  ExecOrder order;
  order.id = call.raw.notification.id;
  order.tid = call.raw.notification.tid;
  order.process = call.tracee->tgid;
  order.tracee = call.tracee;
  order.expected = {call.image->running_device, call.image->running_inode,
                    std::move(call.image->running_argv), std::move(call.raw.envp),
                    call.image->running_changed};
  return order;
}

}  // namespace guard::interceptor
