// SPDX-License-Identifier: Apache-2.0
// Decoded from the test's own memory: what the registers point to is copied as the kernel would.
#include "interceptor/decode/decoder.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/openat2.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

#include "base/limits.h"
#include "tests/interceptor/decode_own.h"

namespace guard::interceptor {
namespace {

using testing::decode_own;

TEST(DecoderTest, OpenatTakesItsArguments) {
  const auto call = decode_own(SYS_openat, 7, "name", O_WRONLY | O_CREAT, 0640);
  ASSERT_TRUE(call) << call.error().text();
  EXPECT_EQ(call->operation, Operation::kOpen);
  EXPECT_EQ(call->dirfd, 7);
  EXPECT_EQ(call->path, "name");
  EXPECT_EQ(call->open_flags, static_cast<std::uint64_t>(O_WRONLY | O_CREAT));
  EXPECT_EQ(call->mode, 0640U);
  EXPECT_FALSE(call->is_openat2);
}

// Garbage in the high half of an int register is no other folder and no other flag.
TEST(DecoderTest, IntRegistersAreCutToTheirWidth) {
  constexpr std::uint64_t kGarbage = 0xdead'beef'0000'0000;
  const auto call = decode_own(SYS_unlinkat, kGarbage | static_cast<std::uint32_t>(AT_FDCWD), "x",
                               kGarbage | AT_REMOVEDIR);
  ASSERT_TRUE(call);
  EXPECT_EQ(call->dirfd, AT_FDCWD);
  EXPECT_EQ(call->at_flags, AT_REMOVEDIR);
  EXPECT_EQ(decode_own(SYS_openat, AT_FDCWD, "x", kGarbage | O_RDWR, 0)->open_flags,
            static_cast<std::uint64_t>(O_RDWR));
}

#ifdef SYS_creat  // newer architectures have none of these
TEST(DecoderTest, LegacyCallsSayWithTheirNumberWhatOthersSayWithFlags) {
  const auto made = decode_own(SYS_creat, "x", 0600);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->open_flags, static_cast<std::uint64_t>(O_CREAT | O_WRONLY | O_TRUNC));
  EXPECT_EQ(made->mode, 0600U);
  EXPECT_EQ(made->dirfd, AT_FDCWD);
  EXPECT_EQ(decode_own(SYS_rmdir, "x")->at_flags, AT_REMOVEDIR);
  EXPECT_EQ(decode_own(SYS_unlink, "x")->at_flags, 0);
  EXPECT_EQ(decode_own(SYS_open, "x", O_RDWR, 0)->open_flags, static_cast<std::uint64_t>(O_RDWR));
}
#endif

TEST(DecoderTest, BothNamesOfARename) {
  const auto call = decode_own(SYS_renameat2, 3, "old", 4, "new", 2);
  ASSERT_TRUE(call);
  EXPECT_EQ(call->dirfd, 3);
  EXPECT_EQ(call->path, "old");
  EXPECT_EQ(call->new_dirfd, 4);
  EXPECT_EQ(call->new_path, "new");
  EXPECT_EQ(call->rename_flags, 2U);
}

TEST(DecoderTest, TextOfALinkIsNoPath) {
  const auto call = decode_own(SYS_symlinkat, "text", 5, "name");
  ASSERT_TRUE(call);
  EXPECT_EQ(call->link_text, "text");
  EXPECT_EQ(call->path, "name");
  EXPECT_EQ(call->dirfd, 5);
}

TEST(DecoderTest, LengthIsLookedAtBeforeTheName) {
  const auto negative = decode_own(SYS_truncate, std::uint64_t{16}, std::int64_t{-1});
  ASSERT_FALSE(negative);
  EXPECT_EQ(negative.error().sys_errno, EINVAL);
  EXPECT_EQ(decode_own(SYS_truncate, "x", std::int64_t{1} << 40)->length, std::int64_t{1} << 40);
}

TEST(DecoderTest, UnreadablePathIsAFault) {
  const auto call = decode_own(SYS_unlinkat, AT_FDCWD, std::uint64_t{16}, 0);
  ASSERT_FALSE(call);
  EXPECT_EQ(call.error().sys_errno, EFAULT);
}

TEST(DecoderTest, LongestPathIsTakenAndOneByteMoreIsNot) {
  constexpr std::size_t kMost = size_limit("path.bytes");  // with its end
  for (const std::size_t size : {kMost - 2, kMost - 1}) {
    const std::string path(size, 'a');
    EXPECT_EQ(decode_own(SYS_unlinkat, AT_FDCWD, path.c_str(), 0)->path, path);
  }
  const std::string longer(kMost, 'a');
  const auto refused = decode_own(SYS_unlinkat, AT_FDCWD, longer.c_str(), 0);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().sys_errno, ENAMETOOLONG);
}

