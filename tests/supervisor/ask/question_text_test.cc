// SPDX-License-Identifier: Apache-2.0
// The words of a question, and what it asks for. Why somebody acts: question_why_test.cc; its risk:
// question_risk_test.cc; the line of a refusal: denial_text_test.cc.
#include "supervisor/ask/question_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/text/text.h"
#include "supervisor/facts/path_roots.h"
#include "tests/supervisor/ask/question_fixture.h"
#include "tests/supervisor/audit/fake_secrets.h"

namespace guard::supervisor {
namespace {

using policy::Act;
using policy::Category;
using policy::ObjectType;
using policy::Recoverability;
using ::testing::Contains;
using Scopes = std::vector<Scope>;
using Texts = std::vector<std::string>;

class QuestionTextTest : public QuestionFixture {
 protected:
  static policy::Effect effect_of(std::uint64_t directories, std::uint64_t files,
                                  std::uint64_t bytes, bool complete = true) {
    policy::Effect effect;
    effect.directories = directories;
    effect.files = files;
    effect.bytes = bytes;
    effect.complete = complete;
    return effect;
  }
  static PendingCall typed(std::size_t letters) {
    return made_exec("/usr/bin/rm", {"rm", std::string(letters, 'a')});
  }
};

TEST_F(QuestionTextTest, ItIsOfTheSessionTheActAndItsRule) {
  PendingCall call = deletion();
  call.decision.rule = "fs.delete";
  call.decision.reason = "deletes what was there";
  call.decision.assessment.categories = {Category::kFsDeleteOverwrite,
                                         Category::kFsOutsideWorkspace};
  call.decision.assessment.alternative = "move it";
  const Question asked = question(call);
  EXPECT_EQ(asked.session_id, "s1");
  EXPECT_EQ(asked.categories, call.decision.assessment.categories);
  EXPECT_EQ(asked.tier, 2);
  EXPECT_EQ(asked.what, "delete /w/a");
  EXPECT_EQ(asked.cwd, "/w");
  EXPECT_EQ(asked.rule, "fs.delete");
  EXPECT_EQ(asked.reason, "deletes what was there");
  EXPECT_EQ(asked.alternative, "move it");
  EXPECT_EQ(asked.pattern, "/w");
  EXPECT_EQ(asked.pid, kMadeActor);
  EXPECT_EQ(asked.home, home_folder());
  EXPECT_FALSE(asked.effect);
  EXPECT_TRUE(asked.difference.empty());
}

TEST_F(QuestionTextTest, WhatACommandTakesIsCounted) {
  const std::vector<std::pair<policy::Effect, std::string>> rows = {
      {effect_of(2, 37, 1'200'000), "rm -r d  (2 directories, 37 files, 1.2 MB)"},
      {effect_of(1, 1, 5), "rm -r d  (1 directory, 1 file, 5 B)"},
      {effect_of(0, 2, 0), "rm -r d  (2 files, 0 B)"},
      {effect_of(1, 2, 0, false), "rm -r d  (at least 1 directory, 2 files, 0 B)"},
      {effect_of(0, 2, 0, false), "rm -r d  (at least 2 files, 0 B)"}};
  for (const auto& [effect, what] : rows) {
    const Question asked = question(removal_of_folder(effect));
    EXPECT_EQ(asked.what, what);
    EXPECT_EQ(asked.effect, effect);
  }
}

TEST_F(QuestionTextTest, WhatOnlyMakesSomethingNewHasNoNumber) {
  policy::Effect none;
  none.complete = true;
  PendingCall call = removal_of_folder(none);
  EXPECT_EQ(question(call).what, "rm -r d  (0 files, 0 B)");
  call.decision.assessment.rule = "fs.create";
  EXPECT_EQ(question(call).what, "rm -r d");
  EXPECT_EQ(question(call).undo, "none: new files stay, unless you use guard undo --made");
}

TEST_F(QuestionTextTest, OfALongCommandBothEndsAreShown) {
  EXPECT_EQ(question(typed(517)).what, "rm " + std::string(517, 'a')) << "280 and 240";
  EXPECT_EQ(question(typed(518)).what,
            "rm " + std::string(274, 'a') + "... " + std::string(240, 'a'));
  EXPECT_EQ(question(typed(517)).whole, "") << "nothing is left out";
  EXPECT_EQ(question(typed(518)).whole, "rm " + std::string(518, 'a'));
  EXPECT_LT(question(typed(100'000)).whole.size(), 33U * 1024);
  PendingCall counted = typed(518);
  counted.decision.assessment.effect = effect_of(0, 2, 0);
  EXPECT_TRUE(question(counted).what.ends_with("aa  (2 files, 0 B)"));
}

TEST_F(QuestionTextTest, ChangesAreAtMostThreeDetails) {
  PendingCall call = deletion();
  EXPECT_EQ(question(call).changes, Texts{"/w/a"}) << "without any, the objects";
  call.decision.assessment.details = {"one", "two"};
  EXPECT_EQ(question(call).changes, (Texts{"one", "two"}));
  call.decision.assessment.details = {"one", "two", "three", "four"};
  EXPECT_EQ(question(call).changes, (Texts{"one", "two", "three"}));
}

TEST_F(QuestionTextTest, TheKindOfASecretIsToldWithItsFile) {
  PendingCall call = made_act(Act::kRead, {made_object("/w/.env")});
  call.content_kind = "a private key";
  EXPECT_EQ(question(call).changes, Texts{"/w/.env: a private key"});
}

TEST_F(QuestionTextTest, NamesAreThoseThatWereCountedElseTheObjects) {
  EXPECT_EQ(question(deletion()).names, Texts{"/w/a"});
  policy::Effect effect = effect_of(0, 2, 0);
  effect.names = {"d/a", "d/b"};
  EXPECT_EQ(question(removal_of_folder(effect)).names, (Texts{"d/a", "d/b"}));
  PendingCall both = deletion();
  both.decision.assessment.effect = effect;
  EXPECT_EQ(question(both).names, (Texts{"d/a", "d/b"}));
}

TEST_F(QuestionTextTest, WhatARenameMakesOfAFileIsShown) {
  PendingCall call = made_act(
      Act::kRename, {made_object(file("new", "after\n")), made_object(file("old", "before\n"))});
  const Texts lines = question(call).difference;
  EXPECT_THAT(lines, Contains("-before"));
  EXPECT_THAT(lines, Contains("+after"));
}

TEST_F(QuestionTextTest, TheScopesAreThoseThatMayBeRemembered) {
  const Scopes run = {Scope::kOnce, Scope::kCommand, Scope::kSession, Scope::kMinutes};
  Scopes always = run;
  always.push_back(Scope::kAlways);
  EXPECT_EQ(question(deletion()).scopes, run);
  EXPECT_EQ(question(deletion(), true).scopes, always);
  EXPECT_EQ(question(deletion()).approvals_needed, 1);
}

TEST_F(QuestionTextTest, WhereTwoPeopleMustApproveTheyDoItOnce) {
  policy_.two_person_tier = 2;
  const Question asked = question(deletion(), true);
  EXPECT_EQ(asked.approvals_needed, 2);
  EXPECT_EQ(asked.scopes, Scopes{Scope::kOnce});
}

TEST_F(QuestionTextTest, TierThreeIsConfirmed) {
  for (const int tier : {1, 2, 3}) {
    PendingCall call = deletion();
    call.decision.assessment.tier = tier;
    EXPECT_EQ(question(call).needs_confirm, tier == 3) << tier;
  }
}

TEST_F(QuestionTextTest, TheDeadlineIsThatOfTheTier) {
  policy_.tier2_timeout = std::chrono::hours(5);
  policy_.tier3_timeout = std::chrono::hours(2);
  for (const int tier : {0, 1, 2, 3}) {
    PendingCall call = deletion();
    call.decision.assessment.tier = tier;
    const std::chrono::hours limit(tier == 3 ? 2 : 5);
    const auto before = std::chrono::system_clock::now();
    const Question asked = question(call);
    EXPECT_GE(asked.deadline, before + limit) << tier;
    EXPECT_LE(asked.deadline, std::chrono::system_clock::now() + limit) << tier;
  }
}

TEST_F(QuestionTextTest, OnlyWhatAnotherAnswerMayCoverIsHeldAgainstIt) {
  const PendingCall call = deletion();
  const Question asked = question(call);
  ASSERT_TRUE(asked.own_act);
  EXPECT_EQ(asked.own_act->action, call.action);
  EXPECT_EQ(asked.own_act->ancestors, (std::vector<int>{kMadeActor, kMadeShell, kMadeAgent}));
  EXPECT_EQ(asked.act, asked.own_act);
  PendingCall dangerous = deletion();
  dangerous.decision.assessment.tier = 3;
  EXPECT_TRUE(question(dangerous).own_act);
  EXPECT_FALSE(question(dangerous).act);
}

// A real git makes the repository; what it would read elsewhere on this machine is left out.
void make_repository(const std::string& path) {
  const std::string line =
      "cd '" + path +
      "' && export HOME=/nonexistent GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b"
      " GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b && git init -q -b main . && mkdir d &&"
      " echo '*.log' > .gitignore && echo x > d/kept && git add . && git commit -q -m x &&"
      " echo x > d/new && echo x > d/a.log";
  ASSERT_EQ(std::system(line.c_str()), 0);
}

TEST_F(QuestionTextTest, WhatGitDoesNotHaveIsCounted) {
  make_repository(folder("r"));
  policy::PathRoots roots;
  roots.workspace = {std::filesystem::canonical(place("r")).string()};
  const policy::PathClassifier classifier(roots);
  const BuildFolders builds(classifier);
  const GitFacts git(classifier);
  const PathFacts paths(classifier, born_, builds, {}, &git);
  PendingCall call = removal_of_folder(effect_of(1, 3, 6));
  call.decision.assessment.effect->operands.emplace_back().object =
      made_object(roots.workspace.front() + "/d", Recoverability::kSaved, ObjectType::kDirectory);
  const std::string wanted = "rm -r d  (1 directory, 3 files, 1 untracked, 1 ignored, 6 B)";
  std::string what;  // a loaded machine may cut a count short
  for (int tries = 0; tries < 10 && what != wanted; ++tries)
    what = question_of(call, {policy_, redactor_, session_, *saver_, paths, false}).what;
  EXPECT_EQ(what, wanted);
}

// Every text of a question, those that an answer over the wire leaves out as well.
std::string all_of(const Question& question) {
  std::string text = to_json(question).dump();
  for (const Texts& more : {question.names, question.difference})
    for (const std::string& one : more) text += "\n" + one;
  return text + "\n" + question.rule + question.pattern;
}

TEST_F(QuestionTextTest, NoSecretIsAskedAbout) {
  const std::string secret = fake_github_token();
  PendingCall call = made_exec("/w/" + secret, {"tool", secret});
  call.action.cwd = "/w/" + secret;
  call.action.objects = {made_object("/w/" + secret)};
  call.decision.reason = "of " + secret;
  call.decision.assessment.reason = "about " + secret;
  call.decision.assessment.alternative = "instead of " + secret;
  call.decision.assessment.pattern = "tool " + secret;
  EXPECT_EQ(all_of(question(call)).find(secret), std::string::npos);
  call.decision.assessment.details = {"changes " + secret};
  call.decision.assessment.effect.emplace().names = {"d/" + secret};
  EXPECT_EQ(all_of(question(call)).find(secret), std::string::npos);
}

TEST_F(QuestionTextTest, NothingOfAQuestionSteersATerminal) {
  const std::string raw = "a\x1b[2J";
  PendingCall call = made_exec("/w/" + raw, {"tool", raw});
  call.action.cwd = "/w/" + raw;
  call.action.objects = {made_object("/w/" + raw)};
  call.decision.reason = raw;
  call.decision.assessment.reason = raw;
  call.decision.assessment.alternative = raw;
  call.decision.assessment.pattern = raw;
  const auto texts_of = [](const Question& asked) {
    Texts texts = {asked.what,   asked.why,     asked.cwd,        asked.risk,
                   asked.reason, asked.pattern, asked.alternative};
    for (const Texts& more : {asked.changes, asked.chain, asked.names})
      texts.insert(texts.end(), more.begin(), more.end());
    return texts;
  };
  for (const std::string& text : texts_of(question(call)))
    EXPECT_EQ(text.find('\x1b'), std::string::npos) << safe_text(text);
  call.decision.assessment.details = {raw};
  call.decision.assessment.effect.emplace().names = {raw};
  for (const std::string& text : texts_of(question(call)))
    EXPECT_EQ(text.find('\x1b'), std::string::npos) << safe_text(text);
}

TEST_F(QuestionTextTest, UndoIsPromisedOfWhatIsKeptButNeverOfARead) {
  PendingCall call = deletion();
  EXPECT_TRUE(promises_undo(call, *saver_));
  call.action.act = Act::kRead;
  EXPECT_FALSE(promises_undo(call, *saver_));
  call = deletion();
  call.action.objects.front().recoverability = Recoverability::kPrecious;
  EXPECT_FALSE(promises_undo(call, *saver_));
}

}  // namespace
}  // namespace guard::supervisor
