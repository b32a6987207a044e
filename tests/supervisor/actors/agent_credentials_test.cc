// SPDX-License-Identifier: Apache-2.0
#include "supervisor/actors/agent_credentials.h"

#include <gtest/gtest.h>

namespace guard::supervisor {
namespace {

using policy::Act;
using policy::Object;
using policy::ObjectType;
using policy::PathClass;

constexpr const char* kToken = "/home/u/.a/auth.json";
constexpr const char* kOwn = "/home/u/.a/tmp1";

class AgentCredentialsTest : public ::testing::Test {
 protected:
  AgentCredentialsTest() {
    auto program = std::make_shared<Program>();
    program->keeps = {"/home/u/.a/auth.json", "/home/u/.a.json*"};
    agent_.program = program;
    other_.program = std::make_shared<Program>();
  }

  static Object file(const std::string& path, PathClass path_class = PathClass::kSecret) {
    return {.path = path, .path_class = path_class, .type = ObjectType::kFile};
  }

  bool keeps(Act act, std::vector<Object> objects, const std::string& syscall = "openat") {
    action_.act = act;
    action_.syscall = syscall;
    action_.objects = std::move(objects);
    return keeps_own_credential(agent_, action_);
  }

  bool changes_mode(std::uint32_t mode) {
    action_.change.kind = policy::MetadataKind::kMode;
    action_.change.mode = mode;
    return keeps(Act::kMetadata, {file(kToken)}, "fchmodat");
  }

  Process agent_;
  Process other_;
  policy::Action action_;
};

TEST_F(AgentCredentialsTest, IsReadAndWrittenByTheAgentAlone) {
  for (const Act act : {Act::kRead, Act::kCreate, Act::kModify, Act::kDelete}) {
    EXPECT_TRUE(keeps(act, {file(kToken)})) << name_of(act);
    EXPECT_FALSE(keeps_own_credential(other_, action_)) << name_of(act);
    EXPECT_FALSE(keeps(act, {file("/home/u/.a/settings.json")})) << name_of(act);
  }
}

TEST_F(AgentCredentialsTest, IsReplacedByWhatWasWrittenBesideIt) {
  EXPECT_TRUE(keeps(Act::kRename, {file(kOwn, PathClass::kOwnState), file(kToken)}, "rename"));
  EXPECT_TRUE(keeps(Act::kRename, {file("/home/u/.a.json.1"), file("/home/u/.a.json")}, "rename"));
  EXPECT_FALSE(keeps(Act::kRename, {file("/w/x", PathClass::kWorkspace), file(kToken)}, "rename"));
}

TEST_F(AgentCredentialsTest, GetsNoOtherName) {
  EXPECT_FALSE(keeps(Act::kRename, {file(kToken), file(kOwn, PathClass::kOwnState)}, "rename"));
  EXPECT_FALSE(keeps(Act::kRename, {file(kToken), file("/w/x", PathClass::kWorkspace)}, "rename"));
  EXPECT_FALSE(keeps(Act::kLink, {file(kToken), file(kOwn, PathClass::kOwnState)}, "link"));
  action_.exchange = true;
  EXPECT_FALSE(keeps(Act::kRename, {file(kOwn, PathClass::kOwnState), file(kToken)}, "renameat2"));
}

TEST_F(AgentCredentialsTest, IsAFileAndLeadsNowhereElse) {
  for (const char* call : {"symlinkat", "symlink", "mknodat", "bind"})
    EXPECT_FALSE(keeps(Act::kCreate, {file(kToken)}, call)) << call;
  EXPECT_TRUE(keeps(Act::kCreate, {file("/home/u/.a.json.lock")}, "mkdir"));
  Object folder = file("/home/u/.a/tmp", PathClass::kOwnState);
  folder.type = ObjectType::kDirectory;
  EXPECT_FALSE(keeps(Act::kRename, {folder, file(kToken)}, "rename"));
}

TEST_F(AgentCredentialsTest, IsOpenedToNobodyElse) {
  EXPECT_TRUE(changes_mode(0600));
  EXPECT_FALSE(changes_mode(0644));
  EXPECT_FALSE(changes_mode(04600));
  action_.change.same = true;
  EXPECT_TRUE(changes_mode(0644));
  action_.change = {};
  action_.change.kind = policy::MetadataKind::kOwner;
  EXPECT_FALSE(keeps(Act::kMetadata, {file(kToken)}, "fchownat"));
}

class OwnFolderTest : public ::testing::Test {
 protected:
  bool makes(const char* path, PathClass path_class, const char* call = "mkdir") {
    policy::Action action;
    action.act = Act::kCreate;
    action.syscall = call;
    action.objects = {{.path = path, .path_class = path_class}};
    return makes_own_folder(action,
                            {{"/home/u/.config/a"},
                             {"/home/u/.config/a/hooks/**", "/home/u/.config/a/settings.json",
                              "/home/u/.config/a/plugins/*.json"}});
  }
};

TEST_F(OwnFolderTest, IsMadeWhereAllThatLiesInItIsASetting) {
  EXPECT_TRUE(makes("/home/u/.config/a/hooks", PathClass::kConfig));
  EXPECT_TRUE(makes("/home/u/.config/a/hooks/pre", PathClass::kConfig));
  EXPECT_FALSE(makes("/home/u/.config/a/settings.json", PathClass::kConfig));
  EXPECT_FALSE(makes("/home/u/.config/a/plugins/x.json", PathClass::kConfig));
  EXPECT_FALSE(makes("/home/u/.config/b/hooks", PathClass::kConfig));
  EXPECT_FALSE(makes("/home/u/.config/a/hooks", PathClass::kConfig, "symlink"));
}

TEST_F(OwnFolderTest, IsMadeAroundOneOfTheAgents) {
  EXPECT_TRUE(makes("/home/u/.config", PathClass::kHome));
  EXPECT_FALSE(makes("/home/u/.local", PathClass::kHome));
  EXPECT_FALSE(makes("/home/u/.config/b", PathClass::kHome));
  EXPECT_FALSE(makes("/home/u/.config", PathClass::kHome, "symlink"));
  EXPECT_FALSE(makes("/home/u/.config", PathClass::kOutside));
}

}  // namespace
}  // namespace guard::supervisor