TEST(DecoderTest, ArgumentsAndEnvironmentShareOneLimit) {
  constexpr std::size_t kMost = size_limit("exec.argument_bytes");
  const std::string half(kMost / 2 - 1, 'a');  // with its end
  const std::array<const char*, 2> one = {half.c_str(), nullptr};
  for (const std::size_t bytes : {kMost - 1, kMost, kMost + 1}) {
    const std::string rest(bytes - kMost / 2 - 1, 'b');
    const std::array<const char*, 2> other = {rest.c_str(), nullptr};
    const auto call = decode_own(SYS_execve, "x", one.data(), other.data());
    ASSERT_EQ(call.has_value(), bytes <= kMost) << bytes;
    if (!call) {
      EXPECT_EQ(call.error().sys_errno, E2BIG);
    }
  }
}

TEST(DecoderTest, ExecTakesTenThousandWords) {
  std::vector<const char*> words(10'000, "word");
  words.push_back(nullptr);
  const std::array<const char*, 2> environment = {"A=b", nullptr};
  const auto call = decode_own(SYS_execve, "x", words.data(), environment.data());
  ASSERT_TRUE(call) << call.error().text();
  EXPECT_EQ(call->argv.size(), 10'000U);
  EXPECT_EQ(call->envp, std::vector<std::string>{"A=b"});
}

// openat2(2): a longer struct than guard knows is the same call while the rest is zero.
TEST(DecoderTest, LongerOpenHowMustBeZeroBeyondWhatIsKnown) {
  constexpr std::size_t kMost = size_limit("call.structure");
  std::array<char, kMost + 1> bytes{};
  const open_how how{O_RDWR | O_CREAT, 0600, RESOLVE_BENEATH};
  std::memcpy(bytes.data(), &how, sizeof(how));
  const auto errno_of = [&](std::size_t size) {
    const auto call = decode_own(SYS_openat2, AT_FDCWD, "x", bytes.data(), size);
    return call ? 0 : call.error().sys_errno;
  };
  EXPECT_EQ(errno_of(sizeof(how) - 1), EINVAL);
  EXPECT_EQ(errno_of(0), EINVAL);
  EXPECT_EQ(errno_of(kMost - 1), 0);
  EXPECT_EQ(errno_of(kMost), 0);
  EXPECT_EQ(errno_of(kMost + 1), E2BIG);
  bytes[100] = 1;
  EXPECT_EQ(errno_of(100), 0);
  EXPECT_EQ(errno_of(101), E2BIG);
}

TEST(DecoderTest, OpenHowIsTakenWhole) {
  const open_how how{O_RDWR | O_CREAT, 0600, RESOLVE_IN_ROOT};
  const auto call = decode_own(SYS_openat2, AT_FDCWD, "x", &how, sizeof(how));
  ASSERT_TRUE(call);
  EXPECT_TRUE(call->is_openat2);
  EXPECT_EQ(call->open_flags, how.flags);
  EXPECT_EQ(call->mode, how.mode);
  EXPECT_EQ(call->resolve, how.resolve);
}

// The kernel looks at numbers before it reads a name.
TEST(DecoderTest, BadNumbersComeBeforeBadPointers) {
  const open_how how{std::uint64_t{1} << 40 | O_RDWR, 0600, RESOLVE_IN_ROOT};
  const std::uint64_t nowhere = 1;
  const auto error_of = [](const Result<RawCall>& call) {
    return call ? 0 : call.error().sys_errno;
  };
  EXPECT_EQ(error_of(decode_own(SYS_openat2, AT_FDCWD, nowhere, &how, sizeof(how))), EINVAL);
  EXPECT_EQ(error_of(decode_own(SYS_unlinkat, AT_FDCWD, nowhere, 0x5000)), EINVAL);
  EXPECT_EQ(error_of(decode_own(SYS_unlinkat, AT_FDCWD, nowhere, 0)), EFAULT);
  EXPECT_EQ(error_of(decode_own(SYS_mknodat, AT_FDCWD, nowhere, S_IFDIR, 0)), EPERM);
  EXPECT_EQ(error_of(decode_own(SYS_renameat2, AT_FDCWD, nowhere, AT_FDCWD, nowhere, 3)), EINVAL);
}

// Memory of calls on sockets is read when the socket is known: sockets that take no address are
// most.
TEST(DecoderTest, SendsAreReadByTheirRegistersAlone) {
  const auto call = decode_own(SYS_sendmsg, 7, std::uint64_t{8}, MSG_DONTWAIT);
  ASSERT_TRUE(call);
  EXPECT_EQ(call->operation, Operation::kSend);
  EXPECT_EQ(call->fd, 7);
  EXPECT_EQ(call->send_flags, static_cast<unsigned>(MSG_DONTWAIT));
}

// SIOCSIFFLAGS; its argument is not looked at.
TEST(DecoderTest, RequestsToInterfacesAreToldByTheirNumber) {
  const auto call = decode_own(SYS_ioctl, 3, 0x8914, 1);
  ASSERT_TRUE(call) << call.error().text();
  EXPECT_EQ(call->operation, Operation::kNetworkSetup);
  EXPECT_EQ(call->fd, 3);
}

TEST(DecoderTest, UnknownNumberIsNoCall) {
  const auto call = decode_own(100'000);
  ASSERT_FALSE(call);
  EXPECT_EQ(call.error().sys_errno, ENOSYS);
}

}  // namespace
}  // namespace guard::interceptor
