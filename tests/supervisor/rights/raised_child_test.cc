// SPDX-License-Identifier: Apache-2.0
// A program that runs outside, with its keeper, on the real kernel: the test is the relay and the
// front.
#include "supervisor/rights/raised_child.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <optional>

namespace guard::supervisor {
namespace {

struct Ends {
  Ends() {
    std::array<int, 2> ends{};
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()), 0);
    own.reset(ends[0]);
    theirs.reset(ends[1]);
  }
  // nullopt: the other end has gone.
  [[nodiscard]] std::optional<RelayPacket> hear() const {
    RelayPacket packet{};
    const ssize_t got = ::recv(own.get(), &packet, sizeof packet, 0);
    if (got <= 0) return std::nullopt;
    return packet;
  }
  [[nodiscard]] bool is_quiet(int ms) const {
    pollfd entry{own.get(), POLLIN, 0};
    return ::poll(&entry, 1, ms) == 0;
  }
  void say(RelayKind kind, int value, const std::string& bytes = "") const {
    RelayPacket packet{};
    packet.head = {static_cast<std::uint32_t>(kind), value, 0};
    bytes.copy(packet.body.bytes, bytes.size());
    const std::size_t size = sizeof packet.head + bytes.size();
    EXPECT_EQ(::send(own.get(), &packet, size, MSG_NOSIGNAL), static_cast<ssize_t>(size));
  }
  void type(const std::string& bytes) const {
    say(kRelayBytes, static_cast<int>(bytes.size()), bytes);
  }
  UniqueFd own, theirs;
};

class RaisedChildTest : public ::testing::Test {
 protected:
  RaisedChildTest() {
    program_.image.reset(::open("/bin/sh", O_PATH | O_CLOEXEC));
    program_.folder.reset(::open("/", O_PATH | O_CLOEXEC));
    program_.environment = {"PATH=/usr/bin:/bin"};
    for (UniqueFd& stream : program_.streams) stream.reset(::open("/dev/null", O_RDWR | O_CLOEXEC));
  }
  ~RaisedChildTest() override {
    relay_.own.reset();
    if (keeper_ > 0) ::waitpid(keeper_, nullptr, 0);
  }
  void on_terminal() {
    program_.has_terminal = true;
    program_.terminal_streams = 7;
  }
  void start(const std::string& script) {
    program_.argv = {"sh", "-c", script};
    auto keeper = start_raised(program_, {relay_.theirs.get(), front_.theirs.get()});
    ASSERT_TRUE(keeper) << keeper.error().text();
    keeper_ = keeper->pid;
    terminal_ = std::move(keeper->terminal);
    relay_.theirs.reset();
    front_.theirs.reset();
  }
  // Its output until TEXT was seen, or until its end.
  std::string until(const std::string& text) {
    while (seen_.find(text) == std::string::npos) {
      const auto packet = relay_.hear();
      if (!packet) return seen_ + "<gone>";
      last_ = packet->head;
      if (packet->head.kind == kRelayBytes)
        seen_.append(packet->body.bytes, static_cast<std::size_t>(packet->head.value));
      if (packet->head.kind == kRelayExited || packet->head.kind == kRelayKilled) break;
    }
    return seen_;
  }

  RaisedProgram program_;
  Ends relay_, front_;
  pid_t keeper_ = -1;
  KeptTerminal terminal_;
  std::string seen_;
  RelayMessage last_{};
};

TEST_F(RaisedChildTest, ItsStatusReachesTheRelay) {
  start("exit 7");
  until("never");
  EXPECT_EQ(last_.kind, kRelayExited);
  EXPECT_EQ(last_.value, 7);
}

TEST_F(RaisedChildTest, TheSignalThatEndedItReachesTheRelay) {
  start("kill -9 $$");
  until("never");
  EXPECT_EQ(last_.kind, kRelayKilled);
  EXPECT_EQ(last_.value, SIGKILL);
}

TEST_F(RaisedChildTest, ItHasATerminalOfItsOwnThatNobodyElseOpens) {
  on_terminal();
  start("tty; stat -c 'mode %a' $(tty); (echo opened < $(tty)) 2>/dev/null || echo shut");
  const std::string all = until("never");
  EXPECT_NE(all.find("/dev/pts/"), std::string::npos) << all;
  EXPECT_NE(all.find("mode 0\r\n"), std::string::npos) << all;
  const bool may_open_all = ::geteuid() == 0;
  EXPECT_EQ(all.find("shut") == std::string::npos, may_open_all) << all;
}

TEST_F(RaisedChildTest, TypedKeysReachItAndAreEchoedThere) {
  on_terminal();
  start("read line; echo got $line");
  relay_.type("a line\n");
  EXPECT_NE(until("got a line").find("a line\r\n"), std::string::npos);
}

TEST_F(RaisedChildTest, ATypedSignalReachesItAndTheRelaysJob) {
  on_terminal();
  start("echo up; exec sleep 60");
  until("up");
  relay_.type("\x03");
  const auto typed = relay_.hear();
  ASSERT_TRUE(typed);
  bool shared = false;
  for (auto packet = typed; packet; packet = relay_.hear()) {
    shared = shared || (packet->head.kind == kRelayTyped && packet->head.value == SIGINT);
    last_ = packet->head;
  }
  EXPECT_TRUE(shared);
  EXPECT_EQ(last_.kind, kRelayKilled);
  EXPECT_EQ(last_.value, SIGINT);
}

