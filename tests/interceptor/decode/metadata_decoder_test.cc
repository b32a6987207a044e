// SPDX-License-Identifier: Apache-2.0
// Arguments of calls that change metadata: copied as the kernel would, wrong ones refused in its
// order.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/fs.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/xattr.h>
#include <utime.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string>

#include "base/limits.h"
#include "tests/interceptor/decode_own.h"

namespace guard::interceptor {
namespace {

using testing::decode_own;

constexpr int kFchmodat2 = 452;
constexpr int kSetxattrat = 463;
constexpr int kRemovexattrat = 466;
constexpr int kFileSetattr = 469;
constexpr std::uint64_t kWild = 16;  // an address that nothing lies at

struct XattrHow {
  std::uint64_t value;
  std::uint32_t size;
  std::uint32_t flags;
};

template <class... Values>
int errno_of(int number, Values... values) {
  const auto call = decode_own(number, values...);
  return call ? 0 : call.error().sys_errno;
}

TEST(MetadataDecoderTest, ModeAndOwnerAreTakenFromTheirRegisters) {
  const auto mode = decode_own(kFchmodat2, 7, "x", 04755, AT_SYMLINK_NOFOLLOW);
  ASSERT_TRUE(mode);
  EXPECT_EQ(mode->operation, Operation::kChangeMode);
  EXPECT_EQ(mode->dirfd, 7);
  EXPECT_EQ(mode->path, "x");
  EXPECT_EQ(mode->mode, 04755U);
  const auto owner = decode_own(SYS_fchownat, AT_FDCWD, "x", 5, -1, 0);
  ASSERT_TRUE(owner);
  EXPECT_EQ(owner->metadata.uid, 5U);
  EXPECT_EQ(owner->metadata.gid, kSameId);
  EXPECT_FALSE(owner->metadata.by_descriptor);
}

TEST(MetadataDecoderTest, CallsOnLinksSaySoWithTheirNumber) {
#ifdef SYS_lchown
  EXPECT_EQ(decode_own(SYS_chown, "x", 0, 0)->at_flags & AT_SYMLINK_NOFOLLOW, 0);
  EXPECT_NE(decode_own(SYS_lchown, "x", 0, 0)->at_flags & AT_SYMLINK_NOFOLLOW, 0);
#endif
  EXPECT_EQ(decode_own(SYS_removexattr, "x", "user.a")->at_flags & AT_SYMLINK_NOFOLLOW, 0);
  EXPECT_NE(decode_own(SYS_lremovexattr, "x", "user.a")->at_flags & AT_SYMLINK_NOFOLLOW, 0);
}

TEST(MetadataDecoderTest, CallsOnDescriptorsHaveNoPath) {
  const auto call = decode_own(SYS_fchmod, 9, 0600);
  ASSERT_TRUE(call);
  EXPECT_TRUE(call->metadata.by_descriptor);
  EXPECT_EQ(call->fd, 9);
  EXPECT_TRUE(decode_own(SYS_fchown, 9, 0, 0)->metadata.by_descriptor);
  EXPECT_TRUE(decode_own(SYS_fremovexattr, 9, "user.a")->metadata.by_descriptor);
}

TEST(MetadataDecoderTest, NullIsTheFoldersDescriptorForTimesAlone) {
  const std::uint64_t null = 0;
  const auto times = decode_own(SYS_utimensat, 9, null, null, 0);
  ASSERT_TRUE(times);
  EXPECT_TRUE(times->metadata.by_descriptor);
  EXPECT_EQ(times->fd, 9);
  EXPECT_EQ(errno_of(SYS_utimensat, 9, null, null, AT_EMPTY_PATH), EINVAL);
  EXPECT_EQ(errno_of(SYS_utimensat, AT_FDCWD, null, null, 0), EFAULT);
  EXPECT_EQ(errno_of(kFchmodat2, 9, null, 0600, AT_EMPTY_PATH), EFAULT);
#ifdef SYS_futimesat
  EXPECT_TRUE(decode_own(SYS_futimesat, 9, null, null)->metadata.by_descriptor);
  EXPECT_EQ(errno_of(SYS_utimes, null, null), EFAULT);
#endif
}

TEST(MetadataDecoderTest, EmptyPathIsADescriptorOnlyForTheNewestCalls) {
  const auto mode = decode_own(kFchmodat2, 9, "", 0600, AT_EMPTY_PATH);
  ASSERT_TRUE(mode);
  EXPECT_FALSE(mode->metadata.by_descriptor);  // an O_PATH one will do
  const auto removed = decode_own(kRemovexattrat, 9, "", AT_EMPTY_PATH, "user.a");
  ASSERT_TRUE(removed);
  EXPECT_TRUE(removed->metadata.by_descriptor);
  EXPECT_EQ(removed->fd, 9);
  EXPECT_EQ(errno_of(kFchmodat2, 9, "", 0600, 0), ENOENT);
  EXPECT_EQ(errno_of(SYS_setxattr, "", "user.a", "v", 1, 0), ENOENT);
}

TEST(MetadataDecoderTest, UnknownFlagsComeBeforeThePath) {
  EXPECT_EQ(errno_of(kFchmodat2, AT_FDCWD, kWild, 0600, 4), EINVAL);
  EXPECT_EQ(errno_of(SYS_fchownat, AT_FDCWD, kWild, 0, 0, AT_SYMLINK_FOLLOW), EINVAL);
  EXPECT_EQ(errno_of(kRemovexattrat, AT_FDCWD, kWild, 4, ""), EINVAL);
  EXPECT_EQ(errno_of(kFchmodat2, AT_FDCWD, kWild, 0600, 0), EFAULT);
}

#ifdef SYS_utime
TEST(MetadataDecoderTest, SecondsAndMicrosecondsBecomeNanoseconds) {
  const utimbuf seconds{1, 2};
  const auto old = decode_own(SYS_utime, "x", &seconds);
  ASSERT_TRUE(old && old->metadata.times);
  EXPECT_EQ((*old->metadata.times)[1].tv_sec, 2);
  const std::array<timeval, 2> coarse = {{{3, 4}, {5, 999'999}}};
  const auto middle = decode_own(SYS_utimes, "x", coarse.data());
  ASSERT_TRUE(middle && middle->metadata.times);
  EXPECT_EQ((*middle->metadata.times)[1].tv_nsec, 999'999'000);
  EXPECT_FALSE(decode_own(SYS_utimes, "x", std::uint64_t{0})->metadata.times);
}

TEST(MetadataDecoderTest, WrongMicrosecondsAreRefusedBeforeThePath) {
  const std::array<timeval, 2> many = {{{1, 1'000'000}, {1, 1}}};
  const std::array<timeval, 2> negative = {{{1, 1}, {1, -1}}};
  EXPECT_EQ(errno_of(SYS_utimes, kWild, many.data()), EINVAL);
  EXPECT_EQ(errno_of(SYS_futimesat, AT_FDCWD, kWild, negative.data()), EINVAL);
}
#endif

TEST(MetadataDecoderTest, NanosecondsAreTakenAsTheyAre) {
  const std::array<timespec, 2> exact = {{{6, 7}, {8, UTIME_NOW}}};
  const auto now = decode_own(SYS_utimensat, AT_FDCWD, "x", exact.data(), 0);
  ASSERT_TRUE(now && now->metadata.times);
  EXPECT_EQ((*now->metadata.times)[1].tv_nsec, UTIME_NOW);
  EXPECT_FALSE(decode_own(SYS_utimensat, AT_FDCWD, "x", std::uint64_t{0}, 0)->metadata.times);
  EXPECT_EQ(errno_of(SYS_utimensat, AT_FDCWD, "x", kWild, 0), EFAULT);
}

TEST(MetadataDecoderTest, TwoOmittedTimesLookAtNothingElse) {
  const std::array<timespec, 2> omitted = {{{0, UTIME_OMIT}, {0, UTIME_OMIT}}};
  const auto call = decode_own(SYS_utimensat, 77, kWild, omitted.data(), 4);
  ASSERT_TRUE(call);
  EXPECT_TRUE(call->metadata.changes_nothing);
}

TEST(MetadataDecoderTest, AttributeIsCopiedWithItsValue) {
  const std::string value("a\0b", 3);
  const auto call = decode_own(SYS_setxattr, "x", "user.a", value.data(), 3, XATTR_CREATE);
  ASSERT_TRUE(call);
  EXPECT_EQ(call->metadata.attribute, "user.a");
  EXPECT_EQ(std::string(call->metadata.value.data(), 3), value);
  EXPECT_EQ(call->metadata.attribute_flags, XATTR_CREATE);
  const XattrHow how{testing::word(value.data()), 3, XATTR_REPLACE};
  const auto at = decode_own(kSetxattrat, 5, "x", 0, "user.b", &how, sizeof(how));
  ASSERT_TRUE(at);
  EXPECT_EQ(at->dirfd, 5);
  EXPECT_EQ(at->metadata.attribute, "user.b");
  EXPECT_EQ(at->metadata.value.size(), 3U);
  EXPECT_EQ(at->metadata.attribute_flags, XATTR_REPLACE);
}

TEST(MetadataDecoderTest, WrongAttributesAreRefusedInTheKernelsOrder) {
  constexpr std::size_t kName = size_limit("xattr.name");
  constexpr std::size_t kValue = size_limit("xattr.value");
  const std::string shorter(kName - 1, 'n');
  const std::string longest(kName, 'n');
  const std::string longer(kName + 1, 'n');
  const std::string value(kValue, 'v');
  EXPECT_EQ(errno_of(SYS_setxattr, "x", shorter.c_str(), "v", 1, 0), 0);
  EXPECT_EQ(errno_of(SYS_setxattr, "x", longest.c_str(), "v", 1, 0), 0);
  EXPECT_EQ(errno_of(SYS_setxattr, kWild, longer.c_str(), "v", 1, 0), ERANGE);
  EXPECT_EQ(errno_of(SYS_setxattr, "x", "user.a", value.data(), kValue - 1, 0), 0);
  EXPECT_EQ(errno_of(SYS_setxattr, "x", "user.a", value.data(), kValue, 0), 0);
  EXPECT_EQ(errno_of(SYS_removexattr, kWild, ""), ERANGE);
  EXPECT_EQ(errno_of(SYS_setxattr, kWild, "", "v", 1, 4), EINVAL);
  EXPECT_EQ(errno_of(SYS_setxattr, kWild, "user.a", kWild, kValue + 1, 0), E2BIG);
  EXPECT_EQ(errno_of(SYS_setxattr, kWild, "user.a", kWild, std::uint64_t{1} << 40, 0), E2BIG);
  EXPECT_EQ(errno_of(SYS_setxattr, "x", "user.a", kWild, 1, 0), EFAULT);
  EXPECT_EQ(errno_of(SYS_setxattr, "x", "user.a", kWild, 0, 0), 0);
}

TEST(MetadataDecoderTest, StructureOfANewerKernelIsTooBig) {
  struct {
    XattrHow how;
    std::array<char, 100> rest;
  } longer{{testing::word("v"), 1, 0}, {}};
  const auto taken = [&](std::size_t size) {
    return errno_of(kSetxattrat, AT_FDCWD, "x", 0, "user.a", &longer, size);
  };
  EXPECT_EQ(taken(15), EINVAL);
  EXPECT_EQ(taken(16), 0);
  EXPECT_EQ(taken(100), 0);
  EXPECT_EQ(taken(4097), E2BIG);
  longer.rest[50] = 1;
  EXPECT_EQ(taken(100), E2BIG);
  const std::array<char, 24> attributes{};
  EXPECT_EQ(errno_of(kFileSetattr, AT_FDCWD, "x", attributes.data(), 23, 0), EINVAL);
  EXPECT_EQ(errno_of(kFileSetattr, AT_FDCWD, "x", attributes.data(), 24, 0), 0);
  EXPECT_EQ(errno_of(kFileSetattr, AT_FDCWD, kWild, kWild, 24, 0), EFAULT);
}

TEST(MetadataDecoderTest, RequestTakesWhatTheKernelWouldRead) {
  const long flags = FS_NODUMP_FL;
  const auto call = decode_own(SYS_ioctl, 3, FS_IOC_SETFLAGS, &flags);
  ASSERT_TRUE(call);
  EXPECT_EQ(call->operation, Operation::kChangeFlags);
  EXPECT_TRUE(call->metadata.by_descriptor);
  EXPECT_EQ(call->metadata.request, FS_IOC_SETFLAGS);
  EXPECT_TRUE(call->metadata.request_argument_read);
  EXPECT_EQ(call->metadata.request_argument[0], FS_NODUMP_FL);
  const auto wild = decode_own(SYS_ioctl, 3, FS_IOC_SETFLAGS, kWild);
  ASSERT_TRUE(wild);  // the descriptor is looked at first
  EXPECT_FALSE(wild->metadata.request_argument_read);
  EXPECT_EQ(errno_of(SYS_ioctl, 3, 0x5412, &flags), EPERM);
}

TEST(MetadataDecoderTest, SharedObjectsAreNumbers) {
  const auto removed = decode_own(SYS_semctl, 12, 0, 0, 0);
  ASSERT_TRUE(removed);
  EXPECT_EQ(removed->operation, Operation::kSharedObject);
  EXPECT_EQ(removed->shared_id, 12);
  EXPECT_EQ(removed->shared_command, 0);
  EXPECT_EQ(decode_own(SYS_shmctl, 5, 1, kWild)->shared_command, 1);
  EXPECT_EQ(decode_own(SYS_mq_unlink, "queue")->path, "queue");
}

}  // namespace
}  // namespace guard::interceptor
