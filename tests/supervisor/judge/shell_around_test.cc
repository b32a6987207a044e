// SPDX-License-Identifier: Apache-2.0
#include "supervisor/judge/shell_around.h"

#include <gtest/gtest.h>

#include <memory>
#include <utility>

#include "supervisor/actors/shell_command.h"

namespace guard::supervisor {
namespace {

using Words = std::vector<std::string>;

// CMD is process 1; each further row of words is started by the one before.
ProcessPtr chain(const std::vector<Words>& rows) {
  ProcessPtr last;
  pid_t pid = 0;
  for (const Words& words : rows) {
    auto program = std::make_shared<Program>();
    program->actor.argv = words;
    program->actor.exe = "/usr/bin/" + words.front();
    auto process = std::make_shared<Process>();
    process->pid = ++pid;
    process->agent = pid == 1;
    process->command = pid < 2 ? pid : 2;
    process->parent = last;
    process->program = std::move(program);
    last = std::move(process);
  }
  return last;
}

TEST(ShellAroundTest, ANameIsTypedWhereTheTextAroundHasItAsAWord) {
  struct Row {
    std::string text;
    std::string path;
    bool typed;
  };
  const std::vector<Row> rows = {
      {"rm a.txt b.txt", "/w/a.txt", true},
      {"cd many && rm 'b c'", "/w/many/b c", true},
      {"rm many/1", "/w/many/1", true},
      {"rm many/11", "/w/many/1", false},
      {"for f in *; do rm $f; done", "/w/a.txt", false},
      {"rm a.txt~", "/w/a.txt", false},
      {"while read f; do rm \"$f\"; done <list", "/w/list2", false},
  };
  for (const Row& row : rows) {
    const ProcessPtr rm = chain({{"claude"}, {"bash", "-c", row.text}, {"rm", "-f"}});
    EXPECT_EQ(is_typed_by_hand(*rm, row.path), row.typed) << row.text << " " << row.path;
  }
}

TEST(ShellAroundTest, WithoutATextANameIsTypedUnlessAPipeFeedsIt) {
  EXPECT_TRUE(is_typed_by_hand(*chain({{"bash"}, {"rm", "a"}}), "/w/a"));
  EXPECT_TRUE(is_typed_by_hand(*chain({{"bash"}, {"sh", "clean.sh"}, {"rm", "a"}}), "/w/a"));
  EXPECT_FALSE(is_typed_by_hand(*chain({{"bash"}, {"xargs", "rm"}, {"rm", "a"}}), "/w/a"));
  EXPECT_FALSE(is_typed_by_hand(*chain({{"bash"}, {"xargs"}, {"env", "rm"}, {"rm", "a"}}), "/w/a"));
  EXPECT_FALSE(is_typed_by_hand(*chain({{"bash"}, {"parallel", "rm"}, {"rm", "a"}}), "/w/a"));
}

// bash execs the last command of a text in its own place.
TEST(ShellAroundTest, TheTextThatAProcessRanItselfIsAroundIt) {
  auto rm = std::make_shared<Process>(*chain({{"claude"}, {"rm", "-f"}}));
  rm->former_text = "rm $(cat list)";
  EXPECT_FALSE(is_typed_by_hand(*rm, "/w/a"));
  EXPECT_EQ(text_around(*rm), "rm $(cat list)");
  rm->former_text = "rm a";
  EXPECT_TRUE(is_typed_by_hand(*rm, "/w/a"));
}

TEST(ShellAroundTest, WhatAProgramPutTogetherIsNotTyped) {
  const std::string text = "awk '{system(\"rm \" $0)}' list";
  EXPECT_FALSE(is_typed_by_hand(
      *chain({{"claude"}, {"bash", "-c", text}, {"awk"}, {"sh", "-c", "rm a"}, {"rm", "a"}}),
      "/w/a"));
  EXPECT_TRUE(is_typed_by_hand(
      *chain({{"claude"}, {"bash", "-c", "make x"}, {"make"}, {"sh", "-c", "rm a"}, {"rm", "a"}}),
      "/w/a"));
  EXPECT_FALSE(is_typed_by_hand(
      *chain({{"claude"}, {"find", ".", "-exec", "rm", "{}", ";"}, {"rm", "a"}}), "/w/a"));
  EXPECT_FALSE(
      is_typed_by_hand(*chain({{"claude"}, {"busybox", "xargs", "rm"}, {"rm", "a"}}), "/w/a"));
}

TEST(ShellAroundTest, AFileIsNamedByAWordThatHasItsName) {
  const ProcessPtr rm = chain({{"rm", "-f", "d/a", "b c"}});
  EXPECT_TRUE(is_named_by(*rm, "/w/d/a"));
  EXPECT_TRUE(is_named_by(*rm, "/w/b c"));
  EXPECT_FALSE(is_named_by(*rm, "/w/aa"));
  EXPECT_TRUE(is_named_by(*chain({{"busybox", "sh", "-c", "rm 'x' y"}}), "/w/x"));
}

TEST(ShellAroundTest, AShellThatIsCmdIsOneCommand) {
  EXPECT_EQ(command_of(*chain({{"bash", "-c", "rm a; rm b"}, {"rm", "a"}})), 1);
  EXPECT_EQ(command_of(*chain({{"timeout", "9", "bash", "-c", "rm a"}, {"rm", "a"}})), 1);
  EXPECT_EQ(command_of(*chain({{"sh", "clean.sh"}, {"rm", "a"}})), 1);
  EXPECT_EQ(command_of(*chain({{"zsh"}, {"rm", "a"}})), 1) << "its lines are not known";
  EXPECT_EQ(command_of(*chain({{"claude"}, {"bash", "-c", "rm a"}, {"rm", "a"}})), 2);
}

TEST(ShellAroundTest, WhatAShellThatIsCmdBecomesIsOneCommandAsWell) {
  const ProcessPtr rm = chain({{"find", ".", "-exec", "rm", "{}", ";"}, {"rm", "a"}});
  EXPECT_EQ(command_of(*rm), 2);
  const auto with_cmd = [&](bool agent) {
    auto cmd = std::make_shared<Process>(*rm->parent);
    cmd->former_text = "find . -exec rm {} \\;";
    auto program = std::make_shared<Program>(*cmd->program);
    program->agent_itself = agent;
    cmd->program = program;
    auto started = std::make_shared<Process>(*rm);
    started->parent = cmd;
    return command_of(*started);
  };
  EXPECT_EQ(with_cmd(false), 1);
  EXPECT_EQ(with_cmd(true), 2);
}

TEST(ShellAroundTest, AForkCountsWithWhatForkedItUntilItRunsAProgram) {
  const auto fork_of = [](const ProcessPtr& parent, pid_t pid, pid_t command) {
    auto fork = std::make_shared<Process>(*parent);
    fork->pid = pid;
    fork->command = command;
    fork->agent = false;
    fork->forked = true;
    fork->parent = parent;
    return fork;
  };
  const auto fork = fork_of(chain({{"python3", "clean.py"}}), 7, 7);
  const auto second = fork_of(fork, 8, 7);
  EXPECT_EQ(command_of(*fork), 1);
  EXPECT_EQ(command_of(*second), 1);
  EXPECT_EQ(command_of(*fork_of(chain({{"claude"}, {"python3", "clean.py"}}), 9, 2)), 2);
  fork->forked = false;
  EXPECT_EQ(command_of(*fork), 7);
  EXPECT_EQ(command_of(*second), 7);
}

TEST(ShellAroundTest, ALineThatWasTypedIsACommand) {
  const ProcessPtr rm = chain({{"bash"}, {"rm", "a"}});
  auto typed = std::make_shared<Process>(*rm);
  typed->typed_line = -7;
  EXPECT_EQ(command_of(*typed), -7);
}

TEST(ShellAroundTest, WhatAnAgentStartsIsACommandAlsoWhereAShellStartedTheAgent) {
  const ProcessPtr shell = chain({{"bash", "-c", "claude"}});
  auto agent = std::make_shared<Process>(*chain({{"claude"}}));
  agent->pid = 2;
  agent->parent = shell;
  auto rm = std::make_shared<Process>(*chain({{"rm", "a"}}));
  rm->pid = rm->command = 3;
  rm->agent = false;
  rm->parent = agent;
  rm->typed_line = -7;
  EXPECT_EQ(command_of(*rm), 3);
}

}  // namespace
}  // namespace guard::supervisor
