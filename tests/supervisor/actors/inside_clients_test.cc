// SPDX-License-Identifier: Apache-2.0
#include "supervisor/actors/inside_clients.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "base/files/unique_fd.h"

namespace guard::supervisor {
namespace {

class CallersTest : public ::testing::Test {
 protected:
  UniqueFd listening(int backlog) const {
    UniqueFd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, path_.c_str(), path_.size());
    EXPECT_EQ(::bind(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
    EXPECT_EQ(::listen(fd.get(), backlog), 0);
    return fd;
  }
  void TearDown() override { std::filesystem::remove(path_); }

  const std::string path_ =
      std::filesystem::temp_directory_path() / ("guard_callers_" + std::to_string(::getpid()));
  InsideClients inside_clients_{path_};
};

UniqueFd a_socket() {
  return UniqueFd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
}

TEST_F(CallersTest, TheyComeInTheOrderOfTheirConnects) {
  const UniqueFd server = listening(8);
  std::vector<UniqueFd> sockets;
  for (int pid = 11; pid <= 13; ++pid) {
    sockets.push_back(a_socket());
    EXPECT_EQ(inside_clients_.connect(sockets.back().get(), {pid, 7, 1}), 0);
  }
  for (int pid = 11; pid <= 13; ++pid) EXPECT_EQ(inside_clients_.next().pid, pid);
  EXPECT_EQ(inside_clients_.next().pid, 0);
}

TEST_F(CallersTest, WhoCouldNotConnectIsNotExpected) {
  EXPECT_EQ(inside_clients_.connect(a_socket().get(), {11, 7, 1}), ENOENT);
  EXPECT_EQ(inside_clients_.next().pid, 0);
}

TEST_F(CallersTest, AFullBacklogIsNotWaitedFor) {
  const UniqueFd server = listening(0);
  std::vector<UniqueFd> sockets;
  int error = 0;
  for (int i = 0; i < 8 && error == 0; ++i) {
    sockets.push_back(a_socket());
    error = inside_clients_.connect(sockets.back().get(), {11, 7, 1});
  }
  EXPECT_EQ(error, EAGAIN);
}

TEST_F(CallersTest, TheCallersSocketStaysBlocking) {
  const UniqueFd server = listening(8);
  const UniqueFd socket = a_socket();
  EXPECT_EQ(inside_clients_.connect(socket.get(), {11, 7, 1}), 0);
  EXPECT_EQ(::fcntl(socket.get(), F_GETFL) & O_NONBLOCK, 0);
}

}  // namespace
}  // namespace guard::supervisor
