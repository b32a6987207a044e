// SPDX-License-Identifier: Apache-2.0
// Addresses in text. Internal ones (private, link-local, loopback, shared, multicast: RFC 6890)
// belong to this machine or its neighbourhood: no name from the outside may stand for them, or who
// answers for that name could lead a program into it. Pure, any thread.
#ifndef GUARD_POLICY_NETWORK_INTERNAL_ADDRESS_H_
#define GUARD_POLICY_NETWORK_INTERNAL_ADDRESS_H_

#include <optional>
#include <string>
#include <string_view>

namespace guard::policy {

// "2001:DB8:0::1" -> "2001:db8::1", "::ffff:192.0.2.7" -> "192.0.2.7"; empty: no address.
[[nodiscard]] std::string canonical_address(std::string_view text);
// The address that programs take TEXT for where they read a host: also the old spellings of IPv4
// that inet_aton(3) knows ("127.1", "0x7f000001", "2130706433"), and one with its interface
// ("fe80::1%eth0"). As canonical_address writes it; empty: a name.
[[nodiscard]] std::string address_meant(std::string_view text);
[[nodiscard]] bool is_internal_address(std::string_view text);
// BLOCK: "10.0.0.0/8", "2001:db8::/32", "::ffff:10.0.0.0/104", which is 10.0.0.0/8. False for what
// is no address, and for the other family.
[[nodiscard]] bool is_in_address_block(std::string_view address, std::string_view block);
// Why it is no block of addresses: an address, '/' and how many bits of it count, the rest zero.
[[nodiscard]] std::optional<std::string> address_block_defect(std::string_view block);
// "localhost", "app.localhost:8080/x", "http://127.0.0.2", "https://[::1]:80/",
// "[0:0:0:0:0:0:0:1]": whatever reads it finds this machine there. Not with a user in it, nor where
// programs would read it differently.
[[nodiscard]] bool is_loopback_place(std::string_view text);

}  // namespace guard::policy

#endif  // GUARD_POLICY_NETWORK_INTERNAL_ADDRESS_H_
