// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/tmux_server.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <string>
#include <vector>

namespace guard::supervisor {
namespace {

policy::CommandLine tmux(std::vector<policy::Flag> flags) {
  policy::CommandLine line;
  line.program = "tmux";
  line.flags = std::move(flags);
  return line;
}

std::string below(const std::string& folder, const std::string& name) {
  return folder + "/tmux-" + std::to_string(::getuid()) + "/" + name;
}

TEST(TmuxServerTest, ItsSocketIsNamedByWordsThenByTheEnvironment) {
  using Environment = std::vector<std::string>;
  EXPECT_EQ(tmux_socket_of(tmux({}), {}), below("/tmp", "default"));
  EXPECT_EQ(tmux_socket_of(tmux({}), Environment{"TMUX_TMPDIR=/run/x"}),
            below("/run/x", "default"));
  EXPECT_EQ(tmux_socket_of(tmux({}), Environment{"TMUXX=/a,1,2", "TMUX=/s/one,12,0"}), "/s/one");
  EXPECT_EQ(tmux_socket_of(tmux({{"L", "own"}}), Environment{"TMUX=/s/one,12,0"}),
            below("/tmp", "own"));
  EXPECT_EQ(tmux_socket_of(tmux({{"S", "/s/two"}}), {}), "/s/two");
}

TEST(TmuxServerTest, WhatMayLeadAnywhereIsNotTold) {
  EXPECT_EQ(tmux_socket_of(tmux({{"S", "relative"}}), {}), "");
  EXPECT_EQ(tmux_socket_of(tmux({{"L", "../../x"}}), {}), "");
  EXPECT_EQ(tmux_socket_of(tmux({}), {"TMUX=relative,1,2"}), "");
}

}  // namespace
}  // namespace guard::supervisor
