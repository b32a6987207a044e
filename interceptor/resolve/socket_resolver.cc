// SPDX-License-Identifier: Apache-2.0
#include "interceptor/resolve/socket_resolver.h"

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "interceptor/process/remote_memory.h"
#include "interceptor/sockets/unix_names.h"

namespace guard::interceptor {
namespace {

std::uint64_t argument_of(const RawCall& raw, ArgRole role) {
  const int position = position_of(*raw.row, role);
  return position < 0 ? 0 : raw.notification.arguments[static_cast<std::size_t>(position)];
}

AddressUse use_of(Operation operation) {
  if (operation == Operation::kConnect) return AddressUse::kConnect;
  return operation == Operation::kSend ? AddressUse::kSend : AddressUse::kBind;
}

// move_addr_to_kernel in net/socket.c.
Result<std::vector<char>> read_address(const RawCall& raw) {
  const auto length = static_cast<int>(argument_of(raw, ArgRole::kSockaddrLength));
  if (length < 0 || static_cast<std::size_t>(length) > sizeof(sockaddr_storage))
    return fail_with(EINVAL, "sockaddr");
  std::vector<char> bytes(static_cast<std::size_t>(length));
  RemoteMemory memory(raw.notification.tid, raw.notification.help.get());
  auto read = memory.read_alone(argument_of(raw, ArgRole::kSockaddr), bytes.data(), bytes.size());
  if (!read) return forward(read.error());
  return bytes;
}

// As many messages as go to one place: sendmmsg may send fewer than it was given, and its caller
// comes again with the rest.
void keep_one_address(std::vector<OutgoingMessage>& messages) {
  const auto other = std::ranges::find_if(
      messages, [&](const auto& each) { return !each.same_address(messages.front()); });
  messages.erase(other, messages.end());
}

void leave_addresses_out(std::vector<OutgoingMessage>& messages) {
  for (OutgoingMessage& message : messages) {
    message.addressed = false;
    message.address.clear();
  }
}

Result<void> prepare_send(HeldCall& call) {
  auto messages = read_messages(call.raw);
  if (!messages) return forward(messages.error());
  call.messages = std::move(*messages);
  call.to_its_peer = call.messages.empty() || address_is_ignored(call.kind, call.raw.send_flags);
  if (call.to_its_peer) return {};
  keep_one_address(call.messages);
  const OutgoingMessage& first = call.messages.front();
  const bool named = first.addressed && !(first.address.empty() && call.kind.domain == AF_UNIX);
  if (!named) {
    call.to_its_peer = true;
    return {};
  }
  auto address = parse_address(first.address, call.kind, AddressUse::kSend);
  if (!address) return forward(address.error());
  call.address = std::move(*address);
  // udpv6_sendmsg takes it for no address. It is left out: the socket may be turned into one of v4
  // (IPV6_ADDRFORM), which would take it for one.
  call.to_its_peer = is_inet(call.kind) && call.address.destination.address.empty();
  if (call.to_its_peer) leave_addresses_out(call.messages);
  return {};
}

Result<void> prepare_address(HeldCall& call) {
  if (call.raw.operation == Operation::kSend) return prepare_send(call);
  const bool listens = call.raw.operation == Operation::kListen;
  auto bytes = listens ? Result<std::vector<char>>(local_address(call.socket.get()))
                       : read_address(call.raw);
  if (!bytes) return forward(bytes.error());
  auto address = parse_address(std::move(*bytes), call.kind, use_of(call.raw.operation));
  if (!address && listens) return {};  // no socket that guard knows: the kernel answers
  if (!address) return forward(address.error());
  call.address = std::move(*address);
  return {};
}

// Abstract names belong to a network namespace; one
// that is not guard's own was made by the tree, and nobody outside listens there.
Result<void> find_abstract_owner(HeldCall& call) {
  if (!in_own_network(call.socket.get())) {
    call.abstract_is_trees = true;
    return {};
  }
  const auto owner = owner_of_abstract_name(call.address.bytes);
  call.abstract_is_free = owner && *owner == 0;
  call.abstract_owner = owner.value_or(0);
  return {};
}

}  // namespace

bool is_socket_call(Operation operation) {
  return operation == Operation::kConnect || operation == Operation::kBind ||
         operation == Operation::kListen || operation == Operation::kSend;
}

Result<StartFolder> prepare_socket_call(HeldCall& call) {
  auto socket = duplicate_descriptor(*call.tracee, call.raw.fd, call.raw.notification.help.get());
  if (!socket) return forward(socket.error());
  call.socket = std::move(*socket);
  const auto kind = kind_of(call.socket.get());
  if (!kind) return forward(kind.error());
  call.kind = *kind;
  if (auto done = prepare_address(call); !done) return forward(done.error());
  if (call.address.unix_path.empty() || call.raw.operation == Operation::kListen)
    return StartFolder{};
  return open_start_folder(*call.tracee, AT_FDCWD, call.address.unix_path);
}

Result<void> resolve_socket_call(HeldCall& call, StartFolder& start) {
  const bool reaches = call.raw.operation == Operation::kConnect ||
                       (call.raw.operation == Operation::kSend && !call.to_its_peer);
  if (call.address.abstract && reaches) return find_abstract_owner(call);
  const std::string& path = call.address.unix_path;
  if (path.empty() || call.raw.operation == Operation::kListen) return {};
  auto held = call.raw.operation == Operation::kBind
                  ? resolve_name(*call.tracee, start, path)
                  : resolve_target(*call.tracee, start, path, LastLink::kFollowed);
  if (!held) return forward(held.error());
  call.first = std::move(*held);
  call.bind_folder = std::move(start.fd);
  if (call.raw.operation != Operation::kBind && !call.first.exists())
    return fail_with(ENOENT, "socket");
  return {};
}

}  // namespace guard::interceptor
