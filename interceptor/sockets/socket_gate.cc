// SPDX-License-Identifier: Apache-2.0
#include "interceptor/sockets/socket_gate.h"

#include <sys/socket.h>

#include "base/weaken.h"
#include "interceptor/calls/call_meaning.h"
#include "interceptor/sockets/network_setup.h"
#include "interceptor/sockets/socket_kind.h"
#include "interceptor/syscalls/syscall_table.h"

namespace guard::interceptor {
namespace {

std::uint64_t argument_of(const SyscallRow& row, const Notification& notification, ArgRole role) {
  const int position = position_of(row, role);
  return position < 0 ? 0 : notification.arguments[static_cast<std::size_t>(position)];
}

bool names_nothing_by_binding(const SocketKind& kind) {
  return kind.domain == AF_NETLINK || kind.domain == AF_ALG || kind.domain == AF_PACKET;
}

std::optional<ContinueReason> why_by_kind(const SocketKind& kind, Operation operation,
                                          unsigned send_flags) {
  if (operation == Operation::kSend && address_is_ignored(kind, send_flags))
    return ContinueReason::kAddressIgnored;
  if (operation == Operation::kListen && kind.domain == AF_UNIX) return ContinueReason::kUnixListen;
  if (operation == Operation::kBind && names_nothing_by_binding(kind))
    return ContinueReason::kLocalBind;
  return std::nullopt;
}

// ioctl is in the table as what changes file flags: its requests to interfaces are told here.
Operation operation_of(const SyscallRow& row, const Notification& notification) {
  const bool to_interface = position_of(row, ArgRole::kRequest) >= 0 &&
                            is_socket_request(argument_of(row, notification, ArgRole::kRequest));
  return to_interface ? Operation::kNetworkSetup : row.operation;
}

bool is_decided_by_registers(Operation operation) {
  return operation == Operation::kNetworkSetup || operation == Operation::kMakeSocket;
}

// Where guard may not take it, what the kernel calls its kind is enough here.
Result<SocketKind> kind_of_descriptor(const Tracee& tracee, int number) {
  const auto socket = duplicate_descriptor(tracee, number);
  return socket ? kind_of(socket->get()) : named_kind(tracee, number);
}

bool is_decided_by_socket(Operation operation) {
  return operation == Operation::kSend || operation == Operation::kListen ||
         operation == Operation::kBind;
}

}  // namespace

std::optional<ContinueReason> SocketGate::why_harmless(const Notification& notification) const {
  const SyscallRow* row = row_of(notification.number);
  if (row == nullptr) return std::nullopt;
  const Operation operation = operation_of(*row, notification);
  const bool by_registers = is_decided_by_registers(operation);
  if (!by_registers && !is_decided_by_socket(operation)) return std::nullopt;
  const auto tracee = tracees_.find(notification.tid);
  if (!tracee) return std::nullopt;
  return by_registers ? why_powerless(*row, notification, **tracee)
                      : why_by_socket(*row, notification, **tracee);
}

// The kernel refuses who lacks the capability, and one in a user namespace inside has it for
// networks that the tree made. An ordinary user's guard does not watch capset(2): what it has
// itself, its tree may have too.
std::optional<ContinueReason> SocketGate::why_powerless(const SyscallRow& row,
                                                        const Notification& notification,
                                                        const Tracee& tracee) const {
  if (tracee.realm) return ContinueReason::kRegistersOnly;
  if (makes_netlink_socket(row.operation, notification)) return std::nullopt;
  Credentials caller = tracee.credentials;
  if (own_.uid != 0) caller.capabilities |= own_.capabilities;
  if (sets_up_network(row, notification, caller)) return std::nullopt;
  return ContinueReason::kRegistersOnly;
}

std::optional<ContinueReason> SocketGate::why_by_socket(const SyscallRow& row,
                                                        const Notification& notification,
                                                        const Tracee& tracee) const {
  const auto number = static_cast<int>(argument_of(row, notification, ArgRole::kFd));
  const auto flags = static_cast<unsigned>(argument_of(row, notification, ArgRole::kSendFlags));
  const auto kind = kind_of_descriptor(tracee, number);
  if (!kind) return std::nullopt;
  // guard bounds what a root's netlink message may do where it is sent.
  const bool bound_by_guard = kind->domain == AF_NETLINK && row.operation == Operation::kSend &&
                              own_.uid == 0 && !tracee.realm;
  const auto reason = why_by_kind(*kind, row.operation, flags);
  if (!reason || bound_by_guard) return std::nullopt;
  const bool stable = tracees_.owns_its_descriptors(tracee) || weakened("socket-table");
  return stable ? reason : std::nullopt;
}

}  // namespace guard::interceptor
