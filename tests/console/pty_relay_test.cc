// SPDX-License-Identifier: Apache-2.0
// The relay between two real ptys: `screen` plays the person's terminal, `agent` the program's.
#include "console/terminal/pty_relay.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <optional>

#include "console/terminal/terminal_mode.h"

namespace guard::console {
namespace {

constexpr winsize kSize = {30, 100, 0, 0};

class PtyRelayTest : public ::testing::Test {
 protected:
  void SetUp() override {
    termios raw{};
    ::cfmakeraw(&raw);
    auto screen = open_pty(raw, kSize);
    auto agent = open_pty(raw, kSize);
    ASSERT_TRUE(screen && agent);
    screen_ = std::move(screen->master);
    agent_ = std::move(agent->slave);
    auto input = reopen_terminal(screen->slave.get());
    auto output = reopen_terminal(screen->slave.get());
    ASSERT_TRUE(input && output);
    for (const int fd : {screen_.get(), agent_.get()}) ::fcntl(fd, F_SETFL, O_NONBLOCK);
    relay_.emplace(std::move(agent->master), std::move(*input), std::move(*output));
  }

  // Serves the relay as the front's loop does until nothing more moves for a moment.
  void turn(int idle_ms = 50) {
    for (;;) {
      const PtyRelay::Wants wants = relay_->wants(true);
      std::array<pollfd, 4> polled = {{{relay_->master(), wants.master, 0},
                                       {wants.input != 0 ? relay_->input() : -1, wants.input, 0},
                                       {wants.output != 0 ? relay_->output() : -1, wants.output, 0},
                                       {screen_.valid() ? screen_.get() : -1, POLLIN, 0}}};
      if (::poll(polled.data(), polled.size(), idle_ms) <= 0) return;
      if ((polled[0].revents & (POLLIN | POLLOUT)) == 0 && polled[1].revents == 0 &&
          polled[2].revents == 0 && (polled[3].revents & POLLIN) == 0)
        return;
      relay_->on_master(polled[0].revents);
      if (wants.input != 0) relay_->on_input(polled[1].revents);
      if (polled[2].revents != 0) relay_->on_output();
      if (screen_.valid()) take(screen_.get(), seen_);
    }
  }

  static void take(int fd, std::string& into) {
    std::array<char, 65536> chunk;
    const ssize_t got = ::read(fd, chunk.data(), chunk.size());
    if (got > 0) into.append(chunk.data(), static_cast<std::size_t>(got));
  }

