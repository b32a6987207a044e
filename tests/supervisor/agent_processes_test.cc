// SPDX-License-Identifier: Apache-2.0
#include "supervisor/agent_processes.h"

#include <gtest/gtest.h>

namespace guard::supervisor {
namespace {

policy::Actor program(const std::string& exe, std::vector<std::string> argv) {
  policy::Actor actor;
  actor.exe = exe;
  actor.argv = std::move(argv);
  return actor;
}

AgentProcesses agent_with(std::vector<std::string> launches) {
  policy::Profile profile;
  profile.launches = std::move(launches);
  return {profile, {"/home/u/.codex/auth.json"}};
}

const auto kLauncher =
    program("/usr/bin/node", {"node", "/opt/node_modules/@openai/codex/bin/codex.js"});
const auto kReal =
    program("/opt/node_modules/@openai/codex-linux-x64/bin/codex", {"codex", "exec"});

TEST(AgentProcessesTest, TheFirstThatALauncherStartsFromWhereItLiesIsTheAgent) {
  auto agent = agent_with({"codex"});
  agent.started(kLauncher);
  EXPECT_TRUE(agent.launched(kReal));
}

TEST(AgentProcessesTest, ASecondOneIsACommand) {
  auto agent = agent_with({"codex"});
  agent.started(kLauncher);
  EXPECT_FALSE(agent.launched(program("/usr/bin/bash", {"bash", "-c", "ls"})));
  EXPECT_FALSE(agent.launched(kReal));
}

TEST(AgentProcessesTest, AProgramIsNotTheAgentForItsName) {
  auto agent = agent_with({"codex"});
  agent.started(kLauncher);
  EXPECT_FALSE(agent.launched(program("/home/u/project/codex", {"codex"})));
  auto other = agent_with({"codex"});
  other.started(kLauncher);
  EXPECT_FALSE(other.launched(program("/usr/bin/cat", {"codex", "/home/u/.codex/auth.json"})));
}

TEST(AgentProcessesTest, ANativeAgentLaunchesNothing) {
  auto agent = agent_with({"claude"});
  agent.started(program("/usr/local/bin/claude", {"claude", "-p"}));
  EXPECT_FALSE(agent.launched(program("/usr/local/bin/claude", {"ugrep", "x"})));
}

TEST(AgentProcessesTest, TheSameScriptInAnotherNodeIsTheAgent) {
  auto agent = agent_with({"node"});
  const std::string script = "/opt/node_modules/@google/gemini-cli/bundle/gemini.js";
  agent.started(program("/usr/bin/node", {"node", script, "-p"}));
  EXPECT_TRUE(agent.launched(
      program("/usr/bin/node", {"/usr/bin/node", "--max-old-space-size=1", script})));
}

TEST(AgentProcessesTest, WithoutAProfileNothingGoesOnAsTheAgent) {
  AgentProcesses agent;
  agent.started(kLauncher);
  EXPECT_FALSE(agent.goes_on_as_agent(kReal));
  EXPECT_FALSE(agent.launched(kReal));
}

}  // namespace
}  // namespace guard::supervisor
