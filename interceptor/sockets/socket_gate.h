// SPDX-License-Identifier: Apache-2.0
// SocketGate: which calls on sockets go on as the tracee wrote them, because nothing that it can
// still change decides anything. Looks at registers and at the socket itself, never at the tracee's
// memory, so that the many sends on connected streams cost no copying. The argument for each reason
// stands in continue_permit.cc. Any thread, with guard's own credentials.
#ifndef GUARD_INTERCEPTOR_SOCKETS_SOCKET_GATE_H_
#define GUARD_INTERCEPTOR_SOCKETS_SOCKET_GATE_H_

#include <optional>

#include "interceptor/calls/continue_permit.h"
#include "interceptor/calls/notification.h"
#include "interceptor/process/credentials.h"
#include "interceptor/syscalls/syscall_table.h"
#include "interceptor/tracee/tracee.h"

namespace guard::interceptor {

class SocketGate {
 public:
  SocketGate(TraceeTable& tracees, const Credentials& own) : tracees_(tracees), own_(own) {}
  // nullopt: it has to be decoded and judged (also when something could not be found out).
  [[nodiscard]] std::optional<ContinueReason> why_harmless(const Notification& notification) const;

 private:
  [[nodiscard]] std::optional<ContinueReason> why_powerless(const SyscallRow& row,
                                                            const Notification& notification,
                                                            const Tracee& tracee) const;
  [[nodiscard]] std::optional<ContinueReason> why_by_socket(const SyscallRow& row,
                                                            const Notification& notification,
                                                            const Tracee& tracee) const;

  TraceeTable& tracees_;
  const Credentials& own_;
};

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_SOCKETS_SOCKET_GATE_H_
