// SPDX-License-Identifier: Apache-2.0
#include "base/clock.h"

#include <array>
#include <cstdio>

namespace guard {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::microseconds;
using std::chrono::minutes;
using std::chrono::seconds;
using SysMicros = std::chrono::sys_time<microseconds>;

// Reads a text from the front; every take_ says whether it was there.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}
  [[nodiscard]] bool done() const { return rest_.empty(); }

  bool take(char wanted) {
    if (rest_.empty() || rest_.front() != wanted) return false;
    rest_.remove_prefix(1);
    return true;
  }

  std::optional<int> take_digits(std::size_t count) {
    if (rest_.size() < count) return std::nullopt;
    int value = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (rest_[i] < '0' || rest_[i] > '9') return std::nullopt;
      value = value * 10 + (rest_[i] - '0');
    }
    rest_.remove_prefix(count);
    return value;
  }

  // Digits behind a point; those beyond the sixth are cut.
  std::optional<microseconds> take_fraction() {
    int value = 0;
    int scale = 1'000'000;
    std::size_t used = 0;
    for (auto digit = take_digits(1); digit; digit = take_digits(1), ++used) {
      if (scale == 1) continue;
      scale /= 10;
      value += *digit * scale;
    }
    if (used == 0) return std::nullopt;
    return microseconds(value);
  }

 private:
  std::string_view rest_;
};

std::optional<SysMicros> take_date(Reader& in) {
  const auto year = in.take_digits(4);
  if (!year || !in.take('-')) return std::nullopt;
  const auto month = in.take_digits(2);
  if (!month || !in.take('-')) return std::nullopt;
  const auto day = in.take_digits(2);
  if (!day) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(*year),
                                         std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok()) return std::nullopt;
  return SysMicros(std::chrono::sys_days(date));
}

std::optional<microseconds> take_hour_minute(Reader& in) {
  const auto hour = in.take_digits(2);
  if (!hour || *hour > 23 || !in.take(':')) return std::nullopt;
  const auto minute = in.take_digits(2);
  if (!minute || *minute > 59) return std::nullopt;
  return microseconds(hours(*hour) + minutes(*minute));
}

std::optional<microseconds> take_time(Reader& in) {
  auto time = take_hour_minute(in);
  if (!time || !in.take(':')) return time;
  const auto second = in.take_digits(2);
  if (!second || *second > 59) return std::nullopt;
  *time += seconds(*second);
  if (!in.take('.')) return time;
  const auto fraction = in.take_fraction();
  if (!fraction) return std::nullopt;
  return *time + *fraction;
}

// Gives what must be subtracted to get UTC.
std::optional<microseconds> take_zone(Reader& in) {
  if (in.done() || in.take('Z')) return microseconds(0);
  const bool east = in.take('+');
  if (!east && !in.take('-')) return std::nullopt;
  const auto offset = take_hour_minute(in);
  if (!offset) return std::nullopt;
  return east ? *offset : -*offset;
}

}  // namespace

std::string iso_time(TimePoint time) {
  const auto micros = std::chrono::floor<microseconds>(time);
  const auto day = std::chrono::floor<days>(micros);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(micros - day);
  std::array<char, 64> out{};
  const int n = std::snprintf(
      out.data(), out.size(), "%04d-%02u-%02uT%02d:%02d:%02d.%06dZ", static_cast<int>(date.year()),
      static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
      static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
      static_cast<int>(clock.seconds().count()), static_cast<int>(clock.subseconds().count()));
  return {out.data(), static_cast<std::size_t>(n)};
}

std::optional<TimePoint> parse_iso_time(std::string_view text) {
  Reader in(text);
  auto time = take_date(in);
  if (!time) return std::nullopt;
  if (in.take('T') || in.take(' ')) {
    const auto clock = take_time(in);
    if (!clock) return std::nullopt;
    *time += *clock;
    const auto zone = take_zone(in);
    if (!zone) return std::nullopt;
    *time -= *zone;
  }
  if (!in.done()) return std::nullopt;
  return *time;
}

}  // namespace guard
