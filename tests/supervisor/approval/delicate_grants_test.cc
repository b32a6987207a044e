// SPDX-License-Identifier: Apache-2.0
// Remembered answers about secrets and about files that steer programs, and a No to a delete.
#include <gtest/gtest.h>

#include "policy/vocabulary/own_rules.h"
#include "supervisor/approval/grant_kind.h"
#include "supervisor/approval/grant_pattern.h"
#include "supervisor/approval/grants.h"

namespace guard::supervisor {
namespace {

using policy::Act;
using policy::Category;
using policy::PathClass;
const std::chrono::system_clock::time_point kNow{std::chrono::seconds(1'700'000'000)};

policy::Action act_on(Act act, const std::string& path, PathClass path_class) {
  policy::Action action;
  action.act = act;
  policy::Object object;
  object.path = path;
  object.path_class = path_class;
  action.objects = {object};
  return action;
}

policy::Assessment delicate() {
  policy::Assessment assessment;
  assessment.categories = {Category::kFsConfigSecrets};
  assessment.tier = 2;
  return assessment;
}

// As grant_of() makes it of an answer to ACTION, for the folder PATTERN.
Grant grant_for(const policy::Action& action, const std::string& pattern) {
  Grant grant;
  grant.scope = Scope::kSession;
  grant.pattern = pattern;
  grant.categories = {Category::kFsConfigSecrets};
  grant.kind = kind_of_act(action, delicate());
  grant.place = grant_place(action, delicate());
  return grant;
}

TEST(DelicateGrantsTest, AYesCoversOneKindOfActAlone) {
  const policy::Action kinds[] = {act_on(Act::kRead, "/w/.env", PathClass::kSecret),
                                  act_on(Act::kModify, "/w/.env", PathClass::kSecret),
                                  act_on(Act::kDelete, "/w/.env", PathClass::kSecret),
                                  act_on(Act::kMetadata, "/w/.env", PathClass::kSecret),
                                  act_on(Act::kCreate, "/w/.envrc", PathClass::kConfig)};
  for (const policy::Action& asked : kinds) {
    Grants grants;
    grants.remember(grant_for(asked, "/w"));
    for (const policy::Action& act : kinds)
      EXPECT_EQ(grants.covering(act, delicate(), {7}, kNow).has_value(), &act == &asked)
          << asked.objects.front().path << ", then " << act.objects.front().path;
  }
}

TEST(DelicateGrantsTest, AYesToAReadStartsNoCommandThatPlantsAHook) {
  policy::Action copy = act_on(Act::kExec, "/w/.git/hooks/x", PathClass::kConfig);
  copy.exe = "/usr/bin/cp";
  copy.argv = {"cp", "x", ".git/hooks/x"};
  copy.cwd = "/w";
  copy.image_origin = policy::ImageOrigin::kInstalled;
  policy::Assessment starts = delicate();
  starts.rule = policy::own_rule("fs.create");
  starts.effect.emplace();
  starts.effect->operands.push_back({"x", copy.objects.front(), 1});
  Grants grants;
  grants.remember(grant_for(act_on(Act::kRead, "/w/.env", PathClass::kSecret), "/w"));
  EXPECT_FALSE(grants.covering(copy, starts, {7}, kNow));
}

TEST(DelicateGrantsTest, WhatWasRememberedBeforeThereWereKindsIsAskedAgain) {
  Grant old = grant_for(act_on(Act::kRead, "/w/.env", PathClass::kSecret), "/w");
  old.place.clear();
  Grants grants;
  grants.remember(old);
  EXPECT_FALSE(
      grants.covering(act_on(Act::kRead, "/w/.env", PathClass::kSecret), delicate(), {7}, kNow));
}

TEST(DelicateGrantsTest, ANoToADeleteHoldsAtBelowAndAboveItsPlace) {
  Grants grants;
  Grant no;
  no.denies = true;
  no.scope = Scope::kSession;
  no.pattern = "/w/photos";
  no.categories = {Category::kFsDeleteOverwrite};
  const std::string id = grants.remember(no);
  const auto denied = [&](const char* path) {
    return grants.denying_removal(path, {7}, kNow).has_value();
  };
  for (const char* path : {"/w/photos", "/w/photos/1", "/w/photos/a/b", "/w"})
    EXPECT_TRUE(denied(path)) << path;
  for (const char* path : {"/w/photos2", "/w/src", "/x"}) EXPECT_FALSE(denied(path)) << path;
  ASSERT_TRUE(grants.revoke(id));
  EXPECT_FALSE(denied("/w/photos/1"));
  no.categories = {Category::kFsConfigSecrets};
  grants.remember(no);
  EXPECT_FALSE(denied("/w/photos/1")) << "a No to something else";
  no.denies = false;
  no.categories = {Category::kFsDeleteOverwrite};
  grants.remember(no);
  EXPECT_FALSE(denied("/w/photos/1")) << "a Yes";
}

// `shutil.rmtree` below a folder that was approved; each act says where it is.
TEST(CommandGrantsTest, AFolderForTheSessionCoversWhatIsDeletedOneByOneInIt) {
  Grants grants;
  Grant folder;
  folder.scope = Scope::kSession;
  folder.pattern = "/w/photos/**";
  folder.categories = {Category::kFsDeleteOverwrite};
  folder.kind = "deletes";
  grants.remember(folder);
  policy::Assessment many;
  many.categories = {Category::kFsDeleteOverwrite};
  many.tier = 2;
  many.wildcard = true;
  many.rule = policy::own_rule("fs.delete.many");
  const auto covers = [&](const std::string& path) {
    return grants.covering(act_on(Act::kDelete, path, PathClass::kWorkspace), many, {7}, kNow)
        .has_value();
  };
  EXPECT_TRUE(covers("/w/photos/2024/1"));
  EXPECT_FALSE(covers("/w/photos2/1"));
  policy::Action away = act_on(Act::kRename, "/w/photos/1", PathClass::kWorkspace);
  away.objects.push_back(away.objects[0]);
  away.objects[1].path = "/tmp/1";
  EXPECT_FALSE(grants.covering(away, many, {7}, kNow)) << "out of the folder";
  many.tier = 3;
  EXPECT_FALSE(covers("/w/photos/2024/1"));
  many.tier = 2;
  many.rule = policy::own_rule("fs.delete.wildcard");
  EXPECT_FALSE(covers("/w/photos/2024/1")) << "a list";
  many.rule = policy::own_rule("fs.delete.many");
  many.categories.push_back(Category::kFsConfigSecrets);
  EXPECT_FALSE(covers("/w/photos/.env"));
}

TEST(CommandGrantsTest, WhatACommandHadIsListedUntilItEnds) {
  Grants grants;
  bool lives = true;
  grants.tell_ends_by([&lives](int command) { return command != 7 || lives; });
  for (const Scope scope : {Scope::kCommand, Scope::kSession}) {
    Grant grant;
    grant.scope = scope;
    grant.command_pid = 7;
    grant.pattern = "/w";
    grant.categories = {Category::kFsDeleteOverwrite};
    grants.remember(grant);
  }
  EXPECT_EQ(grants.list().size(), 2U);
  lives = false;
  ASSERT_EQ(grants.list().size(), 1U);
  EXPECT_EQ(grants.list().front().scope, Scope::kSession);
}

}  // namespace
}  // namespace guard::supervisor
