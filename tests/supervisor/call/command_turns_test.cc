// SPDX-License-Identifier: Apache-2.0
#include "supervisor/call/command_turns.h"

#include <gtest/gtest.h>

#include <memory>

namespace guard::supervisor {
namespace {

std::shared_ptr<Process> process(pid_t pid, std::shared_ptr<const Process> parent) {
  auto made = std::make_shared<Process>();
  made->pid = pid;
  made->identity = static_cast<std::uint64_t>(pid) * 100;
  made->command = pid;
  made->parent = std::move(parent);
  return made;
}

class CommandTurnsTest : public ::testing::Test {
 protected:
  CommandTurnsTest()
      : agent_(process(1, nullptr)), make_(process(2, agent_)), sed_(process(3, agent_)) {
    agent_->agent = true;
    auto compiler = process(4, make_);
    compiler->command = make_->pid;
    compiler_ = compiler;
  }
  std::shared_ptr<Process> agent_;
  std::shared_ptr<Process> make_;
  std::shared_ptr<Process> sed_;
  std::shared_ptr<Process> compiler_;
  CommandTurns turns_;
};

TEST_F(CommandTurnsTest, ACommandTakesItsTurnOnceWithAllOfItsProcesses) {
  EXPECT_EQ(turns_.turn_of(*compiler_), make_.get());
  EXPECT_EQ(turns_.turn_of(*make_), nullptr);
  EXPECT_EQ(turns_.turn_of(*sed_), sed_.get());
  EXPECT_EQ(turns_.turn_of(*compiler_), nullptr)
      << "two that write at once would take turns for ever";
  EXPECT_EQ(turns_.turn_of(*sed_), nullptr);
}

TEST_F(CommandTurnsTest, TheAgentItselfTakesATurnAfterEachOfItsCommands) {
  EXPECT_EQ(turns_.turn_of(*agent_), agent_.get());
  EXPECT_EQ(turns_.turn_of(*agent_), nullptr);
  EXPECT_EQ(turns_.turn_of(*sed_), sed_.get());
  EXPECT_EQ(turns_.turn_of(*agent_), agent_.get());
  EXPECT_EQ(turns_.turn_of(*sed_), nullptr);
  EXPECT_EQ(turns_.turn_of(*agent_), nullptr);
}

TEST_F(CommandTurnsTest, EachLineThatSomebodyTypesIsACommand) {
  agent_->typed_line = 1;
  EXPECT_NE(turns_.turn_of(*agent_), nullptr);
  EXPECT_EQ(turns_.turn_of(*agent_), nullptr);
  agent_->typed_line = 2;
  EXPECT_NE(turns_.turn_of(*agent_), nullptr);
}

}  // namespace
}  // namespace guard::supervisor
