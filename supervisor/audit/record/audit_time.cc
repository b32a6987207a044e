// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/record/audit_time.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <optional>

#include "base/text/text.h"

namespace guard::supervisor {
namespace {

std::optional<std::chrono::seconds> unit_of(std::string_view word) {
  struct Unit {
    std::array<std::string_view, 4> names;
    std::chrono::seconds length;
  };
  constexpr std::array kUnits = {Unit{{"s", "sec", "second", "seconds"}, std::chrono::seconds(1)},
                                 Unit{{"m", "min", "minute", "minutes"}, std::chrono::minutes(1)},
                                 Unit{{"h", "hr", "hour", "hours"}, std::chrono::hours(1)},
                                 Unit{{"d", "d", "day", "days"}, std::chrono::days(1)},
                                 Unit{{"w", "w", "week", "weeks"}, std::chrono::weeks(1)}};
  for (const Unit& unit : kUnits) {
    if (std::ranges::find(unit.names, word) != unit.names.end()) return unit.length;
  }
  return std::nullopt;
}

std::string_view behind_blanks(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(' '), text.size()));
}

// "2h", "2 hours", "2 hours ago"
std::optional<TimePoint> so_long_ago(std::string_view text, TimePoint now) {
  constexpr std::int64_t kMost = 1'000'000;  // keeps the product far from overflow
  constexpr std::string_view kAgo = " ago";
  if (text.ends_with(kAgo)) text.remove_suffix(kAgo.size());
  std::int64_t count = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, count);
  if (error != std::errc() || count < 0 || count > kMost) return std::nullopt;
  const auto unit = unit_of(behind_blanks({rest, static_cast<std::size_t>(end - rest)}));
  return unit ? std::optional<TimePoint>(now - count * *unit) : std::nullopt;
}

// The moment at which the clocks of TZ show what those of UTC show at TIME.
std::optional<TimePoint> shown_locally(TimePoint time) {
  const auto second = std::chrono::floor<std::chrono::seconds>(time);
  const std::time_t count = second.time_since_epoch().count();
  std::tm parts{};
  if (::gmtime_r(&count, &parts) == nullptr) return std::nullopt;
  parts.tm_isdst = -1;
  const std::time_t local = std::mktime(&parts);
  if (local == -1) return std::nullopt;
  return TimePoint(std::chrono::seconds(local)) + (time - second);
}

// The day that is now, as a moment of UTC.
std::optional<TimePoint> today(TimePoint now, TimeZone zone) {
  if (zone == TimeZone::kUtc) return std::chrono::floor<std::chrono::days>(now);
  const std::time_t count =
      std::chrono::floor<std::chrono::seconds>(now).time_since_epoch().count();
  std::tm parts{};
  if (::localtime_r(&count, &parts) == nullptr) return std::nullopt;
  return std::chrono::sys_days(
      std::chrono::year_month_day(std::chrono::year(parts.tm_year + 1900),
                                  std::chrono::month(static_cast<unsigned>(parts.tm_mon) + 1),
                                  std::chrono::day(static_cast<unsigned>(parts.tm_mday))));
}

// "2025-03-01T09:05Z", "2025-03-01T09:05+01:00"
bool names_zone(std::string_view text) {
  const std::size_t clock = text.find_first_of("T ");
  return clock != std::string_view::npos && text.find_first_of("Z+-", clock) != text.npos;
}

// A text that names no zone, as a moment of UTC.
std::optional<TimePoint> begin_of_day(std::string_view text, TimePoint now, TimeZone zone) {
  if (text != "today" && text != "yesterday") return std::nullopt;
  const auto day = today(now, zone);
  if (!day || text == "today") return day;
  return *day - std::chrono::days(1);
}

std::optional<int> two_digits(std::string_view text, int most) {
  int number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = read.ec == std::errc() && read.ptr == text.data() + text.size();
  return whole && text.size() == 2 && number >= 0 && number <= most ? std::optional(number)
                                                                    : std::nullopt;
}

// "10:05", "10:05:30": how far into a day.
std::optional<std::chrono::seconds> clock_in(std::string_view text) {
  constexpr std::size_t kShort = 5;
  constexpr std::size_t kLong = 8;
  if (text.size() != kShort && text.size() != kLong) return std::nullopt;
  if (text[2] != ':' || (text.size() == kLong && text[kShort] != ':')) return std::nullopt;
  const auto hours = two_digits(text.substr(0, 2), 23);
  const auto minutes = two_digits(text.substr(3, 2), 59);
  const auto seconds =
      text.size() == kLong ? two_digits(text.substr(kShort + 1), 59) : std::optional(0);
  if (!hours || !minutes || !seconds) return std::nullopt;
  return std::chrono::hours(*hours) + std::chrono::minutes(*minutes) +
         std::chrono::seconds(*seconds);
}

// When the clock last showed that.
std::optional<TimePoint> last_at(std::chrono::seconds clock, TimePoint now, TimeZone zone) {
  const auto day = today(now, zone);
  if (!day) return std::nullopt;
  for (const auto& begin : {*day, *day - std::chrono::days(1)}) {
    const TimePoint shown = begin + clock;
    const auto time = zone == TimeZone::kUtc ? std::optional(shown) : shown_locally(shown);
    if (time && *time <= now) return time;
  }
  return std::nullopt;
}

std::optional<TimePoint> moment(std::string_view text, TimePoint now, TimeZone zone) {
  if (const auto time = so_long_ago(text, now)) return time;
  if (const auto clock = clock_in(text)) return last_at(*clock, now, zone);
  auto time = begin_of_day(text, now, zone);
  if (!time) time = parse_iso_time(text);
  if (!time || zone == TimeZone::kUtc || names_zone(text)) return time;
  return shown_locally(*time);
}

}  // namespace

Result<std::string> audit_time(std::string_view text, TimePoint now, TimeZone zone) {
  const auto time = moment(text, now, zone);
  if (!time) {
    return fail(Code::kInvalid, safe_text(text) +
                                    ": not a time (use 90m, 2h, 3d, \"2 hours ago\", 10:05, "
                                    "today, yesterday, 2025-03-01 or 2025-03-01T09:05:07Z)");
  }
  return iso_time(*time);
}

}  // namespace guard::supervisor
