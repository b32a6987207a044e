// SPDX-License-Identifier: Apache-2.0
// Addresses in text. Internal ones (private, link-local, loopback, shared, multicast: RFC 6890)
// belong to this machine or its neighbourhood: no name from the outside may stand for them, or who
// answers for that name could lead a program into it. Pure, any thread.
#ifndef GUARD_POLICY_NETWORK_INTERNAL_ADDRESS_H_
#define GUARD_POLICY_NETWORK_INTERNAL_ADDRESS_H_

#include <string>
#include <string_view>

namespace guard::policy {

// "2001:DB8:0::1" -> "2001:db8::1", "::ffff:192.0.2.7" -> "192.0.2.7"; empty: no address.
[[nodiscard]] std::string canonical_address(std::string_view text);
[[nodiscard]] bool is_internal_address(std::string_view text);
// "localhost", "app.localhost:8080/x", "http://127.0.0.2", "https://[::1]:80/": whatever reads it
// finds this machine there. Not with a user in it, nor where programs would read it differently.
[[nodiscard]] bool is_loopback_place(std::string_view text);

}  // namespace guard::policy

#endif  // GUARD_POLICY_NETWORK_INTERNAL_ADDRESS_H_
