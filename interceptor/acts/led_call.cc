// SPDX-License-Identifier: Apache-2.0
#include "interceptor/acts/led_call.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <cstddef>

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

Result<void> exchange_socket(HeldCall& call, UniqueFd fresh, CallListener& listener) {
  take_over(call.socket.get(), fresh.get());
  auto put = listener.put_file(call.raw.notification.id, fresh.get(), call.raw.fd,
                               closes_on_exec(*call.tracee, call.raw.fd));
  if (!put) return put;
  call.socket = std::move(fresh);
  return {};
}

}  // namespace guard::interceptor
