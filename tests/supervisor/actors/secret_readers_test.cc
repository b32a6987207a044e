// SPDX-License-Identifier: Apache-2.0
// For whom a read of a secret counts. Processes are made up: agent 1, whose commands are 10 and 20.
#include "supervisor/actors/secret_readers.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "supervisor/actors/process_tree.h"

namespace guard::supervisor {
namespace {

std::shared_ptr<Process> process(pid_t pid, pid_t command, ProcessPtr parent,
                                 const std::string& exe) {
  auto program = std::make_shared<Program>();
  program->actor.exe = exe;
  auto made = std::make_shared<Process>();
  made->pid = pid;
  made->command = command;
  made->parent = std::move(parent);
  made->program = std::move(program);
  return made;
}

class SecretReadersTest : public ::testing::Test {
 protected:
  SecretReadersTest() { agent_->agent = true; }

  std::string of(const Process& one) const {
    const auto read = readers_.behind(one);
    return read ? read->secret : "";
  }

  std::shared_ptr<Process> agent_ = process(1, 1, nullptr, "/usr/bin/agent");
  std::shared_ptr<Process> shell_ = process(10, 10, agent_, "/bin/bash");
  std::shared_ptr<Process> reader_ = process(11, 10, shell_, "/usr/bin/node");
  std::shared_ptr<Process> beside_ = process(12, 10, shell_, "/usr/bin/curl");
  std::shared_ptr<Process> other_ = process(20, 20, agent_, "/usr/bin/curl");
  SecretReaders::Clock::time_point now_ = SecretReaders::Clock::now();
  SecretReaders readers_{[this] { return now_; }};
};

TEST_F(SecretReadersTest, NobodyKnowsWhatNobodyRead) {
  for (const auto& one : {agent_, shell_, reader_, beside_, other_}) EXPECT_EQ(of(*one), "");
}

TEST_F(SecretReadersTest, AReadCountsForItsCommandAndNoOther) {
  readers_.note(*reader_, "/w/.env");
  EXPECT_EQ(of(*reader_), "/w/.env");
  EXPECT_EQ(of(*shell_), "/w/.env");
  EXPECT_EQ(of(*beside_), "/w/.env") << "the shell may hand it on";
  EXPECT_EQ(of(*process(13, 10, reader_, "/usr/bin/curl")), "/w/.env") << "what the reader starts";
  EXPECT_EQ(of(*other_), "");
  EXPECT_EQ(of(*agent_), "");
}

TEST_F(SecretReadersTest, WhatTheAgentReadCountsForAllItsCommands) {
  readers_.note(*agent_, "/w/.env");
  for (const auto& one : {agent_, shell_, reader_, other_}) EXPECT_EQ(of(*one), "/w/.env");
}

TEST_F(SecretReadersTest, AProcessThatRunsAnotherProgramHasStillRead) {
  const auto after = std::make_shared<Process>(*reader_);
  readers_.note(*reader_, "/w/.env");
  EXPECT_EQ(of(*after), "/w/.env");
}

TEST_F(SecretReadersTest, AnOrphanMayHaveBeenAnybodys) {
  const auto orphan = process(30, 30, nullptr, "/bin/sh");
  EXPECT_EQ(of(*orphan), "");
  readers_.note(*reader_, "/w/.env");
  EXPECT_EQ(of(*orphan), "/w/.env");
}

TEST_F(SecretReadersTest, ALineThatWasTypedIsOneCommand) {
  reader_->typed_line = -3;
  other_->typed_line = -3;
  readers_.note(*reader_, "/w/.env");
  EXPECT_EQ(of(*other_), "/w/.env");
  other_->typed_line = -4;
  EXPECT_EQ(of(*other_), "");
}

TEST_F(SecretReadersTest, TheEnvironmentCountsForEverybody) {
  readers_.note_environment("API_KEY");
  EXPECT_EQ(of(*other_), "$API_KEY");
  EXPECT_EQ(readers_.told(*readers_.behind(*other_)),
            "its environment has had $API_KEY from the start");
}

TEST_F(SecretReadersTest, ItTellsWhoReadAndHowLongAgo) {
  using std::chrono::seconds;
  readers_.note(*reader_, "/w/.env");
  const SecretRead read = *readers_.behind(*reader_);
  now_ += seconds(40);
  EXPECT_EQ(readers_.told(read), "it read /w/.env 40 s ago in node");
  now_ += seconds(260);
  EXPECT_EQ(readers_.told(read), "it read /w/.env 5 min ago in node");
  now_ += std::chrono::hours(3);
  EXPECT_EQ(readers_.told(read), "it read /w/.env 3 h ago in node");
}

}  // namespace
}  // namespace guard::supervisor
