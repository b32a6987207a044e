// SPDX-License-Identifier: Apache-2.0
// Host patterns of policy files: "example.org", "192.0.2.7:443", "[2001:db8::1]", "*". A connection
// shows an address only, so a name is what guard's own lookup of it leads to: it can be looked up
// (no "*.example.org") or the file does not load. Names compare without case, addresses by value.
// Pure, any thread.
#ifndef GUARD_POLICY_NETWORK_HOST_PATTERN_H_
#define GUARD_POLICY_NETWORK_HOST_PATTERN_H_

#include <optional>
#include <string>
#include <string_view>

#include "policy/vocabulary/action.h"

namespace guard::policy {

// The purpose of a match decides which names count. A match that restricts also holds for names
// that led here earlier and for names that cannot be looked up now. It takes "localhost" for each
// loopback address, and the unspecified address for 127.0.0.1, ::1 and the blocks that hold them. A
// match that allows never takes a name for an internal address (rebinding), and with a port also
// lets the C library sort that host's addresses.
enum class HostUse { kRestricts, kAllows };

[[nodiscard]] bool host_matches(std::string_view pattern, const Destination& destination,
                                HostUse use);
// The name in the pattern that has to be looked up; empty for an address or "*".
[[nodiscard]] std::string name_to_look_up(std::string_view pattern);
// "*.example.org".
[[nodiscard]] bool host_pattern_is_of_many_names(std::string_view pattern);
// Why a pattern could never be held to; nothing when it is sound.
[[nodiscard]] std::optional<std::string> host_pattern_defect(std::string_view pattern);
// Why a pattern is no single host that somebody could mean: every host, or the end of many names
// ("com", "co.uk", "github.io"); nothing when it is one.
[[nodiscard]] std::optional<std::string> host_pattern_too_wide(std::string_view pattern);
// "[::1]:8443" for "::1:8443", which is an address without a port: what its author may have meant.
// Empty: the pattern has no such look.
[[nodiscard]] std::string host_pattern_with_port_meant(std::string_view pattern);

}  // namespace guard::policy

#endif  // GUARD_POLICY_NETWORK_HOST_PATTERN_H_
