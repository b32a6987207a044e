// SPDX-License-Identifier: Apache-2.0
// kernel_lacks(): a test build (base/weaken.h) pretends to run on an older kernel, so that what
// guard does without a feature can be tried on a kernel that has it. Whatever uses a feature that
// Linux 5.4 lacks asks here first, and does then as if the kernel had said no.
//
// The environment variable GUARD_TEST_KERNEL says which: a version ("6.1": without all that came
// later), or what is missing ("-wait_killable,-pidfd_thread"), or both, with commas. A value
// without a meaning ends the program. In every other build kernel_lacks() is the constant false,
// the variable means nothing, and no name of this is in the binary. Any thread.
#ifndef GUARD_BASE_OLDER_KERNEL_H_
#define GUARD_BASE_OLDER_KERNEL_H_

#include "base/weaken.h"

namespace guard {

enum class KernelPart {
  kUnshare,  // no kernel lacks it: a container refuses it
  kPidfdGetfd,
  kAddFd,
  kAddFdSend,
  kWaitKillable,
  kLandlock,
  kLandlockRoots,
  kPeerPidfd,
  kSyncWakeUp,
  kFchmodat2,
  kPidfdThread,
  kPidfs,
  kLandlockScopes,
  kPidfdInfo,
  kSetxattrat,
  kFileSetattr,
};

#ifdef GUARD_WEAKEN
[[nodiscard]] bool kernel_lacks(KernelPart part);
[[nodiscard]] int pretended_landlock_abi(int abi);
// The value of GUARD_TEST_KERNEL; empty: nothing is pretended.
[[nodiscard]] const char* pretended_kernel();
#else
[[nodiscard]] constexpr bool kernel_lacks(KernelPart /*part*/) {
  return false;
}
[[nodiscard]] constexpr int pretended_landlock_abi(int abi) {
  return abi;
}
[[nodiscard]] constexpr const char* pretended_kernel() {
  return "";
}
#endif

}  // namespace guard

#endif  // GUARD_BASE_OLDER_KERNEL_H_
