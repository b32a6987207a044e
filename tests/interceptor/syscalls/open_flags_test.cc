// SPDX-License-Identifier: Apache-2.0
#include "interceptor/syscalls/open_flags.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>

#include "interceptor/decode/precheck.h"
#include "tests/interceptor/scratch_folder.h"

namespace guard::interceptor {
namespace {

constexpr int kUnnamedBit = O_TMPFILE & ~O_DIRECTORY;
// O_LARGEFILE of asm/fcntl.h, which the C library calls 0.
#ifdef __aarch64__
constexpr int kLargeFile = 0400000;
#else
constexpr int kLargeFile = 0100000;
#endif
constexpr std::array<int, 18> kFlags = {0,           O_CREAT,    O_EXCL,    O_NOCTTY,  O_TRUNC,
                                        O_APPEND,    O_NONBLOCK, O_SYNC,    O_DSYNC,   O_ASYNC,
                                        O_DIRECTORY, O_NOFOLLOW, O_NOATIME, O_CLOEXEC, O_PATH,
                                        kUnnamedBit, O_TMPFILE,  kLargeFile};

int guard_errno(const RawCall& call) {
  const auto checked = check_open_flags(call);
  return checked ? 0 : checked.error().sys_errno;
}

// On a name whose folder is not there, the kernel answers ENOENT unless the flags alone are wrong.
TEST(OpenFlagsTest, PairsAreRefusedBeforeTheWalkExactlyWhereTheKernelDoes) {
  const testing::ScratchFolder scratch;
  RawCall call;
  call.path = scratch.at("missing/name");
  for (const int access : {O_RDONLY, O_WRONLY, O_RDWR, O_ACCMODE}) {
    for (const int one : kFlags) {
      for (const int two : kFlags) {
        const int flags = access | one | two;
        call.open_flags = static_cast<std::uint32_t>(flags);
        ASSERT_EQ(::syscall(SYS_openat, AT_FDCWD, call.path.c_str(), flags, 0600), -1);
        const int kernel = errno == ENOENT ? 0 : errno;
        EXPECT_EQ(guard_errno(call), kernel) << std::oct << "flags 0" << flags;
      }
    }
  }
}

TEST(OpenFlagsTest, Openat2IsAsStrictAsTheKernel) {
  const testing::ScratchFolder scratch;
  RawCall call;
  call.path = scratch.at("missing/name");
  call.is_openat2 = true;
  const auto compare = [&](std::uint64_t flags, std::uint64_t mode) {
    call.open_flags = flags;
    call.mode = mode;
    const open_how how{flags, mode, 0};
    ASSERT_EQ(::syscall(SYS_openat2, AT_FDCWD, call.path.c_str(), &how, sizeof(how)), -1);
    const int kernel = errno == ENOENT ? 0 : errno;
    EXPECT_EQ(guard_errno(call), kernel) << std::oct << "flags 0" << flags << " mode 0" << mode;
  };
  for (const int one : kFlags) {
    for (const int two : kFlags) {
      for (const std::uint64_t mode : {0U, 0600U, 07777U, 010000U}) {
        compare(static_cast<std::uint32_t>(O_RDWR | one | two), mode);
      }
    }
  }
  for (const int bit : {26, 30, 31, 32, 63}) compare(O_RDWR | std::uint64_t{1} << bit, 0);
}

TEST(OpenFlagsTest, Openat2KnowsTheLargeFilesOfItsMachine) {
  RawCall call;
  call.is_openat2 = true;
  call.open_flags = static_cast<std::uint64_t>(O_RDWR | kLargeFile);
  EXPECT_EQ(guard_errno(call), 0);
}

TEST(OpenFlagsTest, WriteIntentIsWhateverCanChangeSomething) {
  for (const int flags :
       {O_WRONLY, O_RDWR, O_ACCMODE, O_RDONLY | O_TRUNC, O_RDONLY | O_CREAT, O_TMPFILE | O_RDWR}) {
    EXPECT_TRUE(has_write_intent(static_cast<std::uint32_t>(flags))) << std::oct << flags;
  }
  for (const int flags : {O_RDONLY, O_RDONLY | O_DIRECTORY, O_PATH | O_RDWR, O_PATH | O_CREAT}) {
    EXPECT_FALSE(has_write_intent(static_cast<std::uint32_t>(flags))) << std::oct << flags;
  }
}

TEST(OpenFlagsTest, LastLinkIsFollowedUnlessTheFlagsSayOtherwise) {
  EXPECT_TRUE(follows_last(O_RDWR | O_CREAT));
  EXPECT_TRUE(follows_last(O_RDWR | O_EXCL));  // means nothing alone
  EXPECT_FALSE(follows_last(O_RDWR | O_CREAT | O_EXCL));
  EXPECT_FALSE(follows_last(O_RDWR | O_NOFOLLOW));
}

}  // namespace
}  // namespace guard::interceptor
