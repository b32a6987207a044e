// SPDX-License-Identifier: Apache-2.0
// The meaning of a connection: loopback and resolvers are free, hosts that the policy allows are
// logged, others ask, cloud metadata services ask twice. An allowed name counts only when somebody
// other than the program's own command line vouches that the address is that name's. Pure, any
// thread.
#ifndef GUARD_POLICY_NETWORK_NETWORK_TIERS_H_
#define GUARD_POLICY_NETWORK_NETWORK_TIERS_H_

#include <string>
#include <vector>

#include "policy/network/listen_use.h"
#include "policy/vocabulary/action.h"
#include "policy/vocabulary/findings.h"

namespace guard::policy {

[[nodiscard]] Finding judge_connect(const Destination& destination,
                                    const std::vector<std::string>& allowed);
[[nodiscard]] Finding judge_listen(const Destination& destination, ListenUse use);
// Host and address, port and protocol, purpose.
[[nodiscard]] std::vector<std::string> network_details(const Action& action);
// The pattern that "remember" would store: the host by its believed name, else the address; with
// the port and the protocol: "example.org:443/tcp", "[2001:db8::1]:53/udp".
[[nodiscard]] std::string network_pattern(const Destination& destination);
// For listening: "listen 0.0.0.0 8080/tcp". It differs from what may be connected to. A place that
// may be connected to may still not be listened on.
[[nodiscard]] std::string listen_pattern(const Destination& destination);

}  // namespace guard::policy

#endif  // GUARD_POLICY_NETWORK_NETWORK_TIERS_H_
