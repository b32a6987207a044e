// SPDX-License-Identifier: Apache-2.0
#include "supervisor/ask/scope_text.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "policy/vocabulary/own_rules.h"
#include "tests/supervisor/support/made_call.h"

namespace guard::supervisor {
namespace {

using policy::Act;
using policy::Category;

PendingCall act_on(Act act, std::vector<policy::Object> objects, const std::string& pattern) {
  PendingCall call = made_act(act, std::move(objects));
  call.decision.assessment.tier = 2;
  call.decision.assessment.categories = {Category::kFsDeleteOverwrite};
  call.decision.assessment.pattern = pattern;
  return call;
}

TEST(ScopeTextTest, SaysTheKindOfActAndWhere) {
  const PendingCall call = act_on(Act::kModify, {made_object("/o/a")}, "/o");
  EXPECT_EQ(scope_text(call, Scope::kOnce), "");
  for (const Scope scope : {Scope::kCommand, Scope::kSession, Scope::kMinutes, Scope::kAlways})
    EXPECT_EQ(scope_text(call, scope), "changes in /o and below") << name_of(scope);
}

TEST(ScopeTextTest, OfASecretItIsThatFile) {
  PendingCall call = act_on(Act::kModify, {made_object("/w/.env")}, "/w/.env");
  call.decision.assessment.categories = {Category::kFsConfigSecrets};
  EXPECT_EQ(scope_text(call, Scope::kCommand), "changes of /w/.env");
  call.action.also_reads = true;
  EXPECT_EQ(scope_text(call, Scope::kSession), "reads and changes of /w/.env");
}

TEST(ScopeTextTest, AMoveToAnotherFolderSaysFromWhereToWhere) {
  const std::vector<policy::Object> both = {made_object("/o/old"), made_object("/w/a")};
  EXPECT_EQ(scope_text(act_on(Act::kRename, both, "/o"), Scope::kCommand),
            "moves from /o to /w, and below");
  EXPECT_EQ(scope_text(act_on(Act::kLink, both, "/o"), Scope::kCommand),
            "hard links from /o to /w, and below");
  EXPECT_EQ(
      scope_text(act_on(Act::kRename, {both[0], made_object("/o/new")}, "/o"), Scope::kCommand),
      "moves in /o and below");
}

TEST(ScopeTextTest, WithoutAPatternItIsTheFolderOrTheCategories) {
  EXPECT_EQ(scope_text(act_on(Act::kDelete, {made_object("/o/a*")}, ""), Scope::kCommand),
            "deletes in /o and below");
  PendingCall call = made_exec("/usr/bin/rm", {"rm", "a", "b"});
  call.decision.assessment.categories = {Category::kFsDeleteOverwrite};
  EXPECT_EQ(scope_text(call, Scope::kCommand), "all of FS_DELETE_OVERWRITE");
  call.decision.assessment.pattern = "rm -r *";
  EXPECT_EQ(scope_text(call, Scope::kSession), "rm -r *");
}

TEST(ScopeTextTest, OfSeveralFoldersItSaysThatOneAloneIsRemembered) {
  PendingCall call = made_exec("/usr/bin/rm", {"rm", "-rf", "a", "b"});
  policy::Assessment& assessment = call.decision.assessment;
  assessment.tier = 2;
  assessment.rule = policy::own_rule("fs.delete");
  assessment.categories = {Category::kFsDeleteOverwrite};
  assessment.pattern = "/w/a";
  assessment.effect.emplace();
  assessment.effect->operands = {{"a", made_object("/w/a"), 3}, {"b", made_object("/w/b"), 3}};
  call.action.image_origin = policy::ImageOrigin::kInstalled;
  EXPECT_EQ(scope_text(call, Scope::kCommand),
            "deletes in /w/a and below; all else of it only now");
  assessment.effect->operands.pop_back();
  EXPECT_EQ(scope_text(call, Scope::kCommand), "deletes in /w/a and below");
}

}  // namespace
}  // namespace guard::supervisor
