// SPDX-License-Identifier: Apache-2.0
#include "interceptor/sockets/control_messages.h"

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "base/limits.h"

namespace guard::interceptor {
namespace {

constexpr SocketKind kLocal{AF_UNIX, SOCK_DGRAM, 0};
constexpr SocketKind kUdp{AF_INET, SOCK_DGRAM, IPPROTO_UDP};
constexpr SocketKind kUdp6{AF_INET6, SOCK_DGRAM, IPPROTO_UDP};

template <class Value>
std::vector<char> control(int level, int type, const Value& value) {
  std::vector<char> bytes(CMSG_SPACE(sizeof(value)));
  cmsghdr header{};
  header.cmsg_len = CMSG_LEN(sizeof(value));
  header.cmsg_level = level;
  header.cmsg_type = type;
  std::memcpy(bytes.data(), &header, sizeof(header));
  std::memcpy(bytes.data() + CMSG_LEN(0), &value, sizeof(value));
  return bytes;
}

class ControlMessagesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto found = tracees_.find(::gettid());
    ASSERT_TRUE(found) << found.error().text();
    tracee_ = *found;
    own_ = tracee_->credentials;
  }
  Result<ControlMessages> translate(std::vector<char> bytes, const SocketKind& kind) {
    return ControlMessages::translate(std::move(bytes), kind, *tracee_, own_);
  }
  int error(std::vector<char> bytes, const SocketKind& kind) {
    const auto made = translate(std::move(bytes), kind);
    return made ? 0 : made.error().sys_errno;
  }
  TraceeTable tracees_;
  std::shared_ptr<const Tracee> tracee_;
  Credentials own_;
};

TEST_F(ControlMessagesTest, SourceRoutesAreRefused) {
  const std::array<char, 8> route{};
  EXPECT_EQ(error(control(IPPROTO_IP, IP_RETOPTS, route), kUdp), EPERM);
  EXPECT_EQ(error(control(IPPROTO_IP, IP_RETOPTS, route), kUdp6), EPERM);
  EXPECT_EQ(error(control(IPPROTO_IPV6, IPV6_RTHDR, route), kUdp6), EPERM);
  EXPECT_EQ(error(control(IPPROTO_IPV6, 5, route), kUdp6), EPERM);
  EXPECT_EQ(error(control(IPPROTO_IP, IP_TOS, route), kUdp), 0);
}

TEST_F(ControlMessagesTest, SourceRoutesAreFoundBehindOtherMessages) {
  auto bytes = control(IPPROTO_IPV6, IPV6_TCLASS, 0);
  const auto route = control(IPPROTO_IPV6, IPV6_RTHDR, std::array<char, 24>{});
  bytes.insert(bytes.end(), route.begin(), route.end());
  EXPECT_EQ(error(bytes, kUdp6), EPERM);
}

TEST_F(ControlMessagesTest, MalformedOnesAreInvalid) {
  auto bytes = control(SOL_SOCKET, SCM_RIGHTS, 0);
  const std::size_t length = bytes.size() + 1;
  std::memcpy(bytes.data(), &length, sizeof(length));
  EXPECT_EQ(error(bytes, kLocal), EINVAL);
  EXPECT_EQ(error(std::vector<char>(sizeof(cmsghdr)), kLocal), EINVAL);
}

TEST_F(ControlMessagesTest, DescriptorsAreDuplicates) {
  const auto made = translate(control(SOL_SOCKET, SCM_RIGHTS, 0), kLocal);
  ASSERT_TRUE(made);
  int number = -1;
  std::memcpy(&number, made->bytes().data() + CMSG_LEN(0), sizeof(number));
  EXPECT_GT(number, 2);
  struct stat theirs {};
  struct stat ours {};
  ASSERT_EQ(::fstat(0, &theirs), 0);
  ASSERT_EQ(::fstat(number, &ours), 0);
  EXPECT_EQ(theirs.st_ino, ours.st_ino);
  EXPECT_EQ(error(control(SOL_SOCKET, SCM_RIGHTS, 987654), kLocal), EBADF);
}

TEST_F(ControlMessagesTest, DescriptorsBeyondTheKernelsNumberAreRefused) {
  constexpr std::size_t kMost = size_limit("message.files");
  EXPECT_EQ(error(control(SOL_SOCKET, SCM_RIGHTS, std::array<int, kMost - 1>{}), kLocal), 0);
  EXPECT_EQ(error(control(SOL_SOCKET, SCM_RIGHTS, std::array<int, kMost>{}), kLocal), 0);
  EXPECT_EQ(error(control(SOL_SOCKET, SCM_RIGHTS, std::array<int, kMost + 1>{}), kLocal), EINVAL);
}

TEST_F(ControlMessagesTest, NobodyClaimsToBeAnother) {
  const ucred own{::getpid(), ::getuid(), ::getgid()};
  EXPECT_EQ(error(control(SOL_SOCKET, SCM_CREDENTIALS, own), kLocal), 0);
  if (::geteuid() == 0) GTEST_SKIP() << "root may claim anything";
  EXPECT_EQ(error(control(SOL_SOCKET, SCM_CREDENTIALS, ucred{1, own.uid, own.gid}), kLocal), EPERM);
  EXPECT_EQ(error(control(SOL_SOCKET, SCM_CREDENTIALS, ucred{own.pid, 0, own.gid}), kLocal), EPERM);
}

TEST_F(ControlMessagesTest, ARootGuardNamesTheTraceeByItself) {
  const auto made = translate({}, kLocal);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->name_tracee(), ::geteuid() == 0);
  EXPECT_EQ(made->bytes().empty(), ::geteuid() != 0);
  EXPECT_TRUE(translate({}, kUdp)->bytes().empty());
}

}  // namespace
}  // namespace guard::interceptor
