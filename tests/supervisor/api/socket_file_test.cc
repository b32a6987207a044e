// SPDX-License-Identifier: Apache-2.0
#include "supervisor/api/socket_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "tests/supervisor/api/raw_client.h"

namespace guard::supervisor {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

class SocketFileTest : public ::testing::Test {
 protected:
  TempFolder folder_;
  std::string path_ = folder_.file("s.sock");
};

TEST_F(SocketFileTest, IsForItsOwnerOnly) {
  const mode_t before = ::umask(0);
  const auto socket = SocketFile::listen_at(path_);
  const mode_t after = ::umask(before);
  ASSERT_TRUE(socket) << socket.error().text();
  EXPECT_EQ(after, 0U);  // put back
  struct stat status {};
  ASSERT_EQ(::lstat(path_.c_str(), &status), 0);
  EXPECT_TRUE(S_ISSOCK(status.st_mode));
  EXPECT_EQ(status.st_mode & 07777U, 0600U);
}

TEST_F(SocketFileTest, GoesWithItsOwner) {
  {
    const auto socket = SocketFile::listen_at(path_);
    EXPECT_TRUE(fs::exists(path_));
  }
  EXPECT_FALSE(fs::exists(path_));
}

TEST_F(SocketFileTest, ALiveOneIsTaken) {
  const auto first = SocketFile::listen_at(path_);
  ASSERT_TRUE(first);
  const auto second = SocketFile::listen_at(path_);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, Code::kBusy);
  EXPECT_EQ(second.error().text(), "socket " + path_ + " is taken by a running session");
  EXPECT_TRUE(fs::exists(path_));
}

TEST_F(SocketFileTest, OneThatGoesIsWaitedFor) {
  auto first = SocketFile::listen_at(path_);
  ASSERT_TRUE(first);
  std::optional<SocketFile> leaving(std::move(*first));
  std::thread goes([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    leaving.reset();
  });
  EXPECT_TRUE(SocketFile::listen_at(path_));
  goes.join();
}

TEST_F(SocketFileTest, AFullBacklogIsStillAlive) {
  const auto first = SocketFile::listen_at(path_);
  ASSERT_TRUE(first);
  std::vector<UniqueFd> waiting;
  for (int i = 0; i < 80; ++i) {
    UniqueFd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    struct sockaddr_un address {};
    address.sun_family = AF_UNIX;
    path_.copy(address.sun_path, sizeof(address.sun_path) - 1);
    (void)::connect(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address));
    waiting.push_back(std::move(fd));
  }
  EXPECT_EQ(SocketFile::listen_at(path_).error().code, Code::kBusy);
}

TEST_F(SocketFileTest, AStaleOneIsReplaced) {
  const pid_t child = ::fork();
  if (child == 0) {
    auto left_behind = SocketFile::listen_at(path_);
    ::_exit(left_behind ? 0 : 1);  // no destructor runs: as if it had been killed
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_EQ(status, 0);
  ASSERT_TRUE(fs::exists(path_));
  const auto socket = SocketFile::listen_at(path_);
  EXPECT_TRUE(socket) << socket.error().text();
}

TEST_F(SocketFileTest, AnythingElseIsLeftAlone) {
  std::ofstream(path_) << "precious";
  const auto over_file = SocketFile::listen_at(path_);
  ASSERT_FALSE(over_file);
  EXPECT_THAT(over_file.error().text(), HasSubstr("is not a socket"));
  EXPECT_EQ(fs::file_size(path_), 8U);

  const std::string target = folder_.file("target.sock");
  const auto live = SocketFile::listen_at(target);
  ASSERT_TRUE(live);
  const std::string link = folder_.file("link.sock");
  fs::create_symlink(target, link);
  EXPECT_FALSE(SocketFile::listen_at(link));
  EXPECT_TRUE(fs::is_symlink(link));
}

TEST_F(SocketFileTest, TooLongAPathSaysSo) {
  const auto socket = SocketFile::listen_at(folder_.file(std::string(120, 'x')));
  ASSERT_FALSE(socket);
  EXPECT_EQ(socket.error().code, Code::kInvalid);
  EXPECT_THAT(socket.error().text(), HasSubstr("at most 107 fit"));
}

TEST_F(SocketFileTest, TheFolderMustExist) {
  const auto socket = SocketFile::listen_at(folder_.file("none/s.sock"));
  ASSERT_FALSE(socket);
  EXPECT_EQ(socket.error().code, Code::kNotFound);
}

TEST_F(SocketFileTest, SomebodyElsesSocketStays) {
  std::optional<SocketFile> first(std::move(*SocketFile::listen_at(path_)));
  fs::rename(path_, folder_.file("away.sock"));
  const auto second = SocketFile::listen_at(path_);
  ASSERT_TRUE(second);
  first.reset();
  EXPECT_TRUE(fs::exists(path_));
}

TEST_F(SocketFileTest, AForkedChildLeavesItsParentsSocket) {
  auto socket = SocketFile::listen_at(path_);
  ASSERT_TRUE(socket);
  const pid_t child = ::fork();
  if (child == 0) {
    { const SocketFile gone = std::move(*socket); }
    ::_exit(0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(fs::exists(path_));
}

}  // namespace
}  // namespace guard::supervisor
