// SPDX-License-Identifier: Apache-2.0
#include "supervisor/network/key_agents.h"

#include <gtest/gtest.h>

namespace guard::supervisor {
namespace {

TEST(KeyAgentsTest, AgentsAreKnownByTheirSockets) {
  const KeyAgents agents("/home/ana/own.sock");
  for (const char* path :
       {"/home/ana/own.sock", "/tmp/ssh-XXabc/agent.12", "/run/user/1000/keyring/ssh",
        "/run/user/1000/gcr/ssh", "/run/user/1000/gnupg/S.gpg-agent.ssh",
        "/run/user/1000/ssh-agent.socket", "/home/ana/.ssh/agent/s.1.agent.2"})
    EXPECT_EQ(agents.at(path), KeyAgent::kSsh) << path;
  for (const char* path : {"/run/user/1000/gnupg/S.gpg-agent", "/home/ana/.gnupg/S.gpg-agent.extra",
                           "/run/user/1000/gnupg/d.xyz/S.gpg-agent.browser"})
    EXPECT_EQ(agents.at(path), KeyAgent::kGpg) << path;
}

TEST(KeyAgentsTest, OthersAreNone) {
  const KeyAgents agents("");
  for (const char* path : {"", "/run/docker.sock", "/run/user/1000/gnupg/S.dirmngr",
                           "/run/user/1000/gnupg/S.scdaemon", "/run/user/1000/keyring/control"})
    EXPECT_EQ(agents.at(path), KeyAgent::kNone) << path;
}

TEST(KeyAgentsTest, WithoutARelayNoneIsKnown) {
  EXPECT_EQ(KeyAgents().at("/tmp/ssh-XXabc/agent.12"), KeyAgent::kNone);
}

}  // namespace
}  // namespace guard::supervisor
