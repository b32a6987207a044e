// SPDX-License-Identifier: Apache-2.0
#include "supervisor/ask/covered_question.h"

#include <gtest/gtest.h>

#include "policy/model/mode.h"

namespace guard::supervisor {
namespace {

class CoveredQuestionTest : public ::testing::Test {
 protected:
  CoveredQuestionTest() {
    AskedAct act;
    act.action.act = policy::Act::kDelete;
    act.action.objects.resize(1);
    act.action.objects[0].path = "/w/a";
    act.assessment.tier = 2;
    act.assessment.categories = {policy::Category::kFsDeleteOverwrite};
    question_.act = std::make_shared<const AskedAct>(act);
  }
  void remember_folder(bool denies = false) {
    Grant grant;
    grant.denies = denies;
    grant.scope = Scope::kSession;
    grant.pattern = "/w";
    grant.categories = {policy::Category::kFsDeleteOverwrite};
    grant.kind = "deletes";
    grants_.remember(grant);
  }
  bool is_covered(bool per_command) {
    policy::Policy policy;
    if (per_command) policy.mode = policy::paranoid_mode();
    const policy::Evaluator evaluator(std::make_shared<const policy::Policy>(policy));
    return covering_answer(question_, grants_, leases_, evaluator, per_command).has_value();
  }

  Question question_;
  Grants grants_;
  LeaseTable leases_;
};

TEST_F(CoveredQuestionTest, NothingIsCoveredByNothing) {
  EXPECT_FALSE(is_covered(false));
  EXPECT_FALSE(is_covered(true));
}

TEST_F(CoveredQuestionTest, AnAnswerForTheSessionCoversWhatFitsItsPattern) {
  remember_folder();
  EXPECT_TRUE(is_covered(false));
}

TEST_F(CoveredQuestionTest, WhereEachCommandIsApprovedByItselfNoPatternAnswersAnother) {
  remember_folder();
  EXPECT_FALSE(is_covered(true));
}

TEST_F(CoveredQuestionTest, ANoDeniesWhatWaitsInEveryMode) {
  remember_folder();
  remember_folder(true);
  const policy::Evaluator evaluator(std::make_shared<const policy::Policy>());
  for (const bool per_command : {false, true}) {
    const auto answer = covering_answer(question_, grants_, leases_, evaluator, per_command);
    ASSERT_TRUE(answer);
    EXPECT_FALSE(answer->approve);
  }
}

TEST_F(CoveredQuestionTest, CategoriesForTheSessionCoverInEveryMode) {
  ASSERT_TRUE(grants_.approve_categories({policy::Category::kNetworkRisk}, "ana"));
  EXPECT_FALSE(is_covered(true)) << "of another category";
  ASSERT_TRUE(grants_.approve_categories({policy::Category::kFsDeleteOverwrite}, "ana"));
  EXPECT_TRUE(is_covered(false));
  EXPECT_TRUE(is_covered(true));
}

TEST_F(CoveredQuestionTest, AQuestionThatNothingMayCoverGoesToAPerson) {
  ASSERT_TRUE(grants_.approve_categories({policy::Category::kFsDeleteOverwrite}, "ana"));
  question_.act = nullptr;
  EXPECT_FALSE(is_covered(false));
}

}  // namespace
}  // namespace guard::supervisor
