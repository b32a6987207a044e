// SPDX-License-Identifier: Apache-2.0
#include "policy/decide/evaluator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace guard::policy {
namespace {

using ::testing::HasSubstr;

Action exec(std::vector<std::string> argv) {
  Action action;
  action.exe = "/usr/bin/" + argv.front();
  action.argv = std::move(argv);
  return action;
}

Assessment of_tier(int tier, std::vector<Category> categories = {Category::kGitPublish}) {
  Assessment assessment;
  assessment.tier = tier;
  assessment.categories = std::move(categories);
  assessment.rule = "git.push";
  assessment.reason = "publishes main";
  return assessment;
}

Rule rule(const std::string& id, Verdict decision, std::optional<int> tier = {}) {
  Rule rule;
  rule.id = id;
  rule.when.command = {"git"};
  rule.decision = decision;
  rule.tier = tier;
  rule.message = "message of " + id;
  return rule;
}

class EvaluatorTest : public ::testing::Test {
 protected:
  Decision decide(const Assessment& assessment) const { return decide(git_, assessment); }
  Decision decide(const Action& action, const Assessment& assessment) const {
    return Evaluator(std::make_shared<const Policy>(policy_), {{"/w"}, "/h"})
        .evaluate(action, assessment, session_);
  }
  Verdict verdict(int tier) const { return decide(of_tier(tier)).verdict; }

