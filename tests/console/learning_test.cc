// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "console/learning/lesson.h"
#include "console/learning/rule_lines.h"
#include "policy/decide/evaluator.h"
#include "policy/load/yaml_loader.h"
#include "policy/vocabulary/own_rules.h"

namespace guard::console {
namespace {

using supervisor::AuditRecord;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Words = std::vector<std::string>;

AuditRecord record(const std::string& act, const std::string& status, const std::string& category) {
  AuditRecord record;
  record.act = act;
  record.approval_status = status;
  record.decision = status == "approved" ? "ask" : "deny";
  record.risk_tier = 2;
  record.categories = {category};
  record.exe = "/usr/bin/env";  // installed wherever this runs
  record.cwd = "/home/ana/p";
  return record;
}

AuditRecord push(const std::string& status, Words words) {
  AuditRecord made = record("exec", status, "GIT_PUBLISH");
  made.argv = {"git", "push"};
  made.argv.insert(made.argv.end(), words.begin(), words.end());
  made.rule = "git.push";
  return made;
}

AuditRecord removal(const std::string& status, const std::string& path) {
  AuditRecord made = record("delete", status, "FS_DELETE_OVERWRITE");
  made.objects = {path};
  made.rule = "fs.delete";
  return made;
}

AuditRecord connection(const std::string& status, const std::string& peer) {
  AuditRecord made = record("connect", status, "NETWORK_RISK");
  made.objects = {peer};
  return made;
}

policy::Policy built_in() {
  auto policy = policy::load_policy({});
  if (!policy) ADD_FAILURE() << policy.error().text();
  return *policy;
}

Lesson learned(const std::vector<AuditRecord>& records, std::size_t least = 2) {
  std::vector<RecordedAct> acts;
  for (const auto& one : records) {
    if (auto act = recorded_act_of(one)) acts.push_back(*act);
    // The name is what rules go by; which file this machine has there is no matter.
    if (!acts.empty() && acts.back().action.act == policy::Act::kExec)
      acts.back().action.called_by_link = acts.back().action.argv.front();
  }
  return learn(acts, built_in(), {"/home/ana", least});
}

Words rules(const Lesson& lesson) {
  Words lines;
  for (const auto& learned : lesson.rules) lines.push_back(rule_line(learned.rule));
  return lines;
}

TEST(LearningTest, WhatWasApprovedTwiceIsSpared) {
  const auto lesson =
      learned({push("approved", {"origin", "a"}), push("approved", {"origin", "b"})});
  EXPECT_EQ(lesson.asked, 2U);
  EXPECT_EQ(lesson.spared, 2U);
  EXPECT_THAT(rules(lesson),
              ElementsAre("- {id: learned.git-push-origin, when: {command: git, sub: "
                          "'push origin', category: GIT_PUBLISH}, decision: "
                          "allow}"));
  EXPECT_EQ(opens_text(lesson.rules[0].rule),
            "every \"git push origin\", with whatever words behind it");
}

TEST(LearningTest, WhatWasOnlyLoggedNobodyApproved) {
  AuditRecord logged = connection("", "tcp 192.0.2.7 443");
  logged.decision = "allow";
  logged.outcome = "done";
  logged.rule = policy::own_rule("network.logged");
  const auto lesson = learned({logged, logged, push("approved", {"origin", "a"})});
  EXPECT_EQ(lesson.logged, 2U);
  EXPECT_EQ(lesson.asked, 1U);
  EXPECT_EQ(lesson.spared, 2U);
}

TEST(LearningTest, OnceIsNoHabit) {
  EXPECT_THAT(rules(learned({push("approved", {"origin", "a"})})), IsEmpty());
  EXPECT_THAT(rules(learned({push("approved", {"origin", "a"})}, 1)), testing::SizeIs(1));
}

TEST(LearningTest, FewerRulesAreBetterThanNarrowOnes) {
  const auto switched = [](const std::string& branch) {
    AuditRecord made = push("approved", {});
    made.argv = {"git", "switch", branch};
    made.categories = {"FS_DELETE_OVERWRITE"};
    return made;
  };
  const auto lesson = learned({switched("a"), switched("a"), switched("b"), switched("b")});
  ASSERT_EQ(lesson.rules.size(), 1U);
  EXPECT_THAT(lesson.rules[0].rule.when.subcommand, ElementsAre("switch"));
  EXPECT_EQ(lesson.rules[0].evidence.size(), 4U);
}

// 44 of the first hours: a plain push among them made it one to anywhere.
TEST(LearningTest, OfPushesTheRemoteIsKept) {
  const auto lesson =
      learned({push("approved", {}), push("approved", {}), push("approved", {"origin", "main"}),
               push("approved", {"origin", "main"})});
  ASSERT_EQ(lesson.rules.size(), 1U);
  EXPECT_THAT(lesson.rules[0].rule.when.subcommand, ElementsAre("push origin"));
  EXPECT_EQ(lesson.spared, 2U);
}

TEST(LearningTest, WhatGoesElsewhereIsNotLetThroughByWhatWasLearned) {
  policy::Policy policy = built_in();
  for (policy::Rule& rule :
       learned({push("approved", {"origin", "main"}), push("approved", {"origin", "main"})})
           .all_rules())
    policy.rules.push_back(std::move(rule));
  const policy::Evaluator evaluator(std::make_shared<const policy::Policy>(policy),
                                    {{}, "/home/ana"});
  const auto passes = [&](const Words& words, int tier) {
    auto act = recorded_act_of(push("approved", words));
    act->action.called_by_link = "git";
    act->assessment.tier = tier;
    return evaluator.evaluate(act->action, act->assessment, {}).verdict == policy::Verdict::kAllow;
  };
  EXPECT_TRUE(passes({"origin", "main"}, 2));
  EXPECT_TRUE(passes({"origin", "other"}, 2)) << "opens_text says so";
  for (const Words& words : {Words{}, Words{"evil", "origin"},
                             Words{"https://evil.example/x", "main"}, Words{"--mirror", "evil"}})
    EXPECT_FALSE(passes(words, 2)) << testing::PrintToString(words);
  for (const Words& words : {Words{"--force", "origin", "main"}, Words{"origin", ":main"}})
    EXPECT_FALSE(passes(words, 3)) << testing::PrintToString(words);
}

TEST(LearningTest, PackagesAreAskedAboutEachTime) {
  AuditRecord install = record("exec", "approved", "DEPS_INSTALL_UPDATE");
  install.argv = {"pip", "install", "x"};
  EXPECT_THAT(rules(learned({install, install, install})), IsEmpty());
}

TEST(LearningTest, NothingThatWasDeniedIsAllowed) {
  for (const char* status : {"denied", "timeout"}) {
    const auto lesson =
        learned({push("approved", {"a"}), push("approved", {"a"}), push("approved", {"b"}),
                 push("approved", {"b"}), push(status, {"c"})});
    ASSERT_EQ(lesson.rules.size(), 2U);
    for (const auto& one : lesson.rules)
      EXPECT_THAT(one.rule.when.subcommand.front(), testing::AnyOf("push a", "push b"));
  }
  EXPECT_THAT(
      rules(learned({push("approved", {"a"}), push("approved", {"a"}), push("denied", {"a"})})),
      IsEmpty());
}

// It went on without the secrets: no rule that is learned has let it through.
TEST(LearningTest, ASearchThatWasDeniedItsSecretsHoldsUpNoRule) {
  AuditRecord search = record("exec", "denied", "FS_CONFIG_SECRETS");
  search.argv = {"grep", "-r", "TOKEN", "."};
  search.rule = "fs.read";
  search.decision = "allow";
  for (const int tier : {0, 2}) {
    search.risk_tier = tier;
    const auto lesson = learned({push("approved", {"a"}), search, push("approved", {"a"}), search});
    EXPECT_THAT(rules(lesson), testing::SizeIs(1)) << tier;
    EXPECT_EQ(lesson.denied, 2U);
  }
}

TEST(LearningTest, WhyThereIsNoRuleIsCounted) {
  AuditRecord install = record("exec", "approved", "DEPS_INSTALL_UPDATE");
  install.argv = {"pip", "install", "x"};
  EXPECT_EQ(learned({install, install}).never, 2U);
  const auto denied =
      learned({push("approved", {"a"}), push("approved", {"a"}), push("denied", {"a"})});
  EXPECT_EQ(denied.allowing_denied, 1U);
  EXPECT_EQ(denied.never, 0U);
}

TEST(LearningTest, TierThreeGoesOnAsking) {
  const auto lesson = learned({push("approved", {"origin"}), push("approved", {"origin"})});
  const auto all = lesson.all_rules();
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(rule_line(all[1]),
            "- {id: learned.git-push-origin.tier3, when: {command: git, sub: 'push origin', tier: "
            "3}, "
            "decision: ask}");
}

TEST(LearningTest, SomeThingsAreWorthAskingEachTime) {
  AuditRecord force = push("approved", {"--force", "origin"});
  force.risk_tier = 3;
  AuditRecord raised = push("approved", {"origin"});
  raised.categories.emplace_back("SUDO");
  AuditRecord wildcard = removal("approved", "/home/ana/p/tmp/a");
  wildcard.rule = "fs.delete.wildcard";
  AuditRecord secret = removal("approved", "/home/ana/p/tmp/.env");
  secret.categories = {"FS_CONFIG_SECRETS"};
  for (const auto& one : {force, raised, wildcard, secret})
    EXPECT_THAT(rules(learned({one, one, one})), IsEmpty()) << one.rule;
}

TEST(LearningTest, FilesAreLearnedByTheirNearestFolder) {
  const auto lesson =
      learned({removal("approved", "/home/ana/p/tmp/a"), removal("approved", "/home/ana/p/tmp/b"),
               removal("denied", "/home/ana/p/src/c")});
  ASSERT_EQ(lesson.rules.size(), 1U);
  EXPECT_THAT(lesson.rules[0].rule.when.path, ElementsAre("/home/ana/p/tmp/**"));
  EXPECT_THAT(lesson.rules[0].rule.when.act, ElementsAre(policy::Act::kDelete));
}

TEST(LearningTest, OneFileIsLearnedByItself) {
  const AuditRecord one = removal("approved", "/home/ana/p/tmp/a");
  const auto lesson = learned({one, one, removal("denied", "/home/ana/p/tmp/b")});
  ASSERT_EQ(lesson.rules.size(), 1U);
  EXPECT_THAT(lesson.rules[0].rule.when.path, ElementsAre("/home/ana/p/tmp/a"));
  const auto alone = learned({one, one, one});
  ASSERT_EQ(alone.rules.size(), 1U);
  EXPECT_THAT(alone.rules[0].rule.when.path, ElementsAre("/home/ana/p/tmp/a"));
  EXPECT_THAT(opens_text(alone.rules[0].rule), HasSubstr("on /home/ana/p/tmp/a"));
}

TEST(LearningTest, AFolderWhoseNameWasChosenAtRandomIsNotLearned) {
  const std::string folder = "/home/ana/p/out/tmp_objdir-incoming-Zq9LmXe/0f/";
  const auto lesson = learned(
      {removal("approved", folder + "tmp_obj_1"), removal("approved", folder + "tmp_obj_2")});
  ASSERT_EQ(lesson.rules.size(), 1U);
  EXPECT_THAT(lesson.rules[0].rule.when.path, ElementsAre("/home/ana/p/out/**"));
  for (const char* name : {"release-Version", "tmp_objects", "v1.2.30", "IMG_20240101"}) {
    const std::string kept = std::string("/home/ana/p/") + name;
    const auto usual =
        learned({removal("approved", kept + "/a"), removal("approved", kept + "/b")});
    ASSERT_EQ(usual.rules.size(), 1U) << name;
    EXPECT_THAT(usual.rules[0].rule.when.path, ElementsAre(kept + "/**"));
  }
}

TEST(LearningTest, HomeIsNoFolderToLearn) {
  EXPECT_THAT(
      rules(learned({removal("approved", "/home/ana/a"), removal("approved", "/home/ana/b")})),
      IsEmpty());
}

TEST(LearningTest, AddressesAreLearnedWithTheirPort) {
  const auto lesson = learned(
      {connection("approved", "tcp 192.0.2.7 443"), connection("approved", "tcp 192.0.2.7 443"),
       connection("approved", "tcp 2001:db8::1 22"), connection("approved", "tcp 2001:db8::1 22")});
  ASSERT_EQ(lesson.rules.size(), 2U);
  EXPECT_THAT(lesson.rules[0].rule.when.host, ElementsAre("192.0.2.7:443"));
  EXPECT_THAT(lesson.rules[1].rule.when.host, ElementsAre("[2001:db8::1]:22"));
}

TEST(LearningTest, WhatWasAutomaticOrWithdrawnTeachesNothing) {
  AuditRecord automatic = push("auto", {"a"});
  automatic.decision = "allow";
  AuditRecord withdrawn = push("withdrawn", {"a"});
  withdrawn.decision = "ask";
  EXPECT_FALSE(recorded_act_of(automatic));
  EXPECT_FALSE(recorded_act_of(withdrawn));
  AuditRecord answer = push("approved", {"a"});
  answer.act = "answer";
  EXPECT_FALSE(recorded_act_of(answer));
}

policy::Rule a_rule() {
  policy::Rule rule;
  rule.id = "x";
  rule.when.command = {"git"};
  rule.when.path = {"/home/ana/it's/**"};
  rule.decision = policy::Verdict::kAllow;
  return rule;
}

std::string inserted(const std::string& text) {
  const auto after = with_rules(text, "p.yaml", {a_rule()});
  if (!after) return after.error().text();
  const auto loaded = policy::load_policy({{"p.yaml", *after}});
  return loaded ? *after : loaded.error().text();
}

TEST(RuleLinesTest, StandBehindTheKey) {
  const std::string line =
      "- {id: x, when: {command: git, path: '/home/ana/it''s/**'}, decision: allow}\n";
  EXPECT_EQ(inserted(""), "rules:\n  " + line);
  EXPECT_EQ(inserted("# mine\nmode: balanced"), "# mine\nmode: balanced\nrules:\n  " + line);
  EXPECT_EQ(
      inserted("rules:\n# why\n    - id: a\n      when: {command: hg}\n      decision: ask\nmode: "
               "trusting\n"),
      "rules:\n    " + line +
          "# why\n    - id: a\n      when: {command: hg}\n      decision: ask\nmode: trusting\n");
  EXPECT_EQ(inserted("rules:\n- id: a\n  when: {command: hg}\n  decision: ask\n"),
            "rules:\n" + line + "- id: a\n  when: {command: hg}\n  decision: ask\n");
}

TEST(RuleLinesTest, BracketsAreLeftToThePerson) {
  EXPECT_THAT(inserted("rules: [{id: a, when: {command: hg}, decision: ask}]\n"),
              HasSubstr("p.yaml:1:8: rules: stand in brackets"));
}

TEST(RuleLineTest, WhatCannotBeShownIsWrittenAsYamlsEscapes) {
  policy::Rule rule;
  rule.id = "r";
  rule.decision = policy::Verdict::kAllow;
  rule.when.path = {"./a \"b\" \\u{41}\x1b\u202e\u0085\U000e0041"};
  EXPECT_EQ(
      rule_line(rule),
      R"(- {id: r, when: {path: "./a \"b\" \\u{41}\x1B\u202E\x85\U000E0041"}, decision: allow})");
  const auto loaded =
      policy::load_policy({{"learnt.yaml", "version: 1\nrules:\n  " + rule_line(rule) + "\n"}});
  ASSERT_TRUE(loaded) << loaded.error().text();
  const auto found = std::find_if(loaded->rules.begin(), loaded->rules.end(),
                                  [](const policy::Rule& one) { return one.id == "r"; });
  ASSERT_NE(found, loaded->rules.end());
  EXPECT_EQ(found->when.path, rule.when.path);
}

}  // namespace
}  // namespace guard::console
