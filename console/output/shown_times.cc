// SPDX-License-Identifier: Apache-2.0
#include "console/output/shown_times.h"

#include <array>
#include <chrono>
#include <ctime>

#include "base/text/text.h"

namespace guard::console {
namespace {

constexpr std::size_t kSecond = 19;  // "2025-03-01T09:05:07"

}  // namespace

std::string ShownTimes::formatted(TimePoint time, const char* format) const {
  const std::time_t seconds =
      std::chrono::floor<std::chrono::seconds>(time).time_since_epoch().count();
  std::tm parts{};
  std::array<char, 64> text{};
  const std::tm* known = in_utc_ ? ::gmtime_r(&seconds, &parts) : ::localtime_r(&seconds, &parts);
  if (known == nullptr) return "";
  return {text.data(), std::strftime(text.data(), text.size(), format, &parts)};
}

std::string ShownTimes::second(const std::string& iso) const {
  const auto time = parse_iso_time(iso);
  return time ? formatted(*time, "%F %T") : safe_text(iso);
}

std::string ShownTimes::with_zone(const std::string& iso) const {
  const auto time = parse_iso_time(iso);
  return time ? second(iso) + " " + zone(*time) : safe_text(iso);
}

std::string ShownTimes::whole(const std::string& iso) const {
  const auto time = parse_iso_time(iso);
  if (!time || in_utc_) return safe_text(iso);
  std::string offset = formatted(*time, "%z");  // "+0100"
  if (offset == "+0000" || offset.size() != 5) return safe_text(iso);
  offset.insert(3, ":");
  const std::string rest = iso.size() > kSecond ? iso.substr(kSecond) : "";
  return formatted(*time, "%FT%T") + safe_text(rest.substr(0, rest.find_first_of("Z+-"))) + offset;
}

std::string ShownTimes::day(TimePoint time) const {
  return formatted(time, "%F");
}

// TZ may call its zone anything.
std::string ShownTimes::zone(TimePoint time) const {
  return in_utc_ ? "UTC" : safe_text(formatted(time, "%Z"));
}

std::string ShownTimes::heading(const std::string& name) const {
  const std::string now = zone(std::chrono::system_clock::now());
  return now.empty() ? name : name + " (" + now + ")";
}

}  // namespace guard::console
