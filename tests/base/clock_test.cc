// SPDX-License-Identifier: Apache-2.0
#include "base/clock.h"

#include <gtest/gtest.h>

#include <array>

namespace guard {
namespace {

using std::chrono::microseconds;
using std::chrono::seconds;

TimePoint at(std::int64_t unix_seconds, int micros = 0) {
  return TimePoint(seconds(unix_seconds) + microseconds(micros));
}

TEST(ClockTest, WritesUtcWithMicroseconds) {
  EXPECT_EQ(iso_time(at(0)), "1970-01-01T00:00:00.000000Z");
  EXPECT_EQ(iso_time(at(1'740'819'907, 250)), "2025-03-01T09:05:07.000250Z");
  EXPECT_EQ(iso_time(at(-1, 999'999)), "1969-12-31T23:59:59.999999Z");
}

TEST(ClockTest, ReadsBackWhatItWrites) {
  const TimePoint time = at(1'709'210'096, 123'456);  // a 29th of February
  EXPECT_EQ(parse_iso_time(iso_time(time)), time);
}

TEST(ClockTest, ReadsShorterForms) {
  EXPECT_EQ(parse_iso_time("2025-03-01"), at(1'740'787'200));
  EXPECT_EQ(parse_iso_time("2025-03-01T09:05"), at(1'740'819'900));
  EXPECT_EQ(parse_iso_time("2025-03-01 09:05:07.25"), at(1'740'819'907, 250'000));
  EXPECT_EQ(parse_iso_time("2025-03-01T09:05:07.1234567Z"), at(1'740'819'907, 123'456));
}

TEST(ClockTest, ZonesAreConvertedToUtc) {
  EXPECT_EQ(parse_iso_time("2025-03-01T10:05:07+01:00"), at(1'740'819'907));
  EXPECT_EQ(parse_iso_time("2025-03-01T03:35:07-05:30"), at(1'740'819'907));
}

TEST(ClockTest, RefusesWhatIsNoTime) {
  constexpr std::array kBad = {"",
                               "2025",
                               "2025-3-1",
                               "2025-02-29",
                               "2025-13-01",
                               "2025-03-01T",
                               "2025-03-01T24:00",
                               "2025-03-01T09:60",
                               "2025-03-01T09:05:61",
                               "2025-03-01T09:05:07.",
                               "2025-03-01T09:05:07X",
                               "2025-03-01T09:05:07+1",
                               "2025-03-01Z",
                               " 2025-03-01",
                               "2025-03-01T09:05:07Z "};
  for (const char* text : kBad) EXPECT_EQ(parse_iso_time(text), std::nullopt) << text;
}

}  // namespace
}  // namespace guard