TEST_F(RaisedChildTest, ItStopsAndGoesOn) {
  on_terminal();
  start("echo up; read line; echo went on");
  until("up");
  relay_.type("\x1a");
  do {
    const auto packet = relay_.hear();
    ASSERT_TRUE(packet);
    last_ = packet->head;
  } while (last_.kind != kRelayStopped);
  EXPECT_EQ(last_.value, SIGTSTP);
  relay_.say(kRelaySignal, SIGCONT);
  relay_.type("\n");
  EXPECT_NE(until("went on").find("went on"), std::string::npos);
}

TEST_F(RaisedChildTest, APasswordIsAskedOfTheFrontWithItsPrompt) {
  on_terminal();
  start("stty -echo; printf 'the word: '; read word; stty echo; echo \"[$word]\"");
  const auto asked = front_.hear();
  ASSERT_TRUE(asked);
  EXPECT_EQ(asked->head.kind, kRelaySecret);
  EXPECT_EQ(std::string(asked->body.bytes, static_cast<std::size_t>(asked->head.value)),
            "the word: ");
  front_.type("secret\n");
  EXPECT_NE(until("[secret]").find("[secret]"), std::string::npos);
}

TEST_F(RaisedChildTest, NothingOfTheTreeIsTypedAtAPassword) {
  on_terminal();
  start("stty -echo; printf 'the word: '; read word; stty echo; echo \"[$word]\"");
  ASSERT_TRUE(front_.hear());
  relay_.type("guessed\n");
  EXPECT_TRUE(front_.is_quiet(400));
  front_.type("real\n");
  EXPECT_NE(until("]").find("[real]"), std::string::npos);
}

TEST_F(RaisedChildTest, TheTreeCanInterruptAtAPassword) {
  on_terminal();
  start("stty -echo; printf 'the word: '; read word; echo on");
  ASSERT_TRUE(front_.hear());
  relay_.type("x\x03");
  until("never");
  EXPECT_EQ(last_.kind, kRelayKilled);
}

TEST_F(RaisedChildTest, ASecondPasswordIsAskedAnew) {
  on_terminal();
  start("stty -echo; printf 'one: '; read a; printf 'two: '; read b; stty echo; echo \"[$a $b]\"");
  ASSERT_TRUE(front_.hear());
  front_.type("1\n");
  std::optional<RelayPacket> packet;
  do packet = front_.hear();
  while (packet && packet->head.kind != kRelaySecret);
  ASSERT_TRUE(packet);
  front_.type("2\n");
  EXPECT_NE(until("]").find("[1 2]"), std::string::npos);
}

TEST_F(RaisedChildTest, AFrontThatGoesLeavesThePasswordUnread) {
  on_terminal();
  start("stty -echo; printf 'the word: '; read word; echo on");
  ASSERT_TRUE(front_.hear());
  front_.own.reset();
  relay_.say(kRelaySignal, SIGKILL);
  until("never");
  // Its terminal is closed meanwhile: it may have come to its own end before the signal.
  EXPECT_THAT(last_.kind, ::testing::AnyOf(kRelayKilled, kRelayExited));
}

TEST_F(RaisedChildTest, ARelayThatGoesTakesTheTerminal) {
  on_terminal();
  start("trap '' TERM; echo up; read line; echo went on");
  until("up");
  relay_.own.reset();
  EXPECT_EQ(::waitpid(keeper_, nullptr, 0), keeper_);
  keeper_ = -1;
}

TEST_F(RaisedChildTest, WhatItLeftInTheBackgroundOutlivesItsTerminal) {
  std::array<int, 2> pipe{};
  ASSERT_EQ(::pipe2(pipe.data(), O_CLOEXEC), 0);
  on_terminal();
  program_.terminal_streams = 5;
  program_.streams[1].reset(pipe[1]);
  start("(sleep 0.5; echo alive) & exit 0");
  until("never");
  ::waitpid(keeper_, nullptr, 0);
  keeper_ = -1;
  program_.streams[1].reset();
  std::array<char, 16> line{};
  EXPECT_EQ(::read(pipe[0], line.data(), line.size()), 6);
  ::close(pipe[0]);
}

TEST_F(RaisedChildTest, WhatRunsBehindItRunsBeforeTheEndIsTold) {
  const std::string made = ::testing::TempDir() + "behind_" + std::to_string(::getpid());
  program_.after = {"sh", "-c", "sleep 0.2; echo done > " + made};
  start("exit 3");
  until("never");
  EXPECT_EQ(last_.value, 3);
  EXPECT_EQ(::unlink(made.c_str()), 0);
}

TEST_F(RaisedChildTest, NoDescriptorOfGuardsReachesIt) {
  program_.streams[1].reset();
  const std::string made = ::testing::TempDir() + "fds_" + std::to_string(::getpid());
  start("ls /proc/self/fd > " + made);
  until("never");
  std::string all;
  UniqueFd file(::open(made.c_str(), O_RDONLY | O_CLOEXEC));
  std::array<char, 256> bytes{};
  all.assign(bytes.data(), static_cast<std::size_t>(std::max<ssize_t>(
                               ::read(file.get(), bytes.data(), bytes.size()), 0)));
  EXPECT_EQ(all, "0\n1\n2\n3\n");
  ::unlink(made.c_str());
}

}  // namespace
}  // namespace guard::supervisor