  Action git_ = exec({"git", "push"});
  Policy policy_;
  SessionState session_;
};

std::string text_of(const Steps& steps) {
  std::string text;
  for (const auto& step : steps) text += step.stage + ": " + step.text + "\n";
  return text;
}

TEST_F(EvaluatorTest, AMonitoredRuleIsToldAndDecidesNothing) {
  policy_.monitored = {rule("denies", Verdict::kDeny), rule("allows", Verdict::kAllow)};
  policy_.monitored[0].when.command = {"git", "hg"};
  EXPECT_EQ(verdict(1), Verdict::kAllow);
  const Decision asked = decide(of_tier(2));
  EXPECT_EQ(asked.verdict, Verdict::kAsk);
  EXPECT_FALSE(asked.asked_by_rule);
  EXPECT_THAT(asked.monitored, ::testing::ElementsAre("denies: deny", "allows: allow"));
  EXPECT_THAT(decide(exec({"ls"}), of_tier(1)).monitored, ::testing::IsEmpty());
  policy_.rules = {rule("asks", Verdict::kAsk)};
  EXPECT_EQ(decide(of_tier(1)).rule, "asks");
  EXPECT_THAT(decide(of_tier(1)).monitored, ::testing::SizeIs(2));
}

TEST_F(EvaluatorTest, NotesTheWayToTheDecision) {
  policy_.rules = {rule("asks", Verdict::kAsk, 3)};
  policy_.rules[0].source = "p.yaml:2";
  Steps steps;
  const Evaluator evaluator(std::make_shared<const Policy>(policy_), {{"/w"}, "/h"});
  const Decision decision = evaluator.evaluate(git_, of_tier(2), session_, &steps);
  EXPECT_EQ(text_of(steps), "rules: ask: asks holds (p.yaml:2)\n");
  EXPECT_EQ(decision, evaluator.evaluate(git_, of_tier(2), session_));
}

TEST_F(EvaluatorTest, NotesWhatAnsweredInAPersonsPlace) {
  session_.approved_categories = {Category::kGitPublish};
  Steps steps;
  const Evaluator evaluator(std::make_shared<const Policy>(policy_), {{"/w"}, "/h"});
  static_cast<void>(evaluator.evaluate(git_, of_tier(2), session_, &steps));
  EXPECT_EQ(text_of(steps),
            "rules: the policy has none\nmode: balanced: tier 2 means ask\n"
            "session: its categories were approved for the session\n");
}

TEST_F(EvaluatorTest, BalancedAsksFromTierTwo) {
  EXPECT_EQ(verdict(0), Verdict::kAllow);
  EXPECT_EQ(verdict(1), Verdict::kAllow);
  EXPECT_EQ(verdict(2), Verdict::kAsk);
  EXPECT_EQ(verdict(3), Verdict::kAsk);
}

TEST_F(EvaluatorTest, TrustingAsksFromTierTwo) {
  policy_.mode = trusting_mode();
  EXPECT_EQ(verdict(1), Verdict::kAllow);
  EXPECT_EQ(verdict(2), Verdict::kAsk);
  EXPECT_EQ(verdict(3), Verdict::kAsk);
}

TEST_F(EvaluatorTest, ParanoidAsksOnceForACommandAndAlwaysFromTierOne) {
  policy_.mode = paranoid_mode();
  EXPECT_EQ(verdict(0), Verdict::kAsk);
  session_.command_approved_to = 0;
  EXPECT_EQ(verdict(0), Verdict::kAllow);
  EXPECT_EQ(verdict(1), Verdict::kAsk);
}

TEST_F(EvaluatorTest, AnApprovedCommandGoesOnUpToTheTierThatWasApproved) {
  policy_.mode = {"team",
                  {TierAction::kAskOncePerCommand, TierAction::kLog, TierAction::kAskOncePerCommand,
                   TierAction::kConfirm}};
  session_.command_approved_to = 0;
  EXPECT_EQ(verdict(0), Verdict::kAllow);
  EXPECT_EQ(verdict(2), Verdict::kAsk);
  session_.command_approved_to = 2;
  EXPECT_EQ(verdict(2), Verdict::kAllow);
  EXPECT_EQ(verdict(3), Verdict::kAsk);
}

TEST_F(EvaluatorTest, ATierOutOfRangeIsAsked) {
  EXPECT_EQ(verdict(7), Verdict::kAsk);
}

TEST_F(EvaluatorTest, ADecisionSaysWhichRowAndWhy) {
  const Decision decision = decide(of_tier(2));
  EXPECT_EQ(decision.rule, "git.push");
  EXPECT_EQ(decision.reason, "publishes main");
  EXPECT_EQ(decision.assessment, of_tier(2));
  EXPECT_EQ(decide({}).rule, "mode.balanced");
}

TEST_F(EvaluatorTest, NothingLiftsABlock) {
  Assessment absurd = of_tier(3);
  absurd.block = true;
  policy_.safe_mode = false;
  policy_.rules = {rule("yes", Verdict::kAllow)};
  session_.on_ask = OnAsk::kAllow;
  session_.approved_categories = {Category::kGitPublish};
  EXPECT_EQ(decide(absurd).verdict, Verdict::kBlock);
}

TEST_F(EvaluatorTest, DenyBeatsAskBeatsAllowWhateverTheOrder) {
  const Rule allow = rule("a", Verdict::kAllow);
  const Rule ask = rule("k", Verdict::kAsk);
  const Rule deny = rule("d", Verdict::kDeny);
  policy_.rules = {allow, ask, deny};
  EXPECT_EQ(decide(of_tier(0)).rule, "d");
  EXPECT_EQ(decide(of_tier(0)).verdict, Verdict::kDeny);
  EXPECT_EQ(decide(of_tier(0)).message, "message of d");
  policy_.rules = {allow, ask};
  EXPECT_EQ(decide(of_tier(0)).rule, "k");
  EXPECT_EQ(decide(of_tier(0)).verdict, Verdict::kAsk);
  policy_.rules = {allow};
  EXPECT_EQ(decide(of_tier(3)).rule, "a");
  EXPECT_EQ(decide(of_tier(3)).verdict, Verdict::kAllow);
}

TEST_F(EvaluatorTest, AnAskRuleMovesTheTier) {
  policy_.rules = {rule("k", Verdict::kAsk)};
  EXPECT_EQ(decide(of_tier(0)).assessment.tier, 2);
  EXPECT_EQ(decide(of_tier(3)).assessment.tier, 3);
  policy_.rules = {rule("k", Verdict::kAsk, 2)};
  EXPECT_EQ(decide(of_tier(3)).assessment.tier, 2);
  policy_.rules = {rule("k", Verdict::kAsk, 2), rule("l", Verdict::kAsk, 3)};
  EXPECT_EQ(decide(of_tier(0)).assessment.tier, 3);
  EXPECT_EQ(decide(of_tier(0)).rule, "l");
}

TEST_F(EvaluatorTest, AnAskRuleOfAnUntrustedFileOnlyRaises) {
  policy_.rules = {rule("k", Verdict::kAsk, 2)};
  policy_.rules[0].only_tightens = true;
  EXPECT_EQ(decide(of_tier(3)).assessment.tier, 3);
  EXPECT_EQ(decide(of_tier(0)).assessment.tier, 2);
}

TEST_F(EvaluatorTest, SafeModeOffSkipsQuestionsAndSaysSo) {
  policy_.safe_mode = false;
  for (const int tier : {1, 2, 3}) {
    EXPECT_EQ(verdict(tier), Verdict::kAllow) << tier;
    EXPECT_TRUE(decide(of_tier(tier)).skipped) << tier;
  }
  EXPECT_FALSE(decide(of_tier(0)).skipped);
  policy_.rules = {rule("d", Verdict::kDeny)};
  EXPECT_EQ(verdict(1), Verdict::kDeny);
}

TEST_F(EvaluatorTest, WhatCannotBeHadIsDeniedAtOnce) {
  Assessment assessment = of_tier(2, {Category::kSudo});
  assessment.cannot_be_had = true;
  assessment.reason = "sudo needs privileges: run it outside";
  policy_.safe_mode = false;
  policy_.rules = {rule("a", Verdict::kAllow)};
  session_.on_ask = OnAsk::kAllow;
  EXPECT_EQ(decide(assessment).verdict, Verdict::kDeny);
  EXPECT_EQ(decide(assessment).reason, "sudo needs privileges: run it outside");
}

// A rename is assessed by both its names; the rule holds for one of them.
TEST_F(EvaluatorTest, ADenyRuleSpeaksOfThePathThatItHoldsForAndAdvisesNothingElse) {
  policy_.rules = {rule("db", Verdict::kDeny)};
  policy_.rules[0].when = {};
  policy_.rules[0].when.path = {"db/**"};
  Action move;
  move.act = Act::kRename;
  move.actor.exe = "/usr/bin/mv";
  for (const char* path : {"/w/db", "/w/other"}) {
    Object object;
    object.path = path;
    object.type = ObjectType::kDirectory;
    move.objects.push_back(object);
  }
  Assessment assessed = of_tier(1);
  assessed.reason = "creates /w/other";
  assessed.alternative = "Move it to another name.";
  const Decision denied = decide(move, assessed);
  EXPECT_EQ(denied.verdict, Verdict::kDeny);
  EXPECT_EQ(denied.reason, "rule db: the rule holds for /w/db");
  EXPECT_EQ(denied.assessment.alternative, "");
  assessed.tier = 2;
  assessed.reason = "deletes /w/db";
  EXPECT_EQ(decide(move, assessed).reason, "rule db: deletes /w/db");
  // Why it would go unasked is no reason to deny it.
  assessed.tier = 1;
  assessed.reason = "deletes /w/db: saved for undo";
  EXPECT_EQ(decide(move, assessed).reason, "rule db: the rule holds for /w/db");
}

TEST_F(EvaluatorTest, AnAskRuleNamesThePathThatItHoldsForWhereTheActDoesNot) {
  policy_.rules = {rule("db", Verdict::kAsk)};
  policy_.rules[0].when = {};
  policy_.rules[0].when.path = {"db/**"};
  Action removal;
  removal.act = Act::kDelete;
  Object object;
  object.path = "/w/db/one";
  object.type = ObjectType::kFile;
  removal.objects = {object};
  Assessment assessed = of_tier(1);
  assessed.reason = "deletes 3 files";
  EXPECT_EQ(decide(removal, assessed).reason,
            "rule db: deletes 3 files; the rule holds for /w/db/one");
  assessed.reason = "deletes /w/db/one: saved for undo";
  EXPECT_EQ(decide(removal, assessed).reason, "rule db: deletes /w/db/one: saved for undo");
  assessed.reason.clear();
  EXPECT_EQ(decide(removal, assessed).reason, "rule db: the rule holds for /w/db/one");
}

TEST_F(EvaluatorTest, ARuleThatAsksAboutAMoveSaysWhatGoesAndWhereTo) {
  policy_.rules = {rule("src", Verdict::kAsk)};
  policy_.rules[0].when = {};
  policy_.rules[0].when.path = {"src/**"};
  Action move;
  move.act = Act::kRename;
  move.actor.exe = "/usr/bin/mv";
  for (const char* path : {"/w/src/a", "/w/src/c"}) {
    Object object;
    object.path = path;
    object.type = ObjectType::kFile;
    move.objects.push_back(object);
  }
  Assessment assessed = of_tier(0);
  assessed.reason = "creates /w/src/c";
  EXPECT_EQ(decide(move, assessed).reason, "rule src: moves /w/src/a to /w/src/c");
  assessed.tier = 2;
  EXPECT_EQ(decide(move, assessed).reason,
            "rule src: moves /w/src/a to /w/src/c; creates /w/src/c");
  assessed.reason = "moves away /w/src/a";
  EXPECT_EQ(decide(move, assessed).reason, "rule src: moves away /w/src/a");
}

TEST_F(EvaluatorTest, OnAskDenyRefusesWithTheReason) {
  session_.on_ask = OnAsk::kDeny;
  EXPECT_EQ(verdict(1), Verdict::kAllow);
  EXPECT_EQ(verdict(2), Verdict::kDeny);
  EXPECT_EQ(verdict(3), Verdict::kDeny);
  EXPECT_THAT(decide(of_tier(2)).reason, HasSubstr("publishes main"));
  EXPECT_THAT(decide(of_tier(2)).reason, HasSubstr("nobody answers"));
}

TEST_F(EvaluatorTest, OnAskAllowAnswersTierTwoOnly) {
  session_.on_ask = OnAsk::kAllow;
  EXPECT_EQ(verdict(2), Verdict::kAllow);
  EXPECT_TRUE(decide(of_tier(2)).skipped);
  EXPECT_EQ(verdict(3), Verdict::kDeny);
  policy_.rules = {rule("k", Verdict::kAsk, 3)};
  EXPECT_EQ(verdict(0), Verdict::kDeny);
}

TEST_F(EvaluatorTest, ASessionApprovalNeedsEveryCategory) {
  const Assessment both = of_tier(2, {Category::kSudo, Category::kDepsInstallUpdate});
  session_.approved_categories = {Category::kSudo};
  EXPECT_EQ(decide(both).verdict, Verdict::kAsk);
  session_.approved_categories = {Category::kDepsInstallUpdate, Category::kSudo};
  EXPECT_EQ(decide(both).verdict, Verdict::kAllow);
  EXPECT_FALSE(decide(both).skipped);
}

TEST_F(EvaluatorTest, ASessionApprovalSaysNothingOfKeys) {
  session_.approved_categories = {Category::kGitPublish};
  EXPECT_EQ(verdict(2), Verdict::kAllow);
  git_.act = Act::kSign;
  EXPECT_EQ(verdict(2), Verdict::kAsk);
}

TEST_F(EvaluatorTest, ASessionApprovalCoversNeitherTierThreeNorWildcardsNorTheUnnamed) {
  session_.approved_categories = {Category::kGitPublish};
  EXPECT_EQ(verdict(2), Verdict::kAllow);
  EXPECT_EQ(verdict(3), Verdict::kAsk);
  Assessment wildcard = of_tier(2);
  wildcard.wildcard = true;
  EXPECT_EQ(decide(wildcard).verdict, Verdict::kAsk);
  EXPECT_EQ(decide(of_tier(2, {})).verdict, Verdict::kAsk);
}

// --- categories that rules name ---

TEST_F(EvaluatorTest, ARuleNamesACategoryThatAnApprovalMustCover) {
  policy_.rules = {rule("k", Verdict::kAsk)};
  policy_.rules[0].categories = {Category::kNetworkRisk};
  const Assessment none = of_tier(0, {});
  EXPECT_EQ(decide(none).assessment.categories, std::vector{Category::kNetworkRisk});
  session_.approved_categories = {Category::kGitPublish};
  EXPECT_EQ(decide(none).verdict, Verdict::kAsk);
  session_.approved_categories = {Category::kNetworkRisk};
  EXPECT_EQ(decide(none).verdict, Verdict::kAllow);
  EXPECT_TRUE(decide(none).approved_for_session);
}

TEST_F(EvaluatorTest, AnActRequiresTheCategoriesOfAllRulesThatHoldBesidesItsOwn) {
  policy_.rules = {rule("a", Verdict::kAsk), rule("b", Verdict::kAsk)};
  policy_.rules[0].categories = {Category::kExecArbitrary, Category::kGitPublish};
  policy_.rules[1].categories = {Category::kSudo};
  EXPECT_EQ(decide(of_tier(2)).assessment.categories,
            (std::vector{Category::kGitPublish, Category::kSudo, Category::kExecArbitrary}));
  session_.approved_categories = {Category::kGitPublish, Category::kSudo};
  EXPECT_EQ(decide(of_tier(2)).verdict, Verdict::kAsk);
}

Rule naming(Category category) {
  Rule names = rule("names", Verdict::kAsk);
  names.decides = false;
  names.categories = {category};
  return names;
}

TEST_F(EvaluatorTest, ARuleThatOnlyNamesACategoryLeavesTheDecisionToTheMode) {
  policy_.rules = {naming(Category::kSudo)};
  const Decision decision = decide(of_tier(0, {}));
  EXPECT_EQ(decision.verdict, Verdict::kAllow);
  EXPECT_EQ(decision.rule, "git.push");
  EXPECT_EQ(decision.assessment.tier, 0);
  EXPECT_EQ(decision.assessment.categories, std::vector{Category::kSudo});
  policy_.mode = paranoid_mode();
  EXPECT_EQ(decide(of_tier(0, {})).verdict, Verdict::kAsk);
  policy_.rules.push_back(rule("a", Verdict::kAllow));
  EXPECT_EQ(decide(of_tier(0, {})).rule, "a");
}

TEST_F(EvaluatorTest, WhatHasNoOtherCategoryMayBeNamed) {
  Rule other = naming(Category::kExecArbitrary);
  other.when.no_category = true;
  policy_.rules = {other};
  EXPECT_EQ(decide(of_tier(0, {})).assessment.categories, std::vector{Category::kExecArbitrary});
  EXPECT_EQ(decide(of_tier(2)).assessment.categories, std::vector{Category::kGitPublish});
  policy_.rules.push_back(naming(Category::kSudo));
  EXPECT_EQ(decide(of_tier(0, {})).assessment.categories, std::vector{Category::kSudo});
}

// An act without a category is covered by no session approval: the first one would loosen.
TEST_F(EvaluatorTest, AnUntrustedFileNamesACategoryBesideOthersOnly) {
  policy_.rules = {naming(Category::kSudo)};
  policy_.rules[0].joins_only = true;
  EXPECT_TRUE(decide(of_tier(2, {})).assessment.categories.empty());
  EXPECT_EQ(decide(of_tier(2)).assessment.categories,
            (std::vector{Category::kGitPublish, Category::kSudo}));
  // The rule is of a trusted file, wherever it stands.
  policy_.rules.push_back(naming(Category::kNetworkRisk));
  EXPECT_EQ(decide(of_tier(2, {})).assessment.categories,
            (std::vector{Category::kSudo, Category::kNetworkRisk}));
}

TEST_F(EvaluatorTest, TheTierOfACategoryCountsForOneThatARuleNames) {
  policy_.rules = {naming(Category::kSudo)};
  policy_.category_tiers = {{Category::kSudo, 3}};
  EXPECT_EQ(decide(of_tier(1)).assessment.tier, 3);
  policy_.category_tiers = {{Category::kGitPublish, 0}};
  EXPECT_EQ(decide(of_tier(2)).assessment.tier, 2) << "one of two is lowered";
}

TEST_F(EvaluatorTest, ADenyRuleHoldsForACategoryThatARuleNames) {
  Rule denies = rule("d", Verdict::kDeny);
  denies.when.category = {Category::kSudo};
  policy_.rules = {denies, naming(Category::kSudo)};
  EXPECT_EQ(decide(of_tier(0, {})).verdict, Verdict::kDeny);
}

TEST_F(EvaluatorTest, OncePerCommandIsOncePerCategoryThatARuleNames) {
  policy_.mode = paranoid_mode();
  policy_.rules = {naming(Category::kSudo)};
  session_.command_approved_to = 0;
  EXPECT_EQ(decide(of_tier(0, {})).verdict, Verdict::kAsk);
  session_.command_categories = {Category::kSudo};
  EXPECT_EQ(decide(of_tier(0, {})).verdict, Verdict::kAllow);
}

TEST_F(EvaluatorTest, WhatHasNoOtherCategoryGoesWithItsCommand) {
  policy_.mode = paranoid_mode();
  policy_.rules = {naming(Category::kExecArbitrary)};
  policy_.rules[0].when.no_category = true;
  EXPECT_EQ(decide(of_tier(0, {})).verdict, Verdict::kAsk);
  session_.command_approved_to = 0;
  session_.command_categories = {Category::kGitPublish};
  EXPECT_EQ(decide(of_tier(0, {})).verdict, Verdict::kAllow);
}

TEST_F(EvaluatorTest, OncePerCommandDoesNotAskAboutDevicesThatKeepNothing) {
  policy_.mode = paranoid_mode();
  Action action;
  action.act = Act::kModify;
  action.objects.resize(1);
  action.objects[0].path = "/dev/null";
  action.objects[0].path_class = PathClass::kHarmlessDevice;
  EXPECT_EQ(decide(action, of_tier(0, {})).verdict, Verdict::kAllow);
  EXPECT_EQ(decide(action, of_tier(2, {})).verdict, Verdict::kAsk);
  action.objects[0].path_class = PathClass::kDevice;
  EXPECT_EQ(decide(action, of_tier(0, {})).verdict, Verdict::kAsk);
}

TEST_F(EvaluatorTest, NotesWhichRuleNamedACategory) {
  policy_.rules = {naming(Category::kSudo)};
  policy_.rules[0].source = "p.yaml:2";
  Steps steps;
  const Evaluator evaluator(std::make_shared<const Policy>(policy_), {{"/w"}, "/h"});
  static_cast<void>(evaluator.evaluate(git_, of_tier(1), session_, &steps));
  EXPECT_EQ(text_of(steps),
            "categories: SUDO: names holds (p.yaml:2)\nrules: none of 1 holds\n"
            "mode: balanced: tier 1 means log\n");
}

TEST_F(EvaluatorTest, ACategoryCanBeRaisedAndLowered) {
  policy_.category_tiers = {{Category::kGitPublish, 1}};
  EXPECT_EQ(decide(of_tier(2)).verdict, Verdict::kAllow);
  EXPECT_EQ(decide(of_tier(2)).assessment.tier, 1);
  policy_.category_tiers = {{Category::kGitPublish, 3}};
  EXPECT_EQ(decide(of_tier(1)).assessment.tier, 3);
  EXPECT_EQ(decide(of_tier(0)).assessment.tier, 0);
}

TEST_F(EvaluatorTest, LoweringOneOfTwoCategoriesLowersNothing) {
  policy_.category_tiers = {{Category::kDepsInstallUpdate, 1}};
  EXPECT_EQ(decide(of_tier(2, {Category::kSudo, Category::kDepsInstallUpdate})).verdict,
            Verdict::kAsk);
}

TEST_F(EvaluatorTest, LoweringACategoryLeavesTierThree) {
  policy_.category_tiers = {{Category::kGitPublish, 0}};
  EXPECT_EQ(decide(of_tier(3)).assessment.tier, 3);
}

// --- pre-confirmed operations ---

class PreConfirmedTest : public EvaluatorTest {
 protected:
  PreConfirmedTest() {
    CommandSpec rm;
    rm.commands = {"rm"};
    rm.operand_role = OperandRole::kDelete;
    rm.recursive_flags = {"r", "recursive"};
    CommandSpec find;
    find.commands = {"find"};
    find.operand_role = OperandRole::kFindRoots;
    find.single_dash_long = true;
    policy_.commands = {rm, find};
    policy_.pre_confirmed = {"rm -rf ./build/*", "find ./obj -name '*.o' -delete"};
  }

