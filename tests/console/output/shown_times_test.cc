// SPDX-License-Identifier: Apache-2.0
#include "console/output/shown_times.h"

#include <gtest/gtest.h>

#include "tests/support/local_zone.h"

namespace guard::console {
namespace {

TEST(ShownTimesTest, TheZoneIsThatOfTheMoment) {
  const LocalZone zone("CET-1CEST,M3.5.0,M10.5.0/3");
  const ShownTimes times;
  EXPECT_EQ(times.with_zone("2025-03-01T09:05:07.000250Z"), "2025-03-01 10:05:07 CET");
  EXPECT_EQ(times.with_zone("2025-07-01T23:05:07.000250Z"), "2025-07-02 01:05:07 CEST");
  EXPECT_EQ(times.whole("2025-07-01T23:05:07.000250Z"), "2025-07-02T01:05:07.000250+02:00");
  EXPECT_EQ(ShownTimes(true).with_zone("2025-07-01T23:05:07.000250Z"), "2025-07-01 23:05:07 UTC");
}

TEST(ShownTimesTest, InUtcARecordsTimeStaysAsItIs) {
  const LocalZone zone("UTC0");
  EXPECT_EQ(ShownTimes().whole("2025-07-01T23:05:07.000250Z"), "2025-07-01T23:05:07.000250Z");
}

TEST(ShownTimesTest, WhatIsNoTimeIsMadeSafe) {
  for (const bool in_utc : {false, true}) {
    EXPECT_EQ(ShownTimes(in_utc).second("\x1b[2J"), "\\x1B[2J");
    EXPECT_EQ(ShownTimes(in_utc).whole("\x1b[2J"), "\\x1B[2J");
  }
}

}  // namespace
}  // namespace guard::console
