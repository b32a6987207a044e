// SPDX-License-Identifier: Apache-2.0
// The words of a question about the danger: category, reason, and what existed before.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/supervisor/ask/question_fixture.h"
#include "tests/supervisor/audit/fake_secrets.h"

namespace guard::supervisor {
namespace {

using policy::Act;
using policy::Category;
using policy::Recoverability;
using Categories = std::vector<Category>;

constexpr const char* kLost = "Files or their history may be lost.";
constexpr const char* kLeak = "A secret may leak or a configuration break.";
constexpr const char* kNotAll = " Not all of it was looked at: secrets may be among it.";

class QuestionRiskTest : public QuestionFixture {
 protected:
  QuestionRiskTest() { open_store({.bytes = 1000, .file_bytes = 100, .files = 10}); }

  [[nodiscard]] std::string risk(const PendingCall& call) const { return question(call).risk; }
  [[nodiscard]] std::string risk_of(const Categories& categories, const policy::Effect& effect) {
    PendingCall call = removal_of_folder(effect);
    call.decision.assessment.categories = categories;
    return risk(call);
  }
};

TEST_F(QuestionRiskTest, ItIsTheReasonAndTheCategoryWhereNoReasonIs) {
  PendingCall call = deletion();
  EXPECT_EQ(risk(call), kLost);
  call.decision.assessment.reason = "deletes tracked sources";
  EXPECT_EQ(risk(call), "Deletes tracked sources.");
  call.decision.assessment.categories.clear();
  EXPECT_EQ(risk(call), "Deletes tracked sources.");
}

TEST_F(QuestionRiskTest, NothingIsSaidTwice) {
  PendingCall call = deletion();
  call.decision.assessment.categories = {Category::kNetworkRisk};
  call.decision.assessment.reason = "talks to the npm registry";
  EXPECT_EQ(risk(call), "Talks to the npm registry.");
  call.decision.assessment.categories = {Category::kFsConfigSecrets};
  call.decision.assessment.reason = "reads a secret";
  EXPECT_EQ(risk(call), "Reads a secret.");
  call.decision.assessment.reason = "reads x.pem";
  EXPECT_EQ(risk(call), std::string("Reads x.pem. ") + kLeak) << "this the reason does not say";
}

TEST_F(QuestionRiskTest, ThePathStandsInWhatAlready) {
  PendingCall call = deletion();
  const std::string path = call.action.objects.front().path;
  call.decision.assessment.reason = "deletes " + path + ": existed before this session";
  EXPECT_EQ(risk(call), "Existed before this session.");
  call.decision.assessment.reason = "deletes " + path;
  EXPECT_EQ(risk(call), kLost);
  call.decision.assessment.reason = "deletes " + path + "2: existed";
  EXPECT_EQ(risk(call), "Deletes " + path + "2: existed.");
}

TEST_F(QuestionRiskTest, OfOneFileTheRestOfTheReasonIsTold) {
  policy::Effect effect;
  effect.operands.emplace_back();
  effect.operands.front().object.path = "/home/ana/x.zip";
  PendingCall call = removal_of_folder(effect);
  call.decision.assessment.categories = {Category::kFsOutsideWorkspace};
  call.decision.assessment.reason = "deletes /home/ana/x.zip: outside the workspace";
  EXPECT_EQ(risk(call), "Outside the workspace.");
}

TEST_F(QuestionRiskTest, WhatDecidedTheTierComesFirst) {
  PendingCall call = removal_of_folder({});
  call.decision.assessment.tier = 3;
  call.decision.assessment.reason =
      "deletes at least 2 directories, 2 files that existed before: tests is a source folder as a "
      "whole";
  EXPECT_EQ(risk(call), "Tier 3: tests is a source folder as a whole.");
  call.decision.assessment.reason = "opens a folder to everybody";
  EXPECT_EQ(risk(call), "Opens a folder to everybody.");
}

TEST_F(QuestionRiskTest, AReasonIsToldWithoutSecretsAndLeftOutBesideACount) {
  PendingCall call = deletion();
  call.decision.assessment.reason = "deletes " + fake_github_token();
  EXPECT_EQ(without_tags(risk(call)), "Deletes ghp_[redacted].");
  call = removal_of_folder({});
  call.decision.assessment.reason = "deletes 3 files";
  EXPECT_EQ(risk(call), kLost);
}

TEST_F(QuestionRiskTest, WhatExistedBeforeIsCounted) {
  policy::Effect effect;
  effect.files = effect.preexisting = 3;
  EXPECT_EQ(risk_of({Category::kFsDeleteOverwrite}, effect),
            std::string(kLost) + " All 3 existed before this session.");
  effect.complete = false;
  EXPECT_EQ(risk_of({Category::kFsDeleteOverwrite}, effect),
            std::string(kLost) + kNotAll + " At least 3 existed before this session.");
}

TEST_F(QuestionRiskTest, ASecretThatIsOnlyFearedComesAfterWhatIsKnown) {
  const Categories both = {Category::kFsConfigSecrets, Category::kFsDeleteOverwrite};
  policy::Effect effect;
  EXPECT_EQ(risk_of(both, effect), kLost) << "none was found";
  effect.secrets = 1;
  EXPECT_EQ(risk_of(both, effect), kLeak) << "one was found";
  PendingCall uncounted = deletion();
  uncounted.decision.assessment.categories = both;
  EXPECT_EQ(risk(uncounted), kLeak);
}

TEST_F(QuestionRiskTest, ASecretThatIsFearedAloneIsStillTold) {
  policy::Effect effect;
  effect.complete = false;
  EXPECT_EQ(risk_of({Category::kFsConfigSecrets}, effect), kLeak);
}

TEST_F(QuestionRiskTest, AMoveOfASecretOutOfItsNameSaysSo) {
  policy::Object from =
      made_object("/w/vault", Recoverability::kSaved, policy::ObjectType::kDirectory);
  policy::Object to = made_object("/w/v2", Recoverability::kNothing, policy::ObjectType::kMissing);
  from.path_class = policy::PathClass::kSecret;
  PendingCall call = made_act(Act::kRename, {from, to});
  call.decision.assessment.categories = {Category::kFsConfigSecrets};
  EXPECT_EQ(risk(call),
            std::string(kLeak) + " Its secrets are no longer held by that name afterwards.");
  call.action.objects[0].type = policy::ObjectType::kFile;
  EXPECT_EQ(risk(call), std::string(kLeak) + " It is no longer held by that name afterwards.");
  call.action.objects[1].path_class = policy::PathClass::kSecret;
  EXPECT_EQ(risk(call), kLeak) << "it is held by the other name";

  policy::Effect effect;
  effect.secrets = 2;
  effect.operands = {{"vault", from}, {"v2", to}};
  PendingCall moves = removal_of_folder(effect);
  moves.decision.assessment.categories = {Category::kFsConfigSecrets};
  moves.decision.assessment.rule = "fs.rename";
  EXPECT_EQ(risk(moves),
            std::string(kLeak) + " Its 2 secrets are no longer held by that name afterwards.");
  moves.decision.assessment.rule = "fs.delete";
  EXPECT_EQ(risk(moves), kLeak) << "no move";
}

}  // namespace
}  // namespace guard::supervisor
