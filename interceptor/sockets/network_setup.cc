// SPDX-License-Identifier: Apache-2.0
#include "interceptor/sockets/network_setup.h"

#include <linux/capability.h>

#include <algorithm>
#include <array>
#include <cstdio>

namespace guard::interceptor {
namespace {

// linux/sockios.h, asm-generic/sockios.h: requests that read, or set what is the descriptor's own.
// SIOCGIFBR, SIOCGIFVLAN and SIOCETHTOOL are not among them: what they do lies in memory.
constexpr std::array<std::uint32_t, 33> kReading = {
    0x8901, 0x8902, 0x8903, 0x8904, 0x8905, 0x8906, 0x8907, 0x8910, 0x8912, 0x8913, 0x8915,
    0x8917, 0x8919, 0x891B, 0x891D, 0x891F, 0x8921, 0x8925, 0x8927, 0x8929, 0x8933, 0x8935,
    0x8938, 0x8942, 0x8947, 0x8948, 0x894B, 0x894C, 0x8954, 0x8961, 0x8970, 0x8993, 0x8994};

bool has(const Credentials& caller, unsigned capability) {
  return (caller.capabilities >> capability & 1) != 0;
}

bool is_reading(std::uint32_t request) {
  return std::ranges::find(kReading, request) != kReading.end();
}

std::uint32_t request_of(const Notification& notification) {
  return static_cast<std::uint32_t>(notification.arguments[1]);
}

}  // namespace

bool is_socket_request(std::uint64_t request) {
  return (static_cast<std::uint32_t>(request) & 0xFFFFFF00U) == 0x8900U;
}

bool sets_up_network(const SyscallRow& row, const Notification& notification,
                     const Credentials& caller) {
  if (row.operation == Operation::kMakeSocket) return has(caller, CAP_NET_RAW);
  if (position_of(row, ArgRole::kOption) >= 0) return has(caller, CAP_NET_ADMIN);
  return has(caller, CAP_NET_ADMIN) && !is_reading(request_of(notification));
}

std::string setup_text(const SyscallRow& row, const Notification& notification) {
  if (row.operation == Operation::kMakeSocket)
    return "opens a raw socket, which sends packets of any kind to anywhere";
  if (position_of(row, ArgRole::kOption) >= 0) return "changes the firewall's tables";
  std::array<char, 80> text{};
  std::snprintf(text.data(), text.size(), "changes an interface or a route (request 0x%x)",
                request_of(notification));
  return text.data();
}

}  // namespace guard::interceptor
