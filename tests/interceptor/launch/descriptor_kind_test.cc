// SPDX-License-Identifier: Apache-2.0
// Kinds of inherited descriptors, of real ones: what passes, and that all else does not.
#include "interceptor/launch/descriptor_kind.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

#include "base/files/unique_fd.h"
#include "tests/interceptor/scratch_folder.h"

namespace guard::interceptor {
namespace {

using Kind = DescriptorKind;

class DescriptorKindTest : public ::testing::Test {
 protected:
  std::string path(const char* name) const { return folder_.at(name); }
  UniqueFd open(const char* name, int flags) const {
    return UniqueFd(::open(path(name).c_str(), flags | O_CLOEXEC, 0600));
  }
  static Kind of(const UniqueFd& fd) {
    EXPECT_TRUE(fd.valid()) << std::strerror(errno);
    return look_at_descriptor(fd.get()).kind;
  }
  static Kind of_path(const char* path, int flags) {
    return of(UniqueFd(::open(path, flags | O_NOCTTY | O_CLOEXEC)));
  }

 private:
  testing::ScratchFolder folder_;
};

std::array<UniqueFd, 2> socket_pair(int type = SOCK_STREAM) {
  std::array<int, 2> ends{};
  EXPECT_EQ(::socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, ends.data()), 0);
  return {UniqueFd(ends[0]), UniqueFd(ends[1])};
}

TEST_F(DescriptorKindTest, EveryKindHasARowThatSaysWhy) {
  for (const KindRow& row : descriptor_kinds()) {
    EXPECT_EQ(row_of(row.kind).words, row.words);
    EXPECT_NE(std::string(row.words), "");
    EXPECT_NE(std::string(row.reason), "");
  }
  EXPECT_EQ(row_of(Kind::kUnknown).passage, Passage::kCloses);
}

TEST_F(DescriptorKindTest, OnlyAHandfulPasses) {
  std::size_t passing = 0;
  for (const KindRow& row : descriptor_kinds()) passing += row.passage == Passage::kPasses ? 1 : 0;
  EXPECT_EQ(passing, 5U);
}

TEST_F(DescriptorKindTest, PipesAndEventfdsPass) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  const UniqueFd reading(ends[0]);
  const UniqueFd writing(ends[1]);
  EXPECT_EQ(of(reading), Kind::kPipe);
  EXPECT_EQ(of(writing), Kind::kPipe);
  EXPECT_EQ(of(UniqueFd(::eventfd(0, EFD_CLOEXEC))), Kind::kEventfd);
  ASSERT_EQ(::mkfifo(path("fifo").c_str(), 0600), 0);
  EXPECT_EQ(of(open("fifo", O_RDWR)), Kind::kNamedPipe);
}

TEST_F(DescriptorKindTest, HowAFileIsOpenDecides) {
  EXPECT_EQ(of(open("f", O_WRONLY | O_CREAT)), Kind::kFileToWrite);
  EXPECT_EQ(of(open("f", O_WRONLY | O_APPEND)), Kind::kFileToWrite);
  EXPECT_EQ(of(open("f", O_RDWR)), Kind::kFileToReadAndWrite);
  EXPECT_EQ(of(open("f", O_ACCMODE)), Kind::kFileToReadAndWrite);  // for ioctl(2)
  EXPECT_EQ(of(open("f", O_RDONLY)), Kind::kFileToRead);
  EXPECT_EQ(of(open("f", O_PATH)), Kind::kPlace);
  EXPECT_EQ(of(open(".", O_RDONLY)), Kind::kFolder);
  EXPECT_EQ(of(open(".", O_PATH)), Kind::kFolder);
}

TEST_F(DescriptorKindTest, AFileWithoutItsNameCannotBeTold) {
  const UniqueFd gone = open("gone", O_RDONLY | O_CREAT);
  ASSERT_EQ(::unlink(path("gone").c_str()), 0);
  EXPECT_EQ(of(gone), Kind::kDeletedFile);
  const UniqueFd twice = open("twice", O_RDONLY | O_CREAT);
  ASSERT_EQ(::link(path("twice").c_str(), path("more").c_str()), 0);
  ASSERT_EQ(::unlink(path("twice").c_str()), 0);
  EXPECT_EQ(of(twice), Kind::kUnknown);  // "twice (deleted)" is no name of it
}

