// SPDX-License-Identifier: Apache-2.0
// Host patterns of policy files: "example.org", "*.example.org", "192.0.2.7:443", "[2001:db8::1]",
// "*". Names compare without case; "*.x" holds for everything below x, not for x itself. Whether a
// name may be believed is the caller's question, not the pattern's. Pure, any thread.
#ifndef GUARD_POLICY_HOST_PATTERN_H_
#define GUARD_POLICY_HOST_PATTERN_H_

#include <optional>
#include <string>
#include <string_view>

#include "policy/action.h"

namespace guard::policy {

[[nodiscard]] bool host_matches(std::string_view pattern, const Destination& destination);
// Why a pattern could never match; nothing when it is sound.
[[nodiscard]] std::optional<std::string> host_pattern_defect(std::string_view pattern);

}  // namespace guard::policy

#endif  // GUARD_POLICY_HOST_PATTERN_H_
