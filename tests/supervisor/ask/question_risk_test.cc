// SPDX-License-Identifier: Apache-2.0
// What a question says of the danger: category, reason, what existed before, and the way back.
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

TEST_F(QuestionRiskTest, ItIsTheCategoryTheReasonAndTheWayBack) {
  PendingCall call = deletion();
  EXPECT_EQ(risk(call), std::string(kLost) + " Undo will be possible.");
  call.decision.assessment.reason = "deletes tracked sources";
  EXPECT_EQ(risk(call), std::string(kLost) + " Deletes tracked sources. Undo will be possible.");
  call.decision.assessment.categories.clear();
  EXPECT_EQ(risk(call), "Deletes tracked sources. Undo will be possible.");
}

TEST_F(QuestionRiskTest, AReasonIsToldWithoutSecretsAndLeftOutBesideACount) {
  PendingCall call = deletion();
  call.decision.assessment.reason = "deletes " + fake_github_token();
  EXPECT_EQ(without_tags(risk(call)),
            std::string(kLost) + " Deletes ghp_[redacted]. Undo will be possible.");
  call = removal_of_folder({});
  call.decision.assessment.reason = "deletes 3 files";
  EXPECT_EQ(risk(call), std::string(kLost) + " Undo will be possible.");
}

TEST_F(QuestionRiskTest, WhatExistedBeforeIsCounted) {
  policy::Effect effect;
  effect.preexisting = 3;
  EXPECT_EQ(risk_of({Category::kFsDeleteOverwrite}, effect),
            std::string(kLost) + " 3 existed before this session. Undo will be possible.");
  effect.complete = false;
  EXPECT_EQ(risk_of({Category::kFsDeleteOverwrite}, effect),
            std::string(kLost) + kNotAll +
                " At least 3 existed before this session. It cannot be undone as a whole: not all "
                "of it could be counted.");
}

TEST_F(QuestionRiskTest, ASecretThatIsOnlyFearedComesAfterWhatIsKnown) {
  const Categories both = {Category::kFsConfigSecrets, Category::kFsDeleteOverwrite};
  policy::Effect effect;
  EXPECT_TRUE(risk_of(both, effect).starts_with(std::string(kLost) + " Undo")) << "none was found";
  effect.secrets = 1;
  EXPECT_TRUE(risk_of(both, effect).starts_with(std::string(kLeak) + " Undo")) << "one was found";
  PendingCall uncounted = deletion();
  uncounted.decision.assessment.categories = both;
  EXPECT_TRUE(risk(uncounted).starts_with(std::string(kLeak) + " Undo"));
}

TEST_F(QuestionRiskTest, ASecretThatIsFearedAloneIsStillTold) {
  policy::Effect effect;
  effect.complete = false;
  EXPECT_EQ(
      risk_of({Category::kFsConfigSecrets}, effect),
      std::string(kLeak) + " It cannot be undone as a whole: not all of it could be counted.");
}

TEST_F(QuestionRiskTest, WhatCannotBeUndoneSaysWhy) {
  PendingCall lost = deletion();
  lost.action.objects.front().recoverability = Recoverability::kPrecious;
  EXPECT_EQ(risk(lost), std::string(kLost) + " It cannot be undone.");
  lost.action.objects.front().bytes = 101;
  EXPECT_EQ(risk(lost),
            std::string(kLost) + " It cannot be undone: 101 B are more than undo.max_file.");
  lost.why_unsaved = "no space";
  EXPECT_EQ(risk(lost), std::string(kLost) + " It cannot be saved for undo: no space.");
  lost.action.act = Act::kRead;
  EXPECT_EQ(risk(lost), std::string(kLost) + " It cannot be saved for undo: no space.");
}

TEST_F(QuestionRiskTest, ACommandThatCannotBeUndoneAsAWholeSaysWhy) {
  policy::Effect effect;
  effect.unsaved = 2;
  EXPECT_EQ(risk_of({Category::kFsDeleteOverwrite}, effect),
            std::string(kLost) +
                " It cannot be undone as a whole: undo cannot keep 2 entries of it (too large, or "
                "a device).");
  PendingCall unknown = made_exec("/usr/bin/make", {"make"});
  unknown.decision.assessment.categories = {Category::kExecArbitrary};
  EXPECT_EQ(risk(unknown), "Runs an arbitrary program. It cannot be undone.");
}

TEST_F(QuestionRiskTest, AReadIsNotTakenBack) {
  PendingCall call = made_act(Act::kRead, {made_object("/w/.env")});
  call.decision.assessment.categories = {Category::kFsConfigSecrets};
  EXPECT_EQ(risk(call), std::string(kLeak) + " What has been read cannot be taken back.");
}

}  // namespace
}  // namespace guard::supervisor
