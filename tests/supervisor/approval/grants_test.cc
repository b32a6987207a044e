// SPDX-License-Identifier: Apache-2.0
#include "supervisor/approval/grants.h"

#include <gtest/gtest.h>

#include "supervisor/approval/grant_kind.h"
#include "supervisor/approval/grant_pattern.h"

namespace guard::supervisor {
namespace {

using policy::Category;
const std::chrono::system_clock::time_point kNow{std::chrono::seconds(1'700'000'000)};

policy::Action git_push(const std::string& branch) {
  policy::Action action;
  action.act = policy::Act::kExec;
  action.cwd = "/home/ana/p";
  action.exe = "/usr/bin/git";
  action.argv = {"git", "push", "origin", branch};
  return action;
}

policy::Assessment publishes(int tier = 2) {
  policy::Assessment assessment;
  assessment.categories = {Category::kGitPublish};
  assessment.tier = tier;
  return assessment;
}

Grant push_grant(Scope scope = Scope::kSession) {
  Grant grant;
  grant.scope = scope;
  grant.pattern = "git push origin *";
  grant.categories = {Category::kGitPublish};
  return grant;
}

TEST(GrantsTest, NoCategoriesNothingApproved) {
  Grants grants;
  EXPECT_EQ(grants.approve_categories({}, "ana").error().code, Code::kInvalid);
  EXPECT_TRUE(grants.approved_categories().empty());
}

TEST(GrantsTest, CategoriesAreKeptOnceAndTakenBack) {
  Grants grants;
  ASSERT_TRUE(grants.approve_categories({Category::kSudo, Category::kSudo}, "ana"));
  EXPECT_EQ(grants.approved_categories().size(), 1U);
  const auto gone = grants.revoke("SUDO");
  ASSERT_TRUE(gone);
  EXPECT_EQ(extent_text(*gone), "all of SUDO");
  EXPECT_TRUE(grants.approved_categories().empty());
  EXPECT_EQ(grants.revoke("SUDO").error().code, Code::kNotFound);
}

TEST(GrantsTest, ANoComesBeforeEveryYesAndCoversWhatNoYesCan) {
  Grants grants;
  grants.remember(push_grant());
  Grant no = push_grant();
  no.denies = true;
  const std::string id = grants.remember(no);
  const auto covering = [&](const policy::Assessment& assessment) {
    return grants.covering(git_push("main"), assessment, {7}, kNow);
  };
  ASSERT_TRUE(covering(publishes()));
  EXPECT_TRUE(covering(publishes())->denies);
  ASSERT_TRUE(covering(publishes(3)));
  EXPECT_TRUE(covering(publishes(3))->denies) << "tier 3 too";
  policy::Assessment wildcard = publishes();
  wildcard.wildcard = true;
  ASSERT_TRUE(covering(wildcard));
  EXPECT_TRUE(covering(wildcard)->denies);
  ASSERT_TRUE(grants.revoke(id));
  EXPECT_FALSE(covering(publishes())->denies);
  EXPECT_FALSE(covering(publishes(3)));
  EXPECT_FALSE(covering(wildcard));
}

TEST(GrantsTest, ANoHoldsWhateverElseTheActIs) {
  Grants grants;
  Grant no = push_grant();
  no.denies = true;
  grants.remember(no);
  policy::Assessment publishes_and_more = publishes();
  publishes_and_more.categories.push_back(Category::kNetworkRisk);
  EXPECT_TRUE(grants.denying(git_push("main"), publishes_and_more, {7}, kNow));
  policy::Assessment another = publishes();
  another.categories = {Category::kNetworkRisk};
  EXPECT_FALSE(grants.denying(git_push("main"), another, {7}, kNow));
  Grant yes = push_grant();
  yes.pattern = "git *";
  grants.remember(yes);
  const auto covering = grants.covering(git_push("main"), publishes_and_more, {7}, kNow);
  ASSERT_TRUE(covering);
  EXPECT_TRUE(covering->denies);
}

// One of several places that a command names was denied.
TEST(GrantsTest, ANoToAPlaceHoldsForACommandThatNamesOthersToo) {
  Grants grants;
  Grant no;
  no.denies = true;
  no.scope = Scope::kSession;
  no.pattern = "/w/data";
  no.kind = "deletes";
  no.categories = {Category::kFsDeleteOverwrite};
  grants.remember(no);
  policy::Action remove = git_push("");
  remove.exe = "/usr/bin/rm";
  remove.argv = {"rm", "-r", "other", "data"};
  policy::Assessment deletes;
  deletes.categories = {Category::kFsDeleteOverwrite};
  deletes.tier = 2;
  auto& operands = deletes.effect.emplace().operands;
  operands.resize(2);
  operands[0].object.path = "/w/other";
  operands[1].object.path = "/w/data";
  operands[0].object.type = operands[1].object.type = policy::ObjectType::kDirectory;
  EXPECT_TRUE(grants.denying(remove, deletes, {7}, kNow));
  operands[1].object.path = "/w/datum";
  EXPECT_FALSE(grants.denying(remove, deletes, {7}, kNow));
}

// The same words lead elsewhere once the remote was renamed, or from another folder.
TEST(GrantsTest, AnOfferedPatternHoldsWhereItWasAsked) {
  policy::Assessment to_one = publishes();
  to_one.rule = "git.push";
  to_one.details = {"to origin, /srv/one.git"};
  policy::Assessment to_two = to_one;
  to_two.details = {"to origin, /srv/two.git"};
  Grants grants;
  Grant push = push_grant();
  push.place = grant_place(git_push("main"), to_one);
  grants.remember(push);
  EXPECT_TRUE(grants.covering(git_push("x"), to_one, {7}, kNow));
  EXPECT_FALSE(grants.covering(git_push("x"), to_two, {7}, kNow));

  policy::Action clean = git_push("");
  clean.argv = {"git", "clean", "-fdx"};
  policy::Assessment deletes;
  deletes.categories = {Category::kFsDeleteOverwrite};
  deletes.tier = 2;
  Grant of_clean;
  of_clean.scope = Scope::kSession;
  of_clean.pattern = "git clean -fdx *";
  of_clean.categories = deletes.categories;
  of_clean.place = grant_place(clean, deletes);
  grants.remember(of_clean);
  clean.image_origin = policy::ImageOrigin::kInstalled;
  EXPECT_TRUE(grants.covering(clean, deletes, {7}, kNow));
  clean.environment_changes = {"A=b", "GIT_WORK_TREE=/home/ana"};
  EXPECT_FALSE(grants.covering(clean, deletes, {7}, kNow));
  clean.environment_changes.clear();
  clean.cwd = "/home/ana";
  EXPECT_FALSE(grants.covering(clean, deletes, {7}, kNow));
}

namespace {

policy::Action git_clean(std::vector<std::string> flags) {
  policy::Action clean = git_push("");
  clean.image_origin = policy::ImageOrigin::kInstalled;
  clean.argv = {"git", "clean"};
  clean.argv.insert(clean.argv.end(), flags.begin(), flags.end());
  return clean;
}

Grant clean_grant(const char* pattern) {
  Grant grant;
  grant.scope = Scope::kSession;
  grant.pattern = pattern;
  grant.categories = {Category::kFsDeleteOverwrite};
  return grant;
}

}  // namespace

TEST(GrantsTest, ACommandThatDeletesIsCoveredWithTheFlagsThatWereShownOnly) {
  policy::Assessment deletes;
  deletes.categories = {Category::kFsDeleteOverwrite};
  deletes.tier = 2;
  const auto covers = [&](const Grant& grant, std::vector<std::string> flags) {
    Grants grants;
    grants.remember(grant);
    return grants.covering(git_clean(std::move(flags)), deletes, {7}, kNow).has_value();
  };
  const Grant shown = clean_grant("git clean -fd *");
  EXPECT_TRUE(covers(shown, {"-fd"}));
  EXPECT_TRUE(covers(shown, {"-fd", "src"}));
  EXPECT_TRUE(covers(shown, {"-fd", "--", "-x"})) << "a file of that name";
  EXPECT_FALSE(covers(shown, {"-fd", "-x"}));
  EXPECT_FALSE(covers(shown, {"-fd", "src", "-x"}));
  EXPECT_FALSE(covers(shown, {"-fdx"}));
  EXPECT_TRUE(covers(clean_grant("git clean *"), {"-fdx"})) << "written by a person";
  Grant offered = clean_grant("git clean *");
  offered.place = grant_place(git_clean({"-fd"}), deletes);
  EXPECT_FALSE(covers(offered, {"-fdx"})) << "offered by an earlier guard";
  Grant no = shown;
  no.denies = true;
  EXPECT_TRUE(covers(no, {"-fd", "-x"})) << "a No holds for more";
}

TEST(GrantsTest, SessionGrantCoversItsPattern) {
  Grants grants;
  const std::string id = grants.remember(push_grant());
  const auto covering = grants.covering(git_push("main"), publishes(), {7, 1}, kNow);
  ASSERT_TRUE(covering);
  EXPECT_EQ(covering->id, id);
  policy::Action other = git_push("main");
  other.argv = {"git", "push", "--force", "origin", "main"};
  EXPECT_FALSE(grants.covering(other, publishes(), {7}, kNow));
}

TEST(GrantsTest, RevokedGrantCoversNothing) {
  Grants grants;
  const std::string id = grants.remember(push_grant());
  ASSERT_EQ(grants.list().size(), 1U);
  EXPECT_TRUE(grants.revoke(id));
  EXPECT_FALSE(grants.covering(git_push("main"), publishes(), {7}, kNow));
  EXPECT_EQ(grants.revoke(id).error().code, Code::kNotFound);
}

TEST(GrantsTest, OnlyAGrantAboutTheKeyCoversItsUse) {
  policy::Action use;
  use.act = policy::Act::kSign;
  use.key.pattern = "ssh-login SHA256:k git@SHA256:h";
  policy::Assessment assessment = publishes();
  assessment.categories = {Category::kNetworkRisk};
  Grants grants;
  Grant grant;
  grant.scope = Scope::kCommand;
  grant.command_pid = 7;
  grant.categories = {Category::kNetworkRisk};
  grants.remember(grant);  // all of a command
  grant.scope = Scope::kSession;
  grant.pattern = "ssh-login SHA256:k git@SHA256:other";
  grant.kind = kind_of_act(use, assessment);
  grants.remember(grant);
  EXPECT_FALSE(grants.covering(use, assessment, {7}, kNow));
  grant.pattern = use.key.pattern;
  grants.remember(grant);
  EXPECT_TRUE(grants.covering(use, assessment, {7}, kNow));
  use.key.pattern.clear();
  EXPECT_FALSE(grants.covering(use, assessment, {7}, kNow));
}

TEST(GrantsTest, EveryCategoryMustBeCovered) {
  Grants grants;
  grants.remember(push_grant());
  policy::Assessment both = publishes();
  both.categories.push_back(Category::kExecArbitrary);
  EXPECT_FALSE(grants.covering(git_push("main"), both, {7}, kNow));
}

TEST(GrantsTest, OnceIsNotRemembered) {
  Grants grants;
  EXPECT_EQ(grants.remember(push_grant(Scope::kOnce)), "");
  EXPECT_TRUE(grants.list().empty());
}

TEST(GrantsTest, TierThreeIsNeverCoveredByAPattern) {
  Grants grants;
  grants.remember(push_grant());
  Grant command = push_grant(Scope::kCommand);
  command.command_pid = 7;
  grants.remember(command);
  EXPECT_FALSE(grants.covering(git_push("main"), publishes(3), {7}, kNow));
}

TEST(GrantsTest, WhatACommandHasLeftBehindIsAskedAnew) {
  Grants grants;
  bool lives = true;
  grants.tell_ends_by([&lives](int command) { return command != 7 || lives; });
  Grant command = push_grant(Scope::kCommand);
  command.command_pid = 7;
  grants.remember(command);
  EXPECT_TRUE(grants.covering(git_push("main"), publishes(), {9, 7}, kNow));
  lives = false;
  EXPECT_FALSE(grants.covering(git_push("main"), publishes(), {9, 7}, kNow));
}

TEST(GrantsTest, AGrantToACommandEndsWithIt) {
  Grants grants;
  for (const int pid : {7, 8}) {
    Grant command = push_grant(Scope::kCommand);
    command.command_pid = pid;
    grants.remember(command);
  }
  grants.remember(push_grant(Scope::kSession));
  grants.forget_command(7);
  ASSERT_EQ(grants.list().size(), 2U);
  EXPECT_EQ(grants.list()[0].command_pid, 8);
}

TEST(GrantsTest, BlockIsNeverCovered) {
  Grants grants;
  Grant grant = push_grant();
  grant.identity = act_identity(git_push("main"));
  grants.remember(grant);
  policy::Assessment absurd = publishes();
  absurd.block = true;
  EXPECT_FALSE(grants.covering(git_push("main"), absurd, {7}, kNow));
}

TEST(GrantsTest, IdenticalActIsCoveredAtTierThree) {
  Grants grants;
  Grant grant = push_grant();
  grant.identity = act_identity(git_push("main"));
  grants.remember(grant);
  EXPECT_TRUE(grants.covering(git_push("main"), publishes(3), {7}, kNow));
  EXPECT_FALSE(grants.covering(git_push("next"), publishes(3), {7}, kNow));
  policy::Action elsewhere = git_push("main");
  elsewhere.cwd = "/home/ana/q";
  EXPECT_FALSE(grants.covering(elsewhere, publishes(3), {7}, kNow));
}

TEST(GrantsTest, IdentityKeepsWordsApart) {
  policy::Action one = git_push("a b");
  policy::Action two = git_push("a");
  two.argv.emplace_back("b");
  EXPECT_NE(act_identity(one), act_identity(two));
}

policy::Action remove_command(const std::string& operand) {
  policy::Action action;
  action.exe = "/usr/bin/rm";
  action.argv = {"rm", "-r", operand};
  action.cwd = "/w";
  return action;
}

policy::Assessment removes(const std::vector<std::string>& paths) {
  policy::Assessment assessment;
  assessment.categories = {Category::kFsDeleteOverwrite};
  assessment.tier = 2;
  assessment.rule = "fs.delete";
  assessment.effect.emplace();
  for (const std::string& path : paths) {
    policy::EffectOperand operand;
    operand.shown = path;
    operand.object.path = path;
    assessment.effect->operands.push_back(operand);
  }
  return assessment;
}

class FolderGrantTest : public ::testing::Test {
 protected:
  FolderGrantTest() {
    Grant grant;
    grant.scope = Scope::kSession;
    grant.kind = "deletes";
    grant.pattern = "/w/old";
    grant.categories = {Category::kFsDeleteOverwrite};
    grants_.remember(grant);
  }
  [[nodiscard]] bool covers(const policy::Action& action,
                            const policy::Assessment& assessment) const {
    return grants_.covering(action, assessment, {7}, kNow).has_value();
  }
  Grants grants_;
};

TEST_F(FolderGrantTest, CoversCommandsThatTouchOnlyWhatLiesInIt) {
  EXPECT_TRUE(covers(remove_command("old/b"), removes({"/w/old/b"})));
  EXPECT_TRUE(covers(remove_command("old"), removes({"/w/old"})));
  EXPECT_FALSE(covers(remove_command("older"), removes({"/w/older"})));
  EXPECT_FALSE(covers(remove_command("old/b"), removes({"/w/old/b", "/w/src"})));
  EXPECT_FALSE(covers(remove_command("old/b"), removes({})));
}

TEST_F(FolderGrantTest, NeverAWildcardOrTierThree) {
  policy::Assessment assessment = removes({"/w/old/b"});
  assessment.wildcard = true;
  EXPECT_FALSE(covers(remove_command("old/b"), assessment));
  assessment = removes({"/w/old/b"});
  assessment.tier = 3;
  EXPECT_FALSE(covers(remove_command("old/b"), assessment));
}

TEST_F(FolderGrantTest, NotWhatWasCountedInPartOnly) {
  policy::Assessment assessment = removes({"/w/old/b"});
  assessment.effect->complete = false;
  EXPECT_FALSE(covers(remove_command("old/b"), assessment));
  assessment.effect.reset();
  EXPECT_FALSE(covers(remove_command("old/b"), assessment));
}

TEST_F(FolderGrantTest, NotWhatMeansMoreThanContent) {
  policy::Assessment assessment = removes({"/w/old/b"});
  assessment.rule = "fs.metadata.rights";
  EXPECT_FALSE(covers(remove_command("old/b"), assessment));
  assessment = removes({"/w/old/b"});
  assessment.changes_metadata = true;
  EXPECT_FALSE(covers(remove_command("old/b"), assessment));
  assessment = removes({"/w/old/b"});
  assessment.categories.push_back(Category::kExecArbitrary);  // an injected loader
  EXPECT_FALSE(covers(remove_command("old/b"), assessment));
  policy::Action copy = remove_command("old/b");
  copy.image_origin = policy::ImageOrigin::kBorn;
  EXPECT_FALSE(covers(copy, removes({"/w/old/b"})));
}

TEST(GrantsTest, WildcardIsCoveredForItsCommandOnly) {
  Grants grants;
  Grant session = push_grant();
  session.categories = {Category::kFsDeleteOverwrite};
  session.pattern = "rm *";
  session.identity = "";
  grants.remember(session);
  policy::Action remove;
  remove.exe = "/usr/bin/rm";
  remove.argv = {"rm", "tmp_a", "tmp_b"};
  policy::Assessment wildcard;
  wildcard.categories = {Category::kFsDeleteOverwrite};
  wildcard.tier = 2;
  EXPECT_TRUE(grants.covering(remove, wildcard, {7}, kNow));
  wildcard.wildcard = true;
  EXPECT_FALSE(grants.covering(remove, wildcard, {7}, kNow));
  Grant identical = session;
  identical.identity = act_identity(remove);
  grants.remember(identical);
  EXPECT_FALSE(grants.covering(remove, wildcard, {7}, kNow));
  Grant command = session;
  command.scope = Scope::kCommand;
  command.command_pid = 7;
  grants.remember(command);
  EXPECT_TRUE(grants.covering(remove, wildcard, {9, 7}, kNow));
}

TEST(GrantsTest, CommandGrantCoversDescendantsOnly) {
  Grants grants;
  Grant grant = push_grant(Scope::kCommand);
  grant.pattern.clear();
  grant.command_pid = 7;
  grants.remember(grant);
  EXPECT_TRUE(grants.covering(git_push("main"), publishes(), {9, 7, 1}, kNow));
  EXPECT_FALSE(grants.covering(git_push("main"), publishes(), {9, 1}, kNow));
}

TEST(GrantsTest, MinutesEnd) {
  Grants grants;
  Grant grant = push_grant(Scope::kMinutes);
  grants.remember(grant);  // without an end: covers nothing
  EXPECT_FALSE(grants.covering(git_push("main"), publishes(), {7}, kNow));
  grant.until = kNow + std::chrono::minutes(30);
  grants.remember(grant);
  EXPECT_TRUE(grants.covering(git_push("main"), publishes(), {7}, kNow));
  EXPECT_FALSE(grants.covering(git_push("main"), publishes(), {7}, *grant.until));
}

TEST(GrantsTest, LookAlikeProgramIsNotCovered) {
  Grants grants;
  grants.remember(push_grant());
  policy::Action fake = git_push("main");
  fake.exe = "/tmp/git";
  fake.image_origin = policy::ImageOrigin::kBorn;
  EXPECT_FALSE(grants.covering(fake, publishes(), {7}, kNow));
  policy::Action renamed = git_push("main");
  renamed.exe = "/usr/bin/rm";  // exec -a git rm push origin main
  EXPECT_FALSE(grants.covering(renamed, publishes(), {7}, kNow));
}

TEST(GrantsTest, TellsWhoApprovedCategories) {
  Grants grants;
  using policy::Category;
  ASSERT_TRUE(grants.approve_categories({Category::kSudo}, "ana"));
  ASSERT_TRUE(grants.approve_categories({Category::kSudo, Category::kNetworkRisk}, "ben"));
  EXPECT_EQ(grants.approvers_of({Category::kSudo}), "ana");
  EXPECT_EQ(grants.approvers_of({Category::kNetworkRisk, Category::kSudo}), "ben, ana");
  EXPECT_EQ(grants.approvers_of({Category::kGitPublish}), "");
}

TEST(GrantsTest, SaysWhenMoreIsGranted) {
  Grants grants;
  int told = 0;
  grants.on_more([&] {
    ++told;
    (void)grants.list();  // no lock is held
  });
  grants.remember(Grant{});
  EXPECT_TRUE(grants.approve_categories({policy::Category::kNetworkRisk}, "ana"));
  EXPECT_FALSE(grants.approve_categories({}, "ana"));
  EXPECT_EQ(told, 2);
}

}  // namespace
}  // namespace guard::supervisor
