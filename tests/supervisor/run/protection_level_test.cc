// SPDX-License-Identifier: Apache-2.0
#include "supervisor/run/protection_level.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace guard::supervisor {
namespace {

using policy::LandlockUse;
using ::testing::HasSubstr;

interceptor::KernelFeatures kernel(bool with_roots) {
  interceptor::KernelFeatures features;
  features.landlock_roots = with_roots;
  return features;
}

TEST(LevelTest, AnOrdinaryUserIsVerifiedWhereTheKernelCan) {
  const ProtectionLevel level = level_of(kernel(true), LandlockUse::kAuto, RunBy::kUser);
  EXPECT_STREQ(level.name(), "verified");
  EXPECT_TRUE(level.expected);
  EXPECT_EQ(why_too_low(level, LandlockUse::kAuto, "verified"), "");
}

TEST(LevelTest, RootIsMediatedUntilItAsksForRoots) {
  const ProtectionLevel level = level_of(kernel(true), LandlockUse::kAuto, RunBy::kRoot);
  EXPECT_STREQ(level.name(), "mediated");
  EXPECT_TRUE(level.expected);
  EXPECT_THAT(why_too_low(level, LandlockUse::kAuto, "verified"), HasSubstr("--landlock on"));
  EXPECT_EQ(why_too_low(level, LandlockUse::kAuto, "mediated"), "");
  EXPECT_STREQ(level_of(kernel(true), LandlockUse::kOn, RunBy::kRoot).name(), "verified");
}

TEST(LevelTest, LeavingTheRootsOutIsSaid) {
  const ProtectionLevel level = level_of(kernel(true), LandlockUse::kOff, RunBy::kUser);
  EXPECT_STREQ(level.name(), "mediated");
  EXPECT_FALSE(level.expected);
  EXPECT_THAT(level.missing, HasSubstr("landlock: off"));
}

TEST(LevelTest, AKernelWithoutRootsIsSaidAndIsTooLowForOn) {
  const ProtectionLevel level = level_of(kernel(false), LandlockUse::kAuto, RunBy::kUser);
  EXPECT_FALSE(level.expected);
  EXPECT_EQ(why_too_low(level, LandlockUse::kAuto, ""), "");
  EXPECT_THAT(why_too_low(level, LandlockUse::kAuto, "verified"), HasSubstr("Landlock"));
  EXPECT_THAT(
      why_too_low(level_of(kernel(false), LandlockUse::kOn, RunBy::kRoot), LandlockUse::kOn, ""),
      HasSubstr("landlock: on"));
}

TEST(LevelTest, ThePreloadBackendIsAdvisoryWhateverTheKernelCan) {
  for (const RunBy who : {RunBy::kRoot, RunBy::kUser}) {
    const ProtectionLevel level = level_of(kernel(true), LandlockUse::kAuto, who, true);
    EXPECT_STREQ(level.name(), "advisory");
    EXPECT_EQ(level.roots, who == RunBy::kUser);
    EXPECT_EQ(why_too_low(level, LandlockUse::kAuto, ""), "");
    for (const char* require : {"mediated", "verified"})
      EXPECT_THAT(why_too_low(level, LandlockUse::kAuto, require), HasSubstr("advisory"));
  }
}

}  // namespace
}  // namespace guard::supervisor
