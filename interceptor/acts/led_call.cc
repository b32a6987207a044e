// SPDX-License-Identifier: Apache-2.0
#include "interceptor/acts/led_call.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>

#include "interceptor/process/process_memory.h"

namespace guard::interceptor {
namespace {

struct Option {
  int level;
  int name;
};
constexpr std::array kKept = {
    Option{SOL_SOCKET, SO_RCVTIMEO},    Option{SOL_SOCKET, SO_SNDTIMEO},
    Option{SOL_SOCKET, SO_RCVBUF},      Option{SOL_SOCKET, SO_TIMESTAMP},
    Option{IPPROTO_IP, IP_RECVERR},     Option{IPPROTO_IP, IP_PKTINFO},
    Option{IPPROTO_IPV6, IPV6_RECVERR}, Option{IPPROTO_IPV6, IPV6_V6ONLY}};

// One that is not there, or cannot be set, changes no answer.
void take_over(int from, int to) {
  for (const Option& option : kKept) {
    std::array<std::byte, 16> value{};
    socklen_t length = value.size();
    if (::getsockopt(from, option.level, option.name, value.data(), &length) == 0)
      (void)::setsockopt(to, option.level, option.name, value.data(), length);
  }
  const int flags = ::fcntl(from, F_GETFL);
  if (flags >= 0) (void)::fcntl(to, F_SETFL, flags & O_NONBLOCK);
}

}  // namespace

void lead_to(HeldCall& call, const std::vector<char>& address) {
  if (call.raw.operation == Operation::kConnect) call.address.bytes = address;
  for (OutgoingMessage& message : call.messages)
    if (message.addressed) message.address = address;
}

int tell_peer(const Notification& notification, int socket, const std::vector<char>& address) {
  sockaddr_storage peer{};
  socklen_t size = sizeof(peer);
  if (::getpeername(socket, reinterpret_cast<sockaddr*>(&peer), &size) != 0) return errno;
  auto* const length_at = reinterpret_cast<void*>(notification.arguments[2]);
  int room = 0;
  if (!read_process_memory(notification.tid, length_at, &room, sizeof(room))) return EFAULT;
  if (room < 0) return EINVAL;
  std::vector<char> bytes = address;
  auto length = static_cast<int>(bytes.size());
  const std::size_t copied = std::min(bytes.size(), static_cast<std::size_t>(room));
  const std::array from = {iovec{bytes.data(), copied}, iovec{&length, sizeof(length)}};
  const std::array to = {iovec{reinterpret_cast<void*>(notification.arguments[1]), copied},
                         iovec{length_at, sizeof(length)}};
  const auto written = static_cast<ssize_t>(copied + sizeof(length));
  return write_process_memory(notification.tid, from, to) == written ? 0 : EFAULT;
}

Result<void> exchange_socket(HeldCall& call, UniqueFd fresh, CallListener& listener) {
  take_over(call.socket.get(), fresh.get());
  auto put = listener.put_file(call.raw.notification.id, fresh.get(), call.raw.fd,
                               closes_on_exec(*call.tracee, call.raw.fd));
  if (!put) return put;
  call.socket = std::move(fresh);
  return {};
}

}  // namespace guard::interceptor
