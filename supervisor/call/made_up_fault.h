// SPDX-License-Identifier: Apache-2.0
// Test-only builds (base/weaken.h): an error of guard's own at one stage of every removal, to show
// that each stage refuses and records. Other calls pass, so that a program starts at all.
#ifndef GUARD_SUPERVISOR_CALL_MADE_UP_FAULT_H_
#define GUARD_SUPERVISOR_CALL_MADE_UP_FAULT_H_

#include <cerrno>

#include "base/error.h"
#include "base/weaken.h"
#include "interceptor/syscalls/syscall_table.h"
#include "supervisor/call/pending_call.h"

namespace guard::supervisor {

inline bool is_removal(const PendingCall& call) {
  const interceptor::SyscallRow* row = interceptor::row_of(call.notification.number);
  return row != nullptr && row->operation == interceptor::Operation::kRemove;
}

inline Error made_up_fault() {
  return Error{Code::kInternal, EIO, "made up for a test"};
}

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_CALL_MADE_UP_FAULT_H_
