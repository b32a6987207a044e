// SPDX-License-Identifier: Apache-2.0
// Points in time as text: ISO 8601, UTC, microseconds ("2025-03-01T09:05:07.000250Z"). The text
// sorts as the time does. Pure, any thread.
#ifndef GUARD_BASE_CLOCK_H_
#define GUARD_BASE_CLOCK_H_

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace guard {

using TimePoint = std::chrono::system_clock::time_point;

[[nodiscard]] std::string iso_time(TimePoint time);

// "2025-03-01", "2025-03-01T09:05[:07[.25]]", with "Z", "+01:00" or nothing (UTC) behind it; a
// blank may stand for the T. nullopt for anything else, an impossible date included.
[[nodiscard]] std::optional<TimePoint> parse_iso_time(std::string_view text);

}  // namespace guard

#endif  // GUARD_BASE_CLOCK_H_
