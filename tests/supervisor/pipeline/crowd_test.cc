// SPDX-License-Identifier: Apache-2.0
#include "supervisor/pipeline/crowd.h"

#include <gtest/gtest.h>

namespace guard::supervisor {
namespace {

Arrival one_in(int every, int call) {
  return call % every == 0 ? Arrival::kWasWaiting : Arrival::kCameLater;
}

// True when any of CALLS, every Nth of which is found waiting, makes it crowded.
bool gets_crowded(int every, int calls) {
  Crowd crowd;
  bool crowded = false;
  for (int call = 1; call <= calls; ++call) crowded |= crowd.note(one_in(every, call));
  return crowded;
}

TEST(Crowd, OneCallThatWaitedIsNone) {
  Crowd crowd;
  EXPECT_FALSE(crowd.note(Arrival::kWasWaiting));
  EXPECT_FALSE(crowd.note(Arrival::kCameLater));
}

TEST(Crowd, ThirdOfFewIsOne) {
  Crowd crowd;
  EXPECT_FALSE(crowd.note(Arrival::kWasWaiting));
  EXPECT_FALSE(crowd.note(Arrival::kCameLater));
  EXPECT_FALSE(crowd.note(Arrival::kWasWaiting));
  EXPECT_TRUE(crowd.note(Arrival::kWasWaiting));
  EXPECT_FALSE(crowd.note(Arrival::kWasWaiting)) << "it was said";
}

// The numbers of a compile, and of a shell loop.
TEST(Crowd, ManyOfAllThatWaitAreOneAndFewNever) {
  EXPECT_TRUE(gets_crowded(7, 100));
  EXPECT_FALSE(gets_crowded(50, 100'000));
}

TEST(Crowd, IsOverAfterAWhileInWhichNoneWaited) {
  Crowd crowd;
  for (int call = 0; call < 1000; ++call) {
    (void)crowd.note(one_in(20, call));
    ASSERT_FALSE(crowd.is_over());
  }
  for (int call = 0; call < 100; ++call) (void)crowd.note(Arrival::kCameLater);
  EXPECT_TRUE(crowd.is_over());
  (void)crowd.note(Arrival::kWasWaiting);
  EXPECT_FALSE(crowd.is_over());
}

TEST(Crowd, PressesOnceMoreThanHalfOfTheCallsWait) {
  Crowd crowd;
  for (int call = 0; call < 100'000; ++call) {
    (void)crowd.note(one_in(3, call));
    ASSERT_FALSE(crowd.presses());
  }
  for (int call = 0; call < 1000; ++call)
    (void)crowd.note(call % 3 == 0 ? Arrival::kCameLater : Arrival::kWasWaiting);
  EXPECT_TRUE(crowd.presses());
}

TEST(Crowd, PressesOnUntilLessThanHalfOfTheCallsWaitForAWhile) {
  Crowd crowd;
  for (int call = 0; call < 1000; ++call) (void)crowd.note(Arrival::kWasWaiting);
  (void)crowd.note(Arrival::kCameLater);
  EXPECT_TRUE(crowd.presses());
  for (int call = 0; call < 1000; ++call) (void)crowd.note(one_in(3, call));
  EXPECT_FALSE(crowd.presses());
}

}  // namespace
}  // namespace guard::supervisor
