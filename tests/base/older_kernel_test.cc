// SPDX-License-Identifier: Apache-2.0
#include "base/older_kernel.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>

#include "base/process/pid_handle.h"

namespace guard {
namespace {

#ifdef GUARD_WEAKEN
// The variable is read once in a process.
TEST(OlderKernelTest, AVersionLacksWhatCameLater) {
  ASSERT_EQ(setenv("GUARD_TEST_KERNEL", "6.8,-add_fd_send", 1), 0);
  EXPECT_TRUE(kernel_lacks(KernelPart::kPidfdThread));
  EXPECT_TRUE(kernel_lacks(KernelPart::kLandlockScopes));
  EXPECT_TRUE(kernel_lacks(KernelPart::kAddFdSend));
  EXPECT_FALSE(kernel_lacks(KernelPart::kFchmodat2));
  EXPECT_FALSE(kernel_lacks(KernelPart::kWaitKillable));
  EXPECT_EQ(pretended_landlock_abi(7), 4);
  EXPECT_EQ(pretended_landlock_abi(0), 0);
  EXPECT_FALSE(PidHandle::open_thread(getpid()));
}
#else
TEST(OlderKernelTest, AnOrdinaryBuildTakesNoNotice) {
  const auto before = PidHandle::open_thread(getpid());
  ASSERT_EQ(setenv("GUARD_TEST_KERNEL", "5.4", 1), 0);
  static_assert(!kernel_lacks(KernelPart::kPidfdThread));
  static_assert(pretended_landlock_abi(7) == 7);
  EXPECT_EQ(PidHandle::open_thread(getpid()).has_value(), before.has_value());
  EXPECT_STREQ(pretended_kernel(), "");
}
#endif

}  // namespace
}  // namespace guard
