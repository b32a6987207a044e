// SPDX-License-Identifier: Apache-2.0
#include "supervisor/approval/grant_kind.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "supervisor/approval/grants.h"

namespace guard::supervisor {
namespace {

using policy::Act;
using policy::Category;
const std::chrono::system_clock::time_point kNow{std::chrono::seconds(1'700'000'000)};

policy::Action act_on(Act act, const std::string& path) {
  policy::Action action;
  action.act = act;
  policy::Object object;
  object.path = path;
  object.permissions = 0644;
  action.objects = {object};
  if (act == Act::kRename || act == Act::kLink) action.objects.push_back(object);
  if (act == Act::kMetadata) {
    action.change.kind = policy::MetadataKind::kMode;
    action.change.mode = 0600;
  }
  return action;
}

policy::Action sets_user_id() {
  policy::Action action = act_on(Act::kMetadata, "/o/a");
  action.change.mode = 04755;
  return action;
}

policy::Assessment of(Category category) {
  policy::Assessment assessment;
  assessment.tier = 2;
  assessment.categories = {category};
  return assessment;
}

Grant answer_to(const policy::Action& action, const policy::Assessment& assessment,
                const std::string& pattern) {
  Grant grant;
  grant.pattern = pattern;
  grant.categories = assessment.categories;
  grant.kind = kind_of_grant(action, assessment, pattern);
  return grant;
}

std::vector<policy::Action> every_kind() {
  std::vector<policy::Action> acts = {sets_user_id()};
  for (const Act act : {Act::kRead, Act::kCreate, Act::kModify, Act::kDelete, Act::kRename,
                        Act::kLink, Act::kMetadata})
    acts.push_back(act_on(act, "/o/a"));
  return acts;
}

// `rm -r`, `cp`: a command whose files are known.
policy::Assessment command_on(const char* path, const char* rule) {
  policy::Assessment assessment = of(Category::kFsDeleteOverwrite);
  assessment.rule = rule;
  policy::EffectOperand operand;
  operand.object.path = path;
  assessment.effect.emplace().operands = {operand};
  return assessment;
}

TEST(GrantKindTest, AYesToOneKindOfActIsNoneToAnother) {
  const policy::Assessment assessment = of(Category::kFsDeleteOverwrite);
  for (const policy::Action& asked : every_kind()) {
    Grants grants;
    grants.remember(answer_to(asked, assessment, "/o"));
    for (const policy::Action& act : every_kind())
      EXPECT_EQ(grants.covering(act, assessment, {7}, kNow).has_value(), act == asked)
          << kind_of_act(asked, assessment) << ", then " << kind_of_act(act, assessment);
  }
}

TEST(GrantKindTest, ANoHoldsForEveryKind) {
  const policy::Assessment assessment = of(Category::kFsDeleteOverwrite);
  Grant no = answer_to(act_on(Act::kModify, "/o/a"), assessment, "/o");
  no.denies = true;
  Grants grants;
  grants.remember(no);
  for (const policy::Action& act : every_kind())
    EXPECT_TRUE(grants.covering(act, assessment, {7}, kNow)) << kind_of_act(act, assessment);
}

TEST(GrantKindTest, WhatHadNoKindIsAskedAgain) {
  const policy::Assessment assessment = of(Category::kFsDeleteOverwrite);
  Grant old = answer_to(act_on(Act::kModify, "/o/a"), assessment, "/o");
  old.kind.clear();
  Grants grants;
  grants.remember(old);
  for (const policy::Action& act : every_kind())
    EXPECT_FALSE(grants.covering(act, assessment, {7}, kNow)) << kind_of_act(act, assessment);
}

TEST(GrantKindTest, ACommandIsOfTheKindOfWhatItDoesToItsFiles) {
  policy::Action starts;
  starts.exe = "/usr/bin/rm";
  starts.argv = {"rm", "-r", "/o/a"};
  const policy::Assessment deletes = command_on("/o/a", "fs.delete");
  Grants changes;
  changes.remember(answer_to(act_on(Act::kModify, "/o/a"), deletes, "/o"));
  EXPECT_FALSE(changes.covering(starts, deletes, {7}, kNow)) << "a yes to changes starts no rm";
  Grants grants;
  grants.remember(answer_to(starts, deletes, "/o"));
  EXPECT_TRUE(grants.covering(starts, deletes, {7}, kNow));
  EXPECT_FALSE(grants.covering(starts, command_on("/o/a", "fs.overwrite"), {7}, kNow));
  EXPECT_TRUE(
      grants.covering(act_on(Act::kDelete, "/o/b"), of(Category::kFsDeleteOverwrite), {7}, kNow));
}

TEST(GrantKindTest, WordsHaveNoKind) {
  policy::Action push;
  push.exe = "/usr/bin/git";
  push.argv = {"git", "push", "origin", "main"};
  EXPECT_EQ(kind_of_grant(push, of(Category::kGitPublish), "git push origin *"), "");
  EXPECT_EQ(extent_text("", "git push origin *", false), "git push origin *");
}

TEST(GrantKindTest, SaysTheKindAndThePlace) {
  EXPECT_EQ(extent_text("changes", "/o", false), "changes in /o and below");
  EXPECT_EQ(extent_text("changes", "/w/.env", true), "changes of /w/.env");
  Grant grant = answer_to(act_on(Act::kDelete, "/o/a"), of(Category::kFsDeleteOverwrite), "/o");
  EXPECT_EQ(extent_text(grant), "deletes in /o and below");
  grant.denies = true;
  EXPECT_EQ(extent_text(grant), "acts in /o and below");
  grant.pattern.clear();
  EXPECT_EQ(extent_text(grant), "all of FS_DELETE_OVERWRITE");
}

TEST(GrantKindTest, ASearchSaysItsFolderAndItsSecrets) {
  Grant grant;
  grant.pattern = "grep *";
  grant.place = "in /w, read .env, lib/.env";
  grant.categories = {Category::kFsConfigSecrets};
  EXPECT_EQ(extent_text(grant), "grep * in /w, to read .env, lib/.env and no other secret");
  grant.place = "in /w";
  EXPECT_EQ(extent_text(grant), "grep *");
}

TEST(GrantKindTest, SaysWhichPortsAConnectionMayGoTo) {
  const std::pair<const char*, const char*> kRows[] = {
      {"192.0.2.2:4433/tcp", "connections to 192.0.2.2:4433/tcp"},
      {"[2001:db8::1]:443/udp", "connections to [2001:db8::1]:443/udp"},
      {"192.0.2.2", "connections to 192.0.2.2, all ports"},
      {"2001:db8::1", "connections to 2001:db8::1, all ports"},
      {"/run/x.sock", "connections to /run/x.sock"}};
  for (const auto& [pattern, text] : kRows)
    EXPECT_EQ(extent_text("connections", pattern, false), text);
}

}  // namespace
}  // namespace guard::supervisor