TEST_F(DescriptorKindTest, DevicesPassWhenTheyHoldNothing) {
  for (const char* name : {"/dev/null", "/dev/zero", "/dev/full", "/dev/urandom", "/dev/random"})
    EXPECT_EQ(of_path(name, O_RDWR), Kind::kHarmlessDevice) << name;
  const UniqueFd master(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
  ASSERT_EQ(::grantpt(master.get()), 0);
  ASSERT_EQ(::unlockpt(master.get()), 0);
  EXPECT_EQ(of(master), Kind::kTerminalMaster);
  EXPECT_EQ(of_path(::ptsname(master.get()), O_RDWR), Kind::kOtherTerminal);
  if (const UniqueFd log(::open("/dev/kmsg", O_RDONLY | O_CLOEXEC)); log.valid()) {
    EXPECT_EQ(of(log), Kind::kDevice);
  }
}

TEST_F(DescriptorKindTest, WhatIsOfTheKernelDoesNotPass) {
  EXPECT_EQ(of_path("/proc/version", O_RDONLY), Kind::kKernelFile);
  EXPECT_EQ(of_path("/proc/self/mem", O_RDWR), Kind::kKernelFile);
  EXPECT_EQ(of_path("/proc/self/ns/user", O_RDONLY), Kind::kKernelFile);
  EXPECT_EQ(of_path("/sys/kernel", O_RDONLY), Kind::kFolder);
  EXPECT_EQ(of(UniqueFd(static_cast<int>(::syscall(SYS_pidfd_open, ::getpid(), 0)))),
            Kind::kProcessHandle);
  EXPECT_EQ(of(UniqueFd(::memfd_create("m", MFD_CLOEXEC))), Kind::kMemoryFile);
  EXPECT_EQ(of(UniqueFd(::epoll_create1(EPOLL_CLOEXEC))), Kind::kKernelObject);
  EXPECT_EQ(of(UniqueFd(::inotify_init1(IN_CLOEXEC))), Kind::kKernelObject);
  EXPECT_EQ(of(UniqueFd(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC))), Kind::kKernelObject);
  sigset_t none;
  sigemptyset(&none);
  EXPECT_EQ(of(UniqueFd(::signalfd(-1, &none, SFD_CLOEXEC))), Kind::kKernelObject);
}

TEST_F(DescriptorKindTest, WhatIsNotOpenCannotBeTold) {
  int fd = -1;
  { fd = UniqueFd(::open("/dev/null", O_RDONLY | O_CLOEXEC)).get(); }
  EXPECT_EQ(look_at_descriptor(fd).kind, Kind::kUnknown);
  EXPECT_EQ(look_at_descriptor(-1).kind, Kind::kUnknown);
}

TEST_F(DescriptorKindTest, APairOfThisProcessOrAnAncestorPasses) {
  for (const int type : {SOCK_STREAM, SOCK_DGRAM, SOCK_SEQPACKET}) {
    const auto ends = socket_pair(type);
    EXPECT_EQ(of(ends[0]), Kind::kUnixPair) << type;
    const pid_t child = ::fork();
    if (child == 0) ::_exit(of(ends[1]) == Kind::kUnixPair ? 0 : 1);
    int status = -1;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(status, 0) << type;
  }
}

TEST_F(DescriptorKindTest, APairOfAChildIsNoParents) {
  const auto between = socket_pair();
  const pid_t child = ::fork();
  if (child == 0) {
    const auto made = socket_pair();
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
    char byte = 'x';
    iovec part{&byte, 1};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    cmsghdr* header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    const int fd = made[0].get();
    std::memcpy(CMSG_DATA(header), &fd, sizeof(fd));
    ::_exit(::sendmsg(between[1].get(), &message, 0) == 1 ? 0 : 1);
  }
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
  char byte = 0;
  iovec part{&byte, 1};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  ASSERT_EQ(::recvmsg(between[0].get(), &message, MSG_CMSG_CLOEXEC), 1);
  ::waitpid(child, nullptr, 0);
  int fd = -1;
  std::memcpy(&fd, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof(fd));
  EXPECT_EQ(of(UniqueFd(fd)), Kind::kUnixService);
}

TEST_F(DescriptorKindTest, WhatHasANameOrAPeerWithOneIsAService) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path("s").copy(address.sun_path, sizeof(address.sun_path) - 1);
  const auto* name = reinterpret_cast<const sockaddr*>(&address);
  const UniqueFd listener(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  ASSERT_EQ(::bind(listener.get(), name, sizeof(address)), 0);
  ASSERT_EQ(::listen(listener.get(), 1), 0);
  const UniqueFd client(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  ASSERT_EQ(::connect(client.get(), name, sizeof(address)), 0);
  const UniqueFd accepted(::accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
  for (const UniqueFd* fd : {&listener, &client, &accepted}) {
    const DescriptorFacts facts = look_at_descriptor(fd->get());
    EXPECT_EQ(facts.kind, Kind::kUnixService);
    EXPECT_EQ(facts.name, path("s"));
  }
  EXPECT_EQ(of(UniqueFd(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0))), Kind::kUnixService);
}

TEST_F(DescriptorKindTest, OtherSocketsDoNotPass) {
  EXPECT_EQ(of(UniqueFd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))), Kind::kNetworkSocket);
  EXPECT_EQ(of(UniqueFd(::socket(AF_INET6, SOCK_DGRAM | SOCK_CLOEXEC, 0))), Kind::kNetworkSocket);
  EXPECT_EQ(of(UniqueFd(::socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, 0))), Kind::kOtherSocket);
}

TEST_F(DescriptorKindTest, OnlyWhatOutlivesAnExecIsInherited) {
  const UniqueFd own(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  const UniqueFd leaked(::open("/dev/null", O_RDONLY));
  const auto numbers = inherited_descriptors();
  ASSERT_TRUE(numbers);
  EXPECT_EQ(std::count(numbers->begin(), numbers->end(), own.get()), 0);
  EXPECT_EQ(std::count(numbers->begin(), numbers->end(), leaked.get()), 1);
  EXPECT_TRUE(std::is_sorted(numbers->begin(), numbers->end()));
}

}  // namespace
}  // namespace guard::interceptor
