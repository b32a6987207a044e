// SPDX-License-Identifier: Apache-2.0
// The ports of this machine that somebody listens on, by /proc/net/tcp and tcp6 (proc_pid_net(5))
// of guard's own network namespace. Any thread.
#ifndef GUARD_SUPERVISOR_NETWORK_LISTENERS_H_
#define GUARD_SUPERVISOR_NETWORK_LISTENERS_H_

#include <cstdint>
#include <string_view>

namespace guard::supervisor {

// TABLE: the text of /proc/net/tcp or tcp6.
[[nodiscard]] bool listens_by(std::string_view table, std::uint16_t port);

// True where it cannot be told.
[[nodiscard]] bool anybody_listens(std::uint16_t port);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_NETWORK_LISTENERS_H_
