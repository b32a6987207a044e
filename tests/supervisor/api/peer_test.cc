// SPDX-License-Identifier: Apache-2.0
// A peer is placed by the process that connected, never by who has its number later.
#include "supervisor/api/peer.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>
#include <string>

#include "base/files/unique_fd.h"

namespace guard::supervisor {
namespace {

class PeerTest : public ::testing::Test {
 protected:
  void SetUp() override {
    int probe = -1;
    socklen_t size = sizeof(probe);
    int ends[2];
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
    const UniqueFd one(ends[0]);
    const UniqueFd two(ends[1]);
    if (::getsockopt(one.get(), SOL_SOCKET, 77, &probe, &size) != 0)
      GTEST_SKIP() << "this kernel has no SO_PEERPIDFD";
    const UniqueFd handle(probe);
    const std::string text = "guard-peer-test-" + std::to_string(::getpid());
    name_.sun_family = AF_UNIX;
    std::memcpy(name_.sun_path + 1, text.data(), text.size());
    size_ = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + text.size());
    door_.reset(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    ASSERT_EQ(::bind(door_.get(), address(), size_), 0);
    ASSERT_EQ(::listen(door_.get(), 4), 0);
    backend_.role_of = [](const ucred&) { return Role::kOutside; };
  }
  const sockaddr* address() const { return reinterpret_cast<const sockaddr*>(&name_); }

  // The other end is a child that has connected; it lives until `stay` is closed.
  UniqueFd guest(UniqueFd& stay, pid_t& child) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return UniqueFd();
    child = ::fork();
    if (child == 0) {
      ::close(ends[1]);
      const int fd = ::socket(AF_UNIX, SOCK_STREAM, 0);
      char byte = 0;
      const bool connected = ::connect(fd, address(), size_) == 0;
      ::_exit(connected && ::read(ends[0], &byte, 1) == 0 ? 0 : 1);
    }
    ::close(ends[0]);
    stay.reset(ends[1]);
    return UniqueFd(::accept4(door_.get(), nullptr, nullptr, SOCK_CLOEXEC));
  }

  sockaddr_un name_{};
  socklen_t size_ = 0;
  UniqueFd door_;
  ApiBackend backend_;
};

TEST_F(PeerTest, ALivingPeerHasItsRole) {
  UniqueFd stay;
  pid_t child = -1;
  const UniqueFd fd = guest(stay, child);
  const auto peer = peer_of(fd.get(), backend_);
  ASSERT_TRUE(peer);
  EXPECT_EQ(peer->role, Role::kOutside);
  EXPECT_EQ(peer->credentials.pid, child);
  stay.reset();
  ::waitpid(child, nullptr, 0);
}

TEST_F(PeerTest, OnlyTheSameProgramIsGuard) {
  UniqueFd stay;
  pid_t child = -1;
  const UniqueFd fd = guest(stay, child);
  const auto same = peer_of(fd.get(), backend_);
  ASSERT_TRUE(same);
  EXPECT_TRUE(same->is_guard) << "a fork of this program";
  stay.reset();
  ::waitpid(child, nullptr, 0);

  // Another program: it keeps the connection, and lives until its input ends.
  int ends[2];
  ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
  child = ::fork();
  if (child == 0) {
    const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
    if (::connect(socket, address(), size_) != 0) ::_exit(1);
    ::dup2(ends[0], STDIN_FILENO);
    ::execl("/bin/cat", "cat", nullptr);
    ::_exit(1);
  }
  ::close(ends[0]);
  UniqueFd lives(ends[1]);
  const UniqueFd other(::accept4(door_.get(), nullptr, nullptr, SOCK_CLOEXEC));
  const std::string image = "/proc/" + std::to_string(child) + "/exe";
  struct stat cat {};
  struct stat now {};
  ASSERT_EQ(::stat("/bin/cat", &cat), 0);
  while (::stat(image.c_str(), &now) == 0 && now.st_ino != cat.st_ino) ::usleep(1000);
  const auto foreign = peer_of(other.get(), backend_);
  ASSERT_TRUE(foreign);
  EXPECT_EQ(foreign->role, Role::kOutside);
  EXPECT_FALSE(foreign->is_guard);
  lives.reset();
  ::waitpid(child, nullptr, 0);
}

TEST_F(PeerTest, AnEndedPeerIsAStranger) {
  UniqueFd stay;
  pid_t child = -1;
  const UniqueFd fd = guest(stay, child);
  stay.reset();
  ::waitpid(child, nullptr, 0);
  const auto peer = peer_of(fd.get(), backend_);
  ASSERT_TRUE(peer);
  EXPECT_EQ(peer->role, Role::kStranger);
}

TEST_F(PeerTest, APeerThatEndsWhileItIsPlacedIsAStranger) {
  UniqueFd stay;
  pid_t child = -1;
  const UniqueFd fd = guest(stay, child);
  backend_.role_of = [&](const ucred&) {
    stay.reset();
    ::waitpid(child, nullptr, 0);
    return Role::kOutside;
  };
  const auto peer = peer_of(fd.get(), backend_);
  ASSERT_TRUE(peer);
  EXPECT_EQ(peer->role, Role::kStranger);
}

}  // namespace
}  // namespace guard::supervisor