  Decision remove(std::vector<std::string> argv, const std::vector<std::string>& objects,
                  int tier = 2) const {
    return decide(exec(std::move(argv)), effect_on(objects, tier));
  }
  static Assessment effect_on(const std::vector<std::string>& objects, int tier) {
    Assessment assessment = of_tier(tier, {Category::kFsDeleteOverwrite});
    assessment.wildcard = true;
    assessment.effect.emplace();
    for (const auto& path : objects) {
      EffectOperand operand;
      operand.object.path = path;
      assessment.effect->operands.push_back(operand);
    }
    return assessment;
  }
};

TEST_F(PreConfirmedTest, CoversWhatLiesInside) {
  const Decision decision =
      remove({"rm", "-rf", "build/a", "build/b"}, {"/w/build/a", "/w/build/b"});
  EXPECT_EQ(decision.verdict, Verdict::kAllow);
  EXPECT_TRUE(decision.pre_confirmed);
  EXPECT_THAT(decision.reason, ::testing::EndsWith("confirmed beforehand"));
  EXPECT_EQ(remove({"rm", "-r", "x"}, {"/w/build/a/deep/x"}).verdict, Verdict::kAllow);
}

TEST_F(PreConfirmedTest, CoversNothingElse) {
  EXPECT_EQ(remove({"rm", "-rf", "build/a", "src"}, {"/w/build/a", "/w/src"}).verdict,
            Verdict::kAsk);
  EXPECT_EQ(remove({"rm", "-rf", "build"}, {"/w/build"}).verdict, Verdict::kAsk);
  EXPECT_EQ(remove({"rm", "-rf", "build/x"}, {"/elsewhere/build/x"}).verdict, Verdict::kAsk);
  EXPECT_EQ(remove({"rm", "-rf", "./build/x"}, {}).verdict, Verdict::kAsk);
}

TEST_F(PreConfirmedTest, TheTextAloneConfirmsNothing) {
  // build is a link: what would go lies elsewhere.
  EXPECT_EQ(remove({"rm", "-rf", "./build/x"}, {"/h/photos/x"}).verdict, Verdict::kAsk);
}

TEST_F(PreConfirmedTest, NeverCoversTierThree) {
  EXPECT_EQ(remove({"rm", "-rf", "build/a"}, {"/w/build/a"}, 3).verdict, Verdict::kAsk);
}

TEST_F(PreConfirmedTest, ReachingIntoFoldersMustBeConfirmedToo) {
  policy_.pre_confirmed = {"rm ./build/*"};
  EXPECT_EQ(remove({"rm", "build/a"}, {"/w/build/a"}).verdict, Verdict::kAllow);
  EXPECT_EQ(remove({"rm", "-r", "build/a"}, {"/w/build/a"}).verdict, Verdict::kAsk);
}

TEST_F(PreConfirmedTest, OfASearchEveryWordCounts) {
  EXPECT_EQ(remove({"find", "./obj", "-name", "*.o", "-delete"}, {"/w/obj"}).verdict,
            Verdict::kAllow);
  EXPECT_EQ(remove({"find", "./obj", "-delete"}, {"/w/obj"}).verdict, Verdict::kAsk);
}

TEST_F(PreConfirmedTest, ALookAlikeIsNotCovered) {
  Action action = exec({"rm", "-rf", "build/a"});
  action.exe = "/w/rm";
  action.image_origin = ImageOrigin::kWorkspace;
  EXPECT_EQ(decide(action, effect_on({"/w/build/a"}, 2)).verdict, Verdict::kAsk);
  action = exec({"rm", "-rf", "build/a"});
  action.environment_changes = {"LD_PRELOAD=/w/x.so"};
  EXPECT_EQ(decide(action, effect_on({"/w/build/a"}, 2)).verdict, Verdict::kAsk);
}

TEST_F(PreConfirmedTest, ADenyRuleStillHolds) {
  Rule deny = rule("d", Verdict::kDeny);
  deny.when.command = {"rm"};
  policy_.rules = {deny};
  EXPECT_EQ(remove({"rm", "-rf", "build/a"}, {"/w/build/a"}).verdict, Verdict::kDeny);
}

TEST_F(PreConfirmedTest, AQuotedWildcardIsAName) {
  policy_.pre_confirmed = {"rm './build/*'"};
  EXPECT_EQ(remove({"rm", "build/a"}, {"/w/build/a"}).verdict, Verdict::kAsk);
  EXPECT_EQ(remove({"rm", "build/*"}, {"/w/build/*"}).verdict, Verdict::kAllow);
}

// --- commands whose files nobody knows beforehand ---

class ConfirmedWordsTest : public EvaluatorTest {
 protected:
  ConfirmedWordsTest() {
    CommandSpec git;
    git.commands = {"git"};
    git.subcommand = true;
    policy_.commands = {git};
    policy_.pre_confirmed = {"git push origin main"};
  }