  void agent_says(std::string_view text) {
    ASSERT_EQ(::write(agent_.get(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
    turn();
  }
  void person_types(std::string_view text) {
    ASSERT_EQ(::write(screen_.get(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
    turn();
  }
  std::string agent_hears() {
    std::string heard;
    take(agent_.get(), heard);
    return heard;
  }

  UniqueFd screen_;
  UniqueFd agent_;
  std::optional<PtyRelay> relay_;
  std::string seen_;
};

TEST_F(PtyRelayTest, CarriesBothWays) {
  agent_says("hello");
  EXPECT_EQ(seen_, "hello");
  person_types("ls\r");
  EXPECT_EQ(agent_hears(), "ls\r");
}

TEST_F(PtyRelayTest, TellsTheSignalOfAKeyThatTheAgentsTerminalMakesOne) {
  person_types("\x03");
  EXPECT_EQ(relay_->take_typed_signal(), 0) << "a program that reads the keys by itself";
  termios settings = *settings_of(agent_.get());
  settings.c_lflag |= ISIG;
  settings.c_cc[VINTR] = 3;
  settings.c_cc[VQUIT] = 28;
  ASSERT_EQ(::tcsetattr(agent_.get(), TCSANOW, &settings), 0);
  person_types("ls\r");
  EXPECT_EQ(relay_->take_typed_signal(), 0);
  person_types("\x03");
  EXPECT_EQ(relay_->take_typed_signal(), SIGINT);
  EXPECT_EQ(relay_->take_typed_signal(), 0) << "once";
  relay_->type("\x1c");
  EXPECT_EQ(relay_->take_typed_signal(), SIGQUIT);
  relay_->pause();
  person_types("\x03");
  EXPECT_EQ(relay_->take_typed_signal(), 0) << "typed at a question";
}

TEST_F(PtyRelayTest, TellsWhetherTheAgentWritesLines) {
  EXPECT_FALSE(relay_->writes_lines());
  termios settings = *settings_of(agent_.get());
  settings.c_oflag |= OPOST;
  ASSERT_EQ(::tcsetattr(agent_.get(), TCSANOW, &settings), 0);
  EXPECT_TRUE(relay_->writes_lines());
}

TEST_F(PtyRelayTest, LosesNothingOfALargeOutput) {
  std::string sent;
  for (int i = 0; sent.size() < 2'000'000; ++i) sent += "line " + std::to_string(i) + "\n";
  std::string rest = sent;
  while (!rest.empty()) {
    const ssize_t wrote = ::write(agent_.get(), rest.data(), rest.size());
    if (wrote > 0) rest.erase(0, static_cast<std::size_t>(wrote));
    turn(0);
  }
  turn();
  EXPECT_TRUE(seen_ == sent) << seen_.size() << " of " << sent.size();
}

TEST_F(PtyRelayTest, WhatWasWrittenBeforeTheEndIsStillShown) {
  const std::string last(3000, 'z');
  ASSERT_EQ(::write(agent_.get(), last.data(), last.size()), 3000);
  agent_.reset();
  EXPECT_FALSE(relay_->drained());
  turn();
  EXPECT_TRUE(relay_->drained());
  EXPECT_TRUE(relay_->hung_up());
  EXPECT_EQ(seen_, last);
}

TEST_F(PtyRelayTest, DrainedDoesNotNeedTheOtherSideToClose) {
  agent_says("still here");
  EXPECT_TRUE(relay_->drained());
  EXPECT_FALSE(relay_->hung_up());
}

TEST_F(PtyRelayTest, WhilePausedOutputIsHeldBackAndKeysDoNotReachTheAgent) {
  relay_->pause();
  agent_says("hidden");
  relay_->draw("[question]");
  person_types("y");
  EXPECT_EQ(seen_, "[question]");
  EXPECT_EQ(agent_hears(), "");
  EXPECT_EQ(relay_->take_typed(), "y");
  EXPECT_EQ(relay_->take_typed(), "");
  relay_->resume();
  turn();
  EXPECT_EQ(seen_, "[question]hidden");
}

TEST_F(PtyRelayTest, PausingFinishesTheSequenceThatIsHalfOnTheScreen) {
  agent_says("\x1b[3");
  relay_->pause();
  EXPECT_FALSE(relay_->screen().whole());
  agent_says("1mred");
  EXPECT_TRUE(relay_->screen().whole());
  EXPECT_EQ(seen_, "\x1b[31m");
}

TEST_F(PtyRelayTest, WhilePausedTheAgentIsHeldUpRatherThanMemoryFilled) {
  relay_->pause();
  const std::string chunk(16384, 'x');
  std::size_t accepted = 0;
  for (int i = 0; i < 100; ++i) {
    const ssize_t wrote = ::write(agent_.get(), chunk.data(), chunk.size());
    if (wrote > 0) accepted += static_cast<std::size_t>(wrote);
    turn();
  }
  EXPECT_LT(accepted, 1'000'000U);
  relay_->resume();
  turn();
  EXPECT_EQ(seen_.size(), accepted);
}

TEST_F(PtyRelayTest, TheTerminalGoingEndsInputAndDropsOutput) {
  screen_.reset();
  turn();
  EXPECT_EQ(relay_->wants(true).input, 0);
  agent_says(std::string(5000, 'x'));
  EXPECT_TRUE(relay_->drained());
}

TEST_F(PtyRelayTest, TheAgentSeesTheSize) {
  EXPECT_EQ(size_of(agent_.get()).ws_col, 100);
  relay_->set_size({50, 132, 0, 0});
  EXPECT_EQ(size_of(agent_.get()).ws_row, 50);
}

TEST_F(PtyRelayTest, ToDrawItselfAgainTheAgentHasARowLessForAWhile) {
  relay_->set_size({50, 132, 0, 0});
  relay_->provoke_redraw();
  EXPECT_EQ(size_of(agent_.get()).ws_row, 49);
  relay_->end_redraw();
  EXPECT_EQ(size_of(agent_.get()).ws_row, size_of(relay_->output()).ws_row);
}

TEST_F(PtyRelayTest, InTheBackgroundTheTerminalIsNotRead) {
  EXPECT_EQ(relay_->wants(false).input, 0);
  EXPECT_EQ(relay_->wants(true).input, POLLIN);
}

}  // namespace
}  // namespace guard::console
