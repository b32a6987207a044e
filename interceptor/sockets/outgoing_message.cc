// SPDX-License-Identifier: Apache-2.0
#include "interceptor/sockets/outgoing_message.h"

#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstring>
#include <string_view>

#include "base/limits.h"
#include "interceptor/process/process_memory.h"
#include "interceptor/process/remote_memory.h"

namespace guard::interceptor {
namespace {

constexpr std::size_t kMostParts = size_limit("message.parts");      // UIO_MAXIOV
constexpr std::size_t kMostBytes = 0x7FFF'F000;                      // MAX_RW_COUNT
constexpr std::size_t kMostControl = size_limit("message.control");  // net.core.optmem_max of 6.18
constexpr std::size_t kMessagesAtOnce = 64;

std::uint64_t argument_of(const RawCall& raw, ArgRole role) {
  const int position = position_of(*raw.row, role);
  return position < 0 ? 0 : raw.notification.arguments[static_cast<std::size_t>(position)];
}

Result<void> read_address(RemoteMemory& memory, std::uint64_t from, std::size_t length,
                          OutgoingMessage& message) {
  message.addressed = true;
  message.address.resize(length);
  return memory.read(from, message.address.data(), length);
}

void add_part(OutgoingMessage& message, void* base, std::size_t length) {
  length = std::min(length, kMostBytes - message.size);
  if (length == 0) return;
  message.parts.push_back({base, length});
  message.size += length;
}

Result<std::vector<OutgoingMessage>> read_sendto(const RawCall& raw, RemoteMemory& memory) {
  OutgoingMessage message;
  add_part(message, reinterpret_cast<void*>(argument_of(raw, ArgRole::kBuffer)),
           argument_of(raw, ArgRole::kLength));
  const std::uint64_t address = argument_of(raw, ArgRole::kSockaddr);
  if (address != 0) {
    const auto length = static_cast<int>(argument_of(raw, ArgRole::kSockaddrLength));
    if (length < 0 || static_cast<std::size_t>(length) > sizeof(sockaddr_storage))
      return fail_with(EINVAL, "sockaddr");
    if (auto read = read_address(memory, address, static_cast<std::size_t>(length), message); !read)
      return forward(read.error());
  }
  return std::vector<OutgoingMessage>{std::move(message)};
}

Result<void> read_parts(RemoteMemory& memory, const msghdr& header, OutgoingMessage& message) {
  if (header.msg_iovlen > kMostParts) return fail_with(EMSGSIZE, "iovec");
  std::vector<iovec> parts(header.msg_iovlen);
  auto read = memory.read(reinterpret_cast<std::uint64_t>(header.msg_iov), parts.data(),
                          parts.size() * sizeof(iovec));
  if (!read) return read;
  for (const iovec& part : parts) {
    if (part.iov_len > SSIZE_MAX) return fail_with(EINVAL, "iovec");
    add_part(message, part.iov_base, part.iov_len);
  }
  return {};
}

Result<void> read_control(RemoteMemory& memory, const msghdr& header, OutgoingMessage& message) {
  if (header.msg_controllen > kMostControl) return fail_with(ENOBUFS, "control");
  message.control.resize(header.msg_controllen);
  return memory.read(reinterpret_cast<std::uint64_t>(header.msg_control), message.control.data(),
                     message.control.size());
}

// struct msghdr of a 64-bit program is the kernel's struct user_msghdr.
Result<OutgoingMessage> read_message(RemoteMemory& memory, std::uint64_t from) {
  msghdr header{};
  OutgoingMessage message;
  if (auto read = memory.read(from, &header, sizeof(header)); !read) return forward(read.error());
  if (header.msg_name != nullptr && header.msg_namelen != 0) {
    if (static_cast<int>(header.msg_namelen) < 0) return fail_with(EINVAL, "msg_namelen");
    const std::size_t length = std::min<std::size_t>(header.msg_namelen, sizeof(sockaddr_storage));
    auto read =
        read_address(memory, reinterpret_cast<std::uint64_t>(header.msg_name), length, message);
    if (!read) return forward(read.error());
  }
  if (auto read = read_parts(memory, header, message); !read) return forward(read.error());
  if (auto read = read_control(memory, header, message); !read) return forward(read.error());
  return message;
}

// Gives the messages that the kernel would have sent before one that it cannot read.
Result<std::vector<OutgoingMessage>> read_sendmmsg(const RawCall& raw, RemoteMemory& memory) {
  const auto wanted = static_cast<unsigned>(argument_of(raw, ArgRole::kMessageCount));
  const std::uint64_t vector = argument_of(raw, ArgRole::kMessages);
  std::vector<OutgoingMessage> messages;
  while (messages.size() < std::min<std::size_t>(wanted, kMessagesAtOnce)) {
    const std::uint64_t header = vector + messages.size() * sizeof(mmsghdr);
    auto message = read_message(memory, header);
    if (!message && messages.empty()) return forward(message.error());
    if (!message) break;
    message->length_at = header + offsetof(mmsghdr, msg_len);
    messages.push_back(std::move(*message));
  }
  return messages;
}

}  // namespace

Result<std::vector<OutgoingMessage>> read_messages(const RawCall& raw) {
  RemoteMemory memory(raw.notification.tid, raw.notification.help.get());
  if (position_of(*raw.row, ArgRole::kMessages) >= 0) return read_sendmmsg(raw, memory);
  if (position_of(*raw.row, ArgRole::kBuffer) >= 0) return read_sendto(raw, memory);
  auto message = read_message(memory, argument_of(raw, ArgRole::kMessage));
  if (!message) return forward(message.error());
  return std::vector<OutgoingMessage>{std::move(*message)};
}

Result<std::size_t> read_bytes(Tid tid, const OutgoingMessage& message, std::size_t offset,
                               char* destination, std::size_t size) {
  std::vector<iovec> remote;
  std::size_t wanted = 0;
  for (const iovec& part : message.parts) {
    const std::size_t skipped = std::min(offset, part.iov_len);
    offset -= skipped;
    const std::size_t length = std::min(part.iov_len - skipped, size - wanted);
    if (length == 0) continue;
    remote.push_back({static_cast<char*>(part.iov_base) + skipped, length});
    wanted += length;
  }
  if (wanted == 0) return std::size_t{0};
  const iovec local{destination, wanted};
  const ssize_t n = read_process_memory(tid, {&local, 1}, remote);
  if (n < 0 && errno == ESRCH) return fail(Code::kGone, "read what is sent");
  if (n != static_cast<ssize_t>(wanted)) return fail_with(EFAULT, "read what is sent");
  return wanted;
}

}  // namespace guard::interceptor