  static Action push(std::vector<std::string> words = {"git", "push", "origin", "main"}) {
    Action action = exec(std::move(words));
    action.cwd = "/w";
    return action;
  }
  Verdict verdict_of(const Action& action, int tier = 2) const {
    return decide(action, of_tier(tier)).verdict;
  }
};

TEST_F(ConfirmedWordsTest, ExactlyTheseWordsAreCovered) {
  EXPECT_EQ(verdict_of(push()), Verdict::kAllow);
  EXPECT_TRUE(decide(push(), of_tier(2)).pre_confirmed);
}

TEST_F(ConfirmedWordsTest, NoOtherWordsAre) {
  const std::vector<std::vector<std::string>> others = {
      {"git", "push"},
      {"git", "push", "origin"},
      {"git", "push", "origin", "main", "--force"},
      {"git", "push", "-f", "origin", "main"},
      {"git", "push", "origin", ":main"},
      {"git", "push", "origin", "main", "other"},
      {"git", "push", "evil", "main"},
      {"git", "push", "main", "origin"},
      {"git", "-C", "x", "push", "origin", "main"},
      {"timeout", "5", "git", "push", "origin", "main"}};
  for (const auto& words : others)
    EXPECT_EQ(verdict_of(push(words)), Verdict::kAsk) << testing::PrintToString(words);
}

TEST_F(ConfirmedWordsTest, NotElsewhereThanInTheWorkspacesOwnFolder) {
  Action elsewhere = push();
  elsewhere.cwd = "/w/vendor/other";
  EXPECT_EQ(verdict_of(elsewhere), Verdict::kAsk);
}

TEST_F(ConfirmedWordsTest, NotAtTierThree) {
  EXPECT_EQ(verdict_of(push(), 3), Verdict::kAsk);
}

TEST_F(ConfirmedWordsTest, NotWhereTheEnvironmentSteersThem) {
  for (const char* change :
       {"GIT_DIR=/w/other/.git", "HOME=/w/home", "https_proxy=http://evil:1"}) {
    Action steered = push();
    steered.environment_changes = {change};
    EXPECT_EQ(verdict_of(steered), Verdict::kAsk) << change;
  }
  Action plain = push();
  plain.environment_changes = {"CI_STAGE=2", "_=/usr/bin/git"};
  EXPECT_EQ(verdict_of(plain), Verdict::kAllow);
}

TEST_F(ConfirmedWordsTest, NotForALookAlike) {
  Action other = push();
  other.exe = "/w/git";
  other.image_origin = ImageOrigin::kWorkspace;
  EXPECT_EQ(verdict_of(other), Verdict::kAsk);
}

// If a command deletes, the files count: without any, nothing is known.
TEST_F(ConfirmedWordsTest, WordsOfADeletionConfirmNothing) {
  CommandSpec rm;
  rm.commands = {"rm"};
  rm.operand_role = OperandRole::kDelete;
  policy_.commands.push_back(rm);
  policy_.pre_confirmed = {"rm -rf x"};
  EXPECT_EQ(verdict_of(push({"rm", "-rf", "x"})), Verdict::kAsk);
}

}  // namespace
}  // namespace guard::policy
