// SPDX-License-Identifier: Apache-2.0
#include "console/learning/learned_profile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "console/policy/profile_text.h"
#include "policy/load/yaml_loader.h"

namespace guard::console {
namespace {

using supervisor::AuditRecord;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

AuditRecord started(std::vector<std::string> argv, const std::string& exe) {
  AuditRecord record;
  record.act = "exec";
  record.decision = "allow";
  record.argv = std::move(argv);
  record.exe = exe;
  return record;
}

AuditRecord did(const std::string& act, const std::string& object, const std::string& status,
                std::vector<std::string> chain = {"7 mine"}) {
  AuditRecord record;
  record.act = act;
  record.decision = "ask";
  record.objects = {object};
  record.approval_status = status;
  record.chain = std::move(chain);
  record.result_summary = act + " " + object;
  return record;
}

Result<policy::Profile> learn(std::vector<AuditRecord> more) {
  more.insert(more.begin(), started({"mine", "-p"}, "/usr/local/bin/mine"));
  return learn_profile("mine", more, "/home/u");
}

TEST(LearnedProfileTest, TakesTheFoldersThatTheAgentWroteTo) {
  const auto profile = learn({did("create", "/home/u/.mine/log/a", "approved"),
                              did("modify", "/home/u/.config/mine/x", "approved"),
                              did("create", "/home/u/.local/share/mine/y", "auto")});
  ASSERT_TRUE(profile);
  EXPECT_THAT(profile->commands, ElementsAre("mine"));
  EXPECT_THAT(profile->state, ElementsAre("~/.config/mine", "~/.mine"));
}

TEST(LearnedProfileTest, WhatTheCommandWasStartedWithIsNotTheCommand) {
  std::vector<AuditRecord> records = {did("inherit", "/home/u/log", "", {}),
                                      started({"mine", "-p"}, "/usr/local/bin/mine")};
  const auto profile = learn_profile("mine", records, "/home/u");
  ASSERT_TRUE(profile);
  EXPECT_THAT(profile->commands, ElementsAre("mine"));
  records.pop_back();
  EXPECT_FALSE(learn_profile("mine", records, "/home/u"));
}

TEST(LearnedProfileTest, LeavesOutWhatWasDeniedAndWhatOthersDid) {
  const auto profile = learn({did("create", "/home/u/.denied/a", "denied"),
                              did("create", "/home/u/.other/a", "approved", {"9 bash", "7 mine"})});
  ASSERT_TRUE(profile);
  EXPECT_THAT(profile->state, IsEmpty());
}

TEST(LearnedProfileTest, LeavesOutWhatMeansSomethingToGuardOrBelongsToMany) {
  const auto profile = learn(
      {did("create", "/home/u/.ssh/config", "approved"),
       did("modify", "/home/u/.bashrc", "approved"), did("create", "/home/u/.config", "approved"),
       did("create", "/home/u/.config/systemd/user/x", "approved"),
       did("create", "/home/u/notes/x", "approved"), did("create", "/etc/x", "approved")});
  ASSERT_TRUE(profile);
  EXPECT_THAT(profile->state, IsEmpty());
}

TEST(LearnedProfileTest, LeavesOutFoldersThatHoldSecretsOrAreSharedByMany) {
  const auto profile = learn({did("create", "/home/u/.aws/sso/cache/mine", "approved"),
                              did("create", "/home/u/.aws/mine", "approved"),
                              did("create", "/home/u/.kube/cache/x", "auto"),
                              did("create", "/home/u/.docker/mine", "approved"),
                              did("create", "/home/u/.cargo/registry/x", "approved"),
                              did("create", "/home/u/.mozilla/mine/x", "approved"),
                              did("create", "/home/u/.config/x", "approved"),
                              did("create", "/home/u/.cache", "approved"),
                              did("create", "/home/u/.local/share", "approved"),
                              did("create", "/home/u/.config/google-chrome/x", "approved")});
  ASSERT_TRUE(profile);
  EXPECT_THAT(profile->state, ElementsAre("~/.config/x"));
}

TEST(LearnedProfileTest, NamesWhatLooksLikeSettingsAndCredentials) {
  const auto profile = learn({did("create", "/home/u/.mine/log/a", "approved"),
                              did("modify", "/home/u/.mine/auth.json", "approved"),
                              did("create", "/home/u/.mine/API_KEY", "approved"),
                              did("modify", "/home/u/.mine/settings.json", "approved"),
                              did("create", "/home/u/.mine/ext/hooks/pre/x.sh", "approved")});
  ASSERT_TRUE(profile);
  EXPECT_THAT(profile->state, ElementsAre("~/.mine"));
  EXPECT_THAT(profile->secrets, ElementsAre("API_KEY", "auth.json"));
  EXPECT_THAT(profile->settings, ElementsAre("ext/hooks/**", "settings.json"));
}

TEST(LearnedProfileTest, TakesTheHostsThatItTalkedTo) {
  auto named = did("connect", "tcp 192.0.2.7 443", "approved");
  named.result_summary = "connect to api.example.org (192.0.2.7) port 443";
  auto numbered = did("connect", "tcp 192.0.2.9 443", "approved");
  numbered.result_summary = "connect to 192.0.2.9 port 443";
  auto local = did("connect", "tcp 127.0.0.1 80", "approved");
  local.result_summary = "connect to 127.0.0.1 port 80";
  const auto profile = learn({named, numbered, local});
  ASSERT_TRUE(profile);
  EXPECT_THAT(profile->hosts, ElementsAre("192.0.2.9:443", "api.example.org:443"));
}

TEST(LearnedProfileTest, KnowsThePackageBehindNode) {
  const auto profile = learn_profile(
      "x", {started({"node", "/opt/node_modules/@a/b/cli.js"}, "/usr/bin/node")}, "/home/u");
  ASSERT_TRUE(profile);
  EXPECT_THAT(profile->commands, ElementsAre("x"));
  EXPECT_THAT(profile->packages, ElementsAre("@a/b"));
}

TEST(LearnedProfileTest, WithoutAStartThereIsNothingToLearn) {
  EXPECT_FALSE(learn_profile("x", {}, "/home/u"));
  EXPECT_FALSE(learn_profile("x", {did("create", "/home/u/.x", "approved")}, "/home/u"));
}

TEST(ProfileTextTest, ReadsBackAsItWas) {
  const auto shipped = policy::load_policy({});
  for (const policy::Profile& profile : shipped->profiles) {
    const auto again =
        policy::load_policy({{.name = "p", .text = profile_text(profile), .only_profiles = true}});
    ASSERT_TRUE(again) << again.error().text();
    policy::Profile read = again->profiles.back();
    read.source = profile.source;
    EXPECT_EQ(read, profile) << profile_text(profile);
  }
}

}  // namespace
}  // namespace guard::console
