// SPDX-License-Identifier: Apache-2.0
#include "supervisor/run/protection_level.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace guard::supervisor {
namespace {

using policy::LandlockUse;
using testing::HasSubstr;

interceptor::KernelFeatures kernel(bool with_roots) {
  interceptor::KernelFeatures features;
  features.landlock_roots = with_roots;
  return features;
}

TEST(LevelTest, AnOrdinaryUserIsVerifiedWhereTheKernelCan) {
  const ProtectionLevel level = level_of(kernel(true), LandlockUse::kAuto, false);
  EXPECT_STREQ(level.name(), "verified");
  EXPECT_TRUE(level.expected);
  EXPECT_EQ(why_too_low(level, LandlockUse::kAuto, "verified"), "");
}

TEST(LevelTest, RootIsMediatedUntilItAsksForRoots) {
  const ProtectionLevel level = level_of(kernel(true), LandlockUse::kAuto, true);
  EXPECT_STREQ(level.name(), "mediated");
  EXPECT_TRUE(level.expected);
  EXPECT_THAT(why_too_low(level, LandlockUse::kAuto, "verified"), HasSubstr("--landlock on"));
  EXPECT_EQ(why_too_low(level, LandlockUse::kAuto, "mediated"), "");
  EXPECT_STREQ(level_of(kernel(true), LandlockUse::kOn, true).name(), "verified");
}

TEST(LevelTest, LeavingTheRootsOutIsSaid) {
  const ProtectionLevel level = level_of(kernel(true), LandlockUse::kOff, false);
  EXPECT_STREQ(level.name(), "mediated");
  EXPECT_FALSE(level.expected);
  EXPECT_THAT(level.missing, HasSubstr("landlock: off"));
}

TEST(LevelTest, AKernelWithoutRootsIsSaidAndIsTooLowForOn) {
  const ProtectionLevel level = level_of(kernel(false), LandlockUse::kAuto, false);
  EXPECT_FALSE(level.expected);
  EXPECT_EQ(why_too_low(level, LandlockUse::kAuto, ""), "");
  EXPECT_THAT(why_too_low(level, LandlockUse::kAuto, "verified"), HasSubstr("Landlock"));
  EXPECT_THAT(why_too_low(level_of(kernel(false), LandlockUse::kOn, true), LandlockUse::kOn, ""),
              HasSubstr("landlock: on"));
}

TEST(LevelTest, ThePreloadBackendIsAdvisoryWhateverTheKernelCan) {
  for (const bool as_root : {true, false}) {
    const ProtectionLevel level = level_of(kernel(true), LandlockUse::kAuto, as_root, true);
    EXPECT_STREQ(level.name(), "advisory");
    EXPECT_EQ(level.roots, !as_root);
    EXPECT_EQ(why_too_low(level, LandlockUse::kAuto, ""), "");
    for (const char* require : {"mediated", "verified"})
      EXPECT_THAT(why_too_low(level, LandlockUse::kAuto, require), HasSubstr("advisory"));
  }
}

}  // namespace
}  // namespace guard::supervisor
