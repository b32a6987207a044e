// SPDX-License-Identifier: Apache-2.0
// The scalars of a policy file: switches, numbers, durations, sizes, host patterns, names. Strict:
// what is not exactly one of the forms is nothing. Pure, any thread.
#ifndef GUARD_POLICY_TEXT_SCALARS_H_
#define GUARD_POLICY_TEXT_SCALARS_H_

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace guard::policy {

[[nodiscard]] std::optional<bool> parse_bool(std::string_view text);  // true false on off yes no
[[nodiscard]] std::optional<int> parse_integer(std::string_view text);
// "90s" "30m" "24h" "30d": from one second to ten years.
[[nodiscard]] std::optional<std::chrono::seconds> parse_duration(std::string_view text);
[[nodiscard]] std::string duration_text(std::chrono::seconds duration);
// "500MB" "5GiB" "1024B".
[[nodiscard]] std::optional<std::uint64_t> parse_size(std::string_view text);

// The candidate that a typing error would most likely have meant; empty when none is near.
[[nodiscard]] std::string_view nearest_of(std::string_view typed,
                                          const std::vector<std::string_view>& candidates);

}  // namespace guard::policy

#endif  // GUARD_POLICY_TEXT_SCALARS_H_
