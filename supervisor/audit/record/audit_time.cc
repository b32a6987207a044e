// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/record/audit_time.h"

#include <array>
#include <charconv>
#include <chrono>
#include <optional>

#include "base/text/text.h"

namespace guard::supervisor {
namespace {

std::optional<std::chrono::seconds> unit_of(char letter) {
  struct Unit {
    char letter;
    std::chrono::seconds length;
  };
  constexpr std::array kUnits = {Unit{'s', std::chrono::seconds(1)},
                                 Unit{'m', std::chrono::minutes(1)},
                                 Unit{'h', std::chrono::hours(1)}, Unit{'d', std::chrono::days(1)},
                                 Unit{'w', std::chrono::weeks(1)}};
  for (const Unit& unit : kUnits) {
    if (unit.letter == letter) return unit.length;
  }
  return std::nullopt;
}

std::optional<TimePoint> so_long_ago(std::string_view text, TimePoint now) {
  constexpr std::int64_t kMost = 1'000'000;  // keeps the product far from overflow
  if (text.size() < 2) return std::nullopt;
  const auto unit = unit_of(text.back());
  std::int64_t count = 0;
  const char* const end = text.data() + text.size() - 1;
  const auto [rest, error] = std::from_chars(text.data(), end, count);
  if (!unit || error != std::errc() || rest != end || count < 0 || count > kMost) {
    return std::nullopt;
  }
  return now - count * *unit;
}

// Days are those of UTC, in which lists show their times.
std::optional<TimePoint> begin_of_day(std::string_view text, TimePoint now) {
  const auto today = std::chrono::floor<std::chrono::days>(now);
  if (text == "today") return today;
  return text == "yesterday" ? std::optional<TimePoint>(today - std::chrono::days(1))
                             : std::nullopt;
}

}  // namespace

Result<std::string> audit_time(std::string_view text, TimePoint now) {
  auto time = so_long_ago(text, now);
  if (!time) time = begin_of_day(text, now);
  if (!time) time = parse_iso_time(text);
  if (!time) {
    return fail(Code::kInvalid,
                safe_text(text) +
                    ": not a time (use 90m, 2h, 3d, today, yesterday or 2025-03-01T09:05:07Z)");
  }
  return iso_time(*time);
}

}  // namespace guard::supervisor
