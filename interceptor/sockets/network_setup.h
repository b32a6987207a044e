// SPDX-License-Identifier: Apache-2.0
// The calls that set up the network of the whole machine (interfaces, routes, firewalls) or speak
// past its rules: requests of ioctl, options of setsockopt, raw and packet sockets. Told by
// registers alone, and only for who has the capability: the kernel refuses the others itself. Pure,
// any thread.
#ifndef GUARD_INTERCEPTOR_SOCKETS_NETWORK_SETUP_H_
#define GUARD_INTERCEPTOR_SOCKETS_NETWORK_SETUP_H_

#include <cstdint>
#include <string>

#include "interceptor/calls/notification.h"
#include "interceptor/process/credentials.h"
#include "interceptor/syscalls/syscall_table.h"

namespace guard::interceptor {

// An ioctl of a socket or an interface (0x89xx), whatever it does.
[[nodiscard]] bool is_socket_request(std::uint64_t request);
// True when the call can set something up with these capabilities; false for a reading request too.
[[nodiscard]] bool sets_up_network(const SyscallRow& row, const Notification& notification,
                                   const Credentials& caller);
// "opens a raw socket", "changes an interface or a route (request 0x8914)".
[[nodiscard]] std::string setup_text(const SyscallRow& row, const Notification& notification);

// CAP_NET_ADMIN, CAP_SYS_ADMIN, CAP_AUDIT_CONTROL: what a netlink message can change the machine
// with.
inline constexpr std::uint64_t kNetlinkPower = 1ULL << 12 | 1ULL << 21 | 1ULL << 30;

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_SOCKETS_NETWORK_SETUP_H_
