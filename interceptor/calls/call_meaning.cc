// SPDX-License-Identifier: Apache-2.0
#include "interceptor/calls/call_meaning.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ipc.h>
#include <sys/socket.h>
#include <sys/syscall.h>

namespace guard::interceptor {

bool must_make_new(const RawCall& call) {
  return (call.open_flags & O_EXCL) != 0;
}

bool opens_without_waiting(const RawCall& call) {
  return call.operation == Operation::kOpen && (call.open_flags & O_NONBLOCK) != 0;
}

bool reads_what_it_changes(const RawCall& call) {
  return call.operation == Operation::kOpen && (call.open_flags & O_ACCMODE) != O_WRONLY &&
         (call.open_flags & O_TRUNC) == 0;
}

bool adds_to_the_end(const RawCall& call) {
  return call.operation == Operation::kOpen && (call.open_flags & O_ACCMODE) != O_RDONLY &&
         (call.open_flags & O_APPEND) != 0 && (call.open_flags & O_TRUNC) == 0;
}

bool exchanges_names(const RawCall& call) {
  return call.operation == Operation::kRename && (call.rename_flags & RENAME_EXCHANGE) != 0;
}

bool removes_shared_object(const RawCall& call) {
  return call.operation == Operation::kSharedObject && call.shared_command == IPC_RMID;
}

bool makes_netlink_socket(Operation operation, const Notification& notification) {
  return operation == Operation::kMakeSocket &&
         static_cast<int>(notification.arguments[0]) == AF_NETLINK;
}

bool sets_groups(const Notification& notification) {
  return notification.number == SYS_setgroups;
}

}  // namespace guard::interceptor
