// SPDX-License-Identifier: Apache-2.0
// The word of an earlier answer about an act: leases, refusals and grants, and which of them comes
// first.
#include "supervisor/judge/earlier_answers.h"

#include <gtest/gtest.h>

#include "tests/supervisor/judge/judging_fixture.h"

namespace guard::supervisor {
namespace {

using policy::Act;
using policy::Category;
using policy::PathClass;
using policy::Recoverability;
using policy::Verdict;

constexpr pid_t kStranger = 300;

class EarlierAnswersTest : public JudgingFixture {
 protected:
  static Judged asking(int tier = 2) {
    Judged judged;
    judged.decision.verdict = Verdict::kAsk;
    judged.decision.assessment.tier = tier;
    judged.decision.assessment.categories = {Category::kFsDeleteOverwrite};
    judged.decision.assessment.pattern = "/w";
    return judged;
  }
  static Lease lease(pid_t pid = kCommand) {
    Lease made;
    made.approval_id = "LEASE";
    made.pid = pid;
    made.acts = {Act::kDelete};
    made.objects = {{kDevice, kInode}};
    made.born = false;
    return made;
  }
  static Grant grant() {
    Grant made;
    made.kind = "deletes";
    made.pattern = "/w";
    made.categories = {Category::kFsDeleteOverwrite};
    made.approval_id = "GRANT";
    return made;
  }
  static Refusal refusal(pid_t pid = kCommand) {
    Refusal made;
    made.approval_id = "REFUSAL";
    made.pid = pid;
    made.acts = {Act::kDelete};
    made.place = "/w";
    made.reason = "not that";
    return made;
  }
  std::optional<EarlierAnswer> cover_of(const PendingCall& call, const Judged& judged = asking()) {
    return EarlierAnswers(leases_, grants_, two_person_tier_).of(call, call.action, judged);
  }
  int two_person_tier_ = 0;
};

TEST_F(EarlierAnswersTest, WhatNobodyAnsweredIsNotCovered) {
  EXPECT_FALSE(cover_of(*asked_delete()));
}

TEST_F(EarlierAnswersTest, ALeaseOfTheObjectLetsTheActGo) {
  leases_.grant(lease());
  const auto cover = cover_of(*asked_delete());
  ASSERT_TRUE(cover);
  EXPECT_EQ(cover->verdict, Verdict::kAllow);
  EXPECT_EQ(cover->rule, "lease");
  EXPECT_EQ(cover->approval_id, "LEASE");
  EXPECT_TRUE(cover->leased);
  EXPECT_FALSE(cover->told_before);
  EXPECT_FALSE(cover->undo_promised);
}

TEST_F(EarlierAnswersTest, ALeaseHoldsForWhatItsProcessStarts) {
  leases_.grant(lease(kAgent));
  EXPECT_TRUE(cover_of(*asked_delete()));
}

TEST_F(EarlierAnswersTest, ALeaseCoversNoOtherProcessActOrObject) {
  struct Case {
    const char* what;
    void (*change)(Lease&);
  };
  for (const Case& one : {
           Case{"a stranger's", [](Lease& l) { l.pid = kStranger; }},
           Case{"another act", [](Lease& l) { l.acts = {Act::kModify}; }},
           Case{"another object",
                [](Lease& l) {
                  l.objects = {{kDevice, kInode + 1}};
                }},
           Case{"another device",
                [](Lease& l) {
                  l.objects = {{kDevice + 1, kInode}};
                }},
       }) {
    LeaseTable leases;
    Lease made = lease();
    one.change(made);
    leases.grant(made);
    const auto call = asked_delete();
    EXPECT_FALSE(EarlierAnswers(leases, grants_, 0).of(*call, call->action, asking())) << one.what;
  }
}

TEST_F(EarlierAnswersTest, ALeaseOfTheFolderCoversWhatItsCategoriesSay) {
  Lease made = lease();
  made.objects.clear();
  made.directories = {"/w"};
  made.categories = {Category::kFsDeleteOverwrite};
  leases_.grant(made);
  EXPECT_TRUE(cover_of(*asked_delete()));
  EXPECT_FALSE(cover_of(*asked_delete("/elsewhere/a.txt")));
  EXPECT_FALSE(cover_of(*asked_delete(), asking(3))) << "tier 3 is asked one by one";
}

TEST_F(EarlierAnswersTest, APromiseOfUndoCoversOnlyWhatUndoStillKeeps) {
  Lease made = lease();
  made.undo_promised = true;
  leases_.grant(made);
  EXPECT_FALSE(cover_of(*asked_delete()));
  const auto kept =
      call_of(Act::kDelete, {object("/w/a.txt", PathClass::kWorkspace, Recoverability::kSaved)});
  const auto cover = cover_of(*kept);
  ASSERT_TRUE(cover);
  EXPECT_TRUE(cover->undo_promised);
}

TEST_F(EarlierAnswersTest, ARefusedIntentIsRefusedAgainWithItsReason) {
  leases_.refuse(refusal());
  const auto cover = cover_of(*asked_delete());
  ASSERT_TRUE(cover);
  EXPECT_EQ(cover->verdict, Verdict::kDeny);
  EXPECT_EQ(cover->reason, "below /w: not that");
  EXPECT_EQ(cover->approval_id, "REFUSAL");
  EXPECT_FALSE(cover->told_before) << "of this file nobody has heard";
  EXPECT_FALSE(cover->leased);
  Refusal same = refusal();
  same.place = asked_delete()->action.objects.front().path;
  LeaseTable others;
  others.refuse(same);
  const auto again =
      EarlierAnswers(others, grants_, 0).of(*asked_delete(), asked_delete()->action, asking());
  ASSERT_TRUE(again);
  EXPECT_EQ(again->reason, "not that");
  EXPECT_TRUE(again->told_before);
}

TEST_F(EarlierAnswersTest, ARefusalHoldsForItsOwnProcessAndPlace) {
  leases_.refuse(refusal(kAgent));
  EXPECT_FALSE(cover_of(*asked_delete())) << "its parent's";
  leases_.refuse(refusal());
  EXPECT_FALSE(cover_of(*asked_delete("/elsewhere/a.txt")));
}

TEST_F(EarlierAnswersTest, AGrantSaysWhoseAnswerItWas) {
  grants_.remember(grant());
  const auto cover = cover_of(*asked_delete());
  ASSERT_TRUE(cover);
  EXPECT_EQ(cover->verdict, Verdict::kAllow);
  EXPECT_EQ(cover->rule, "grant");
  EXPECT_EQ(cover->reason, "remembered: deletes in /w and below");
  EXPECT_EQ(cover->approval_id, "GRANT");
  EXPECT_FALSE(cover->leased);
}

TEST_F(EarlierAnswersTest, LeaseComesBeforeRefusalBeforeGrant) {
  grants_.remember(grant());
  EXPECT_EQ(cover_of(*asked_delete())->approval_id, "GRANT");
  leases_.refuse(refusal());
  EXPECT_EQ(cover_of(*asked_delete())->approval_id, "REFUSAL");
  leases_.grant(lease());
  EXPECT_EQ(cover_of(*asked_delete())->approval_id, "LEASE");
}

TEST_F(EarlierAnswersTest, WhereTwoPeopleMustAnswerAGrantDoesNot) {
  grants_.remember(grant());
  struct Case {
    int from;
    bool covered;
  };
  for (const auto& [from, covered] :
       {Case{0, true}, Case{3, true}, Case{2, false}, Case{1, false}}) {
    two_person_tier_ = from;
    EXPECT_EQ(cover_of(*asked_delete()).has_value(), covered) << "two people from tier " << from;
  }
}

class RenameEarlierAnswersTest : public EarlierAnswersTest {
 protected:
  // The move of the leased object to TARGET.
  std::optional<EarlierAnswer> cover_of_move(policy::Object target) {
    auto call = call_of(Act::kRename, {precious("/w/a.txt"), std::move(target)});
    return cover_of(*call);
  }
  void SetUp() override {
    Lease made = lease();
    made.acts = {Act::kRename};
    made.targets = {"/home/u/shown.txt"};
    leases_.grant(made);
  }
  static policy::Object free_name(const std::string& path, PathClass place) {
    policy::Object made = object(path, place, Recoverability::kNothing);
    made.type = policy::ObjectType::kMissing;
    return made;
  }
};

TEST_F(RenameEarlierAnswersTest, ARenameIsCoveredWithWhereItLeads) {
  EXPECT_TRUE(cover_of_move(free_name("/w/b.txt", PathClass::kWorkspace)));
  EXPECT_TRUE(cover_of_move(free_name("/tmp/b.txt", PathClass::kTmp)));
  EXPECT_TRUE(cover_of_move(free_name("/home/u/shown.txt", PathClass::kHome)));
  EXPECT_FALSE(cover_of_move(free_name("/home/u/other.txt", PathClass::kHome)));
  EXPECT_FALSE(cover_of_move(precious("/w/b.txt"))) << "over a file that nobody walked";
}

class ExecEarlierAnswersTest : public EarlierAnswersTest {
 protected:
  static Judged walked() {
    Judged judged = asking();
    judged.walked = {{kDevice, kInode}};
    judged.decision.assessment.effect.emplace();
    return judged;
  }
  std::optional<EarlierAnswer> cover_of_exec(const Judged& judged) {
    auto call = call_of(Act::kExec);
    call->action.argv = {"rm", "a.txt"};
    return cover_of(*call, judged);
  }
  void SetUp() override { leases_.grant(lease()); }
};

TEST_F(ExecEarlierAnswersTest, ACommandThatDeletesOnlyWhatWasApprovedGoesOn) {
  EXPECT_TRUE(cover_of_exec(walked()));
}

TEST_F(ExecEarlierAnswersTest, ACommandThatMeansMoreIsAskedAbout) {
  struct Case {
    const char* what;
    void (*change)(Judged&);
  };
  for (const Case& one : {
           Case{"nothing was walked", [](Judged& j) { j.walked.clear(); }},
           Case{"one object more",
                [](Judged& j) {
                  j.walked.push_back({kDevice, kInode + 1});
                }},
           Case{"not counted to the end",
                [](Judged& j) { j.decision.assessment.effect->complete = false; }},
           Case{"nothing counted", [](Judged& j) { j.decision.assessment.effect.reset(); }},
           Case{"another category",
                [](Judged& j) {
                  j.decision.assessment.categories.push_back(Category::kExecArbitrary);
                }},
       }) {
    Judged judged = walked();
    one.change(judged);
    EXPECT_FALSE(cover_of_exec(judged)) << one.what;
  }
}

TEST_F(ExecEarlierAnswersTest, TheSameWordsThatWereRefusedAreRefusedAgain) {
  auto call = call_of(Act::kExec);
  call->action.argv = {"rm", "a.txt"};
  Refusal made = refusal();
  made.acts = {Act::kExec};
  made.place = "exec /w" + std::string(1, '\0') + "rm" + std::string(1, '\0') + "a.txt" +
               std::string(1, '\0');
  leases_.refuse(made);
  const auto cover = cover_of(*call, walked());
  ASSERT_TRUE(cover);
  EXPECT_EQ(cover->verdict, Verdict::kDeny);
}

TEST_F(EarlierAnswersTest, ASystemChangeIsCoveredByItsOwnLeaseAlone) {
  const auto call = call_of(Act::kSystem);
  const EarlierAnswers answers(leases_, grants_, 0);
  leases_.grant(lease());
  EXPECT_FALSE(cover_of(*call));
  EXPECT_FALSE(answers.lets_set_up_network(*call));
  Lease made = lease();
  made.acts = {Act::kSystem};
  leases_.grant(made);
  EXPECT_TRUE(cover_of(*call));
  EXPECT_TRUE(answers.lets_set_up_network(*call));
}

TEST_F(EarlierAnswersTest, AConnectionIsRefusedAgainToTheSamePlaceAlone) {
  Refusal made = refusal();
  made.acts = {Act::kConnect};
  made.place = "tcp 192.0.2.7 443";
  leases_.refuse(made);
  EXPECT_TRUE(cover_of(*connect_to("192.0.2.7")));
  EXPECT_FALSE(cover_of(*connect_to("192.0.2.7", 80)));
  EXPECT_FALSE(cover_of(*connect_to("192.0.2.8")));
}

TEST_F(EarlierAnswersTest, ANoToManyDeletesHoldsForAllOfItsCommand) {
  auto call = asked_delete();
  auto process = std::make_shared<Process>(*call->process);
  process->command = kStranger;  // whose loop started this `rm`
  call->process = process;
  leases_.refuse(refusal(kStranger));
  ASSERT_TRUE(cover_of(*call));
  EXPECT_EQ(cover_of(*call)->verdict, Verdict::kDeny);
  call->action.act = Act::kModify;
  EXPECT_FALSE(cover_of(*call));
}

}  // namespace
}  // namespace guard::supervisor
