// SPDX-License-Identifier: Apache-2.0
#include "interceptor/ptrace/open_registers.h"

#include <fcntl.h>
#include <gtest/gtest.h>

#include "interceptor/syscalls/open_flags.h"

namespace guard::interceptor {
namespace {

constexpr std::uint64_t kMark = 0x67756172ULL << 32;
constexpr std::uint64_t kCreate = O_CREAT;

TEST(ToldOpenFlagsTest, WithoutTheMarkTheLowerHalfIsWhatWasSaid) {
  EXPECT_EQ(told_open_flags(O_RDONLY | O_CLOEXEC), O_RDONLY | O_CLOEXEC);
  EXPECT_EQ(told_open_flags(kCreate), kCreate);
  EXPECT_EQ(told_open_flags((0xFFFFFFFFULL << 32) | kCreate), kCreate);
}

TEST(ToldOpenFlagsTest, TheMarkTakesBackWhatAGateAdded) {
  EXPECT_EQ(told_open_flags(kMark | kCreate), O_RDONLY);
  EXPECT_EQ(told_open_flags(kMark | kCreate | O_NOFOLLOW), O_NOFOLLOW);
}

TEST(ToldOpenFlagsTest, AForgedMarkHidesNoWriteIntent) {
  for (const int flags : {O_WRONLY, O_RDWR, O_TRUNC, O_WRONLY | O_TRUNC}) {
    const auto said = static_cast<std::uint64_t>(flags) | kCreate;
    EXPECT_EQ(told_open_flags(kMark | said), said) << flags;
  }
}

}  // namespace
}  // namespace guard::interceptor
