// SPDX-License-Identifier: Apache-2.0
#include "supervisor/actors/first_start.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/supervisor/audit/temporary_folder.h"

namespace guard::supervisor {
namespace {

using policy::Act;
using policy::Action;
using policy::Object;
using policy::PathClass;
using policy::Recoverability;

class FirstStartTest : public ::testing::Test {
 protected:
  FirstStartTest() {
    auto program = std::make_shared<Program>();
    program->agent_itself = true;
    agent_.program = program;
    other_.program = std::make_shared<Program>();
    std::filesystem::create_directories(work());
  }

  std::string work() const { return folder_.path() + "/work"; }
  FirstStart first_start() const { return {{"/home/u/.a", "/home/u/.config/b"}, {work()}}; }

  static Action writes(const std::string& path, PathClass path_class = PathClass::kConfig,
                       Recoverability recoverability = Recoverability::kNothing) {
    Action action;
    action.act = recoverability == Recoverability::kNothing ? Act::kCreate : Act::kModify;
    action.objects = {
        Object{.path = path, .path_class = path_class, .recoverability = recoverability}};
    return action;
  }

  TemporaryFolder folder_;
  Process agent_;
  Process other_;
};

TEST_F(FirstStartTest, TheAgentItselfWritesItsSettings) {
  const FirstStart start = first_start();
  EXPECT_TRUE(start.covers(agent_, writes("/home/u/.a/settings.json")));
  EXPECT_TRUE(start.covers(agent_, writes("/home/u/.config/b/pkg/x.js")));
  EXPECT_FALSE(start.covers(other_, writes("/home/u/.a/settings.json")));
  EXPECT_FALSE(start.covers(agent_, writes("/home/u/.bashrc")));
  EXPECT_FALSE(start.covers(agent_, writes("/home/u/.a/token", PathClass::kSecret)));
}

TEST_F(FirstStartTest, WhatStoodThereIsReplacedWhenItComesBack) {
  const FirstStart start = first_start();
  const auto replaces = [&](Recoverability recoverability) {
    return start.covers(agent_,
                        writes("/home/u/.a/settings.json", PathClass::kConfig, recoverability));
  };
  EXPECT_TRUE(replaces(Recoverability::kSaved));
  EXPECT_TRUE(replaces(Recoverability::kBorn));
  EXPECT_FALSE(replaces(Recoverability::kPrecious));
  Action action = writes("/home/u/.a/settings.json", PathClass::kConfig, Recoverability::kSaved);
  action.unsaved = true;
  EXPECT_FALSE(start.covers(agent_, action));
}

TEST_F(FirstStartTest, BothNamesOfAMoveAreTheAgents) {
  const FirstStart start = first_start();
  Action action = writes("/home/u/.a/settings.json");
  action.act = Act::kRename;
  action.objects.insert(action.objects.begin(), Object{.path = "/home/u/.a/tmp1",
                                                       .path_class = PathClass::kOwnState,
                                                       .recoverability = Recoverability::kBorn});
  EXPECT_TRUE(start.covers(agent_, action));
  action.objects.front() = Object{.path = work() + "/x",
                                  .path_class = PathClass::kWorkspace,
                                  .recoverability = Recoverability::kBorn};
  EXPECT_FALSE(start.covers(agent_, action));
}

TEST_F(FirstStartTest, AFolderIsNoFileOfItsSettings) {
  const FirstStart start = first_start();
  Action action = writes("/home/u/.a/settings.json");
  action.syscall = "mkdirat";
  EXPECT_FALSE(start.covers(agent_, action));
  action.syscall = "openat";
  EXPECT_TRUE(start.covers(agent_, action));
}

TEST_F(FirstStartTest, EndsForGood) {
  FirstStart start = first_start();
  EXPECT_FALSE(start.is_over());
  start.end();
  EXPECT_TRUE(start.is_over());
  EXPECT_FALSE(start.covers(agent_, writes("/home/u/.a/settings.json")));
}

TEST_F(FirstStartTest, NeverBeginsInAProjectThatBringsSettingsOfTheAgent) {
  std::filesystem::create_directories(folder_.path() + "/.b");
  EXPECT_TRUE(first_start().is_over());
}

TEST_F(FirstStartTest, NeverBeginsWithoutAnAgent) {
  EXPECT_TRUE(FirstStart({}, {work()}).is_over());
}

TEST_F(FirstStartTest, WhoseMemoryOthersReachedIsNotTheAgent) {
  auto program = std::make_shared<Program>(*agent_.program);
  program->actor.tampered = true;
  agent_.program = program;
  EXPECT_FALSE(first_start().covers(agent_, writes("/home/u/.a/settings.json")));
}

}  // namespace
}  // namespace guard::supervisor
