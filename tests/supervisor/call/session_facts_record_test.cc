// SPDX-License-Identifier: Apache-2.0
// Records of what is no call of the pipeline: answers, grants, refused reads, inherited
// descriptors, alerts that failed, requests of the wrong process.
#include <gtest/gtest.h>

#include <cerrno>
#include <chrono>
#include <string>
#include <vector>

#include "supervisor/call/call_record.h"
#include "tests/supervisor/audit/fake_secrets.h"
#include "tests/supervisor/audit/redacted_text.h"
#include "tests/supervisor/call/call_record_fixture.h"

namespace guard::supervisor {
namespace {

using policy::Category;
using Words = std::vector<std::string>;

class SessionFactsRecordTest : public CallRecordFixture {
 protected:
  // By ana, for the session.
  static Settled settled(QuestionState state, const std::string& reason = "") {
    Settled settled;
    settled.state = state;
    settled.answer.approve = state == QuestionState::kApproved;
    settled.answer.scope = Scope::kSession;
    settled.answer.reason = reason;
    settled.answer.by = "ana (guard approve)";
    return settled;
  }
  AuditRecord record_of(const Settled& settled) {
    record_->answered(deletion(), settled);
    return last_record();
  }
  // All that these records have in common.
  static void expect_from_the_session(const AuditRecord& record) {
    EXPECT_EQ(record.user_id, "ana");
    EXPECT_EQ(record.level, "verified");
    EXPECT_EQ(record.kind, "act");
  }
};

TEST_F(SessionFactsRecordTest, AnApprovalSaysWhoForWhatAndForHowLong) {
  const AuditRecord record = record_of(settled(QuestionState::kApproved, "go on"));
  expect_from_the_session(record);
  EXPECT_EQ(record.tool_name, "answer");
  EXPECT_EQ(record.act, "answer");
  EXPECT_EQ(record.risk_tier, 2);
  EXPECT_EQ(record.approval_id, "q1");
  EXPECT_EQ(record.approval_status, "approved");
  EXPECT_EQ(record.rule, "fs.delete");
  EXPECT_EQ(record.decision, "allow");
  EXPECT_EQ(record.reason, "go on");
  EXPECT_EQ(record.result_summary, "approved by ana (guard approve): delete /w/a");
  EXPECT_EQ(record.effect, (Json{{"by", "ana (guard approve)"}, {"scope", "session"}}));
  EXPECT_EQ(record.outcome, "done");
}

TEST_F(SessionFactsRecordTest, ADenialIsAnAnswerToo) {
  const AuditRecord record = record_of(settled(QuestionState::kDenied, "not now"));
  EXPECT_EQ(record.decision, "deny");
  EXPECT_EQ(record.approval_status, "denied");
  EXPECT_EQ(record.reason, "not now");
  EXPECT_EQ(record.result_summary, "denied by ana (guard approve): delete /w/a");
  EXPECT_EQ(record.outcome, "refused");
}

TEST_F(SessionFactsRecordTest, WhatNobodyAnsweredIsNoAnswer) {
  for (const QuestionState state :
       {QuestionState::kPending, QuestionState::kTimeout, QuestionState::kWithdrawn})
    record_->answered(deletion(), settled(state));
  EXPECT_TRUE(rows().empty());
}

TEST_F(SessionFactsRecordTest, AnAnswerThatCoversAnotherQuestionNamesIt) {
  Settled covered = settled(QuestionState::kApproved);
  covered.answer.covered_by = "q0";
  EXPECT_EQ(record_of(covered).effect.at("covered_by"), "q0");
}

TEST_F(SessionFactsRecordTest, AnAnswerTellsNoSecretAndHowLongItTook) {
  PendingCall call = made_act(policy::Act::kDelete, {made_object("/w/" + fake_github_token())});
  call.received -= std::chrono::hours(1);
  Settled answer = settled(QuestionState::kDenied, "of " + fake_github_token());
  answer.answer.by = "ana " + fake_github_token();
  record_->answered(call, answer);
  const AuditRecord record = last_record();
  EXPECT_EQ(without_tags(record.reason), "of ghp_[redacted]");
  EXPECT_EQ(without_tags(record.effect.at("by")), "ana ghp_[redacted]");
  EXPECT_EQ(without_tags(record.result_summary),
            "denied by ana ghp_[redacted]: delete /w/ghp_[redacted]");
  EXPECT_GE(record.duration_ms, 3'600'000);
}

TEST_F(SessionFactsRecordTest, CategoriesThatWereApprovedAreNamed) {
  record_->approved_for_session("ana " + fake_github_token(),
                                {Category::kSudo, Category::kNetworkRisk});
  const AuditRecord record = last_record();
  expect_from_the_session(record);
  EXPECT_EQ(record.tool_name, "answer");
  EXPECT_EQ(record.act, "answer");
  EXPECT_EQ(record.risk_tier, 2);
  EXPECT_EQ(record.approval_status, "approved");
  EXPECT_EQ(record.rule, "approve-session");
  EXPECT_EQ(record.decision, "allow");
  EXPECT_EQ(record.reason, "categories approved for the session, up to tier 2");
  EXPECT_EQ(record.categories, (Words{"SUDO", "NETWORK_RISK"}));
  EXPECT_EQ(record.category, "SUDO");
  EXPECT_EQ(without_tags(record.result_summary),
            "approved for the session by ana ghp_[redacted]: SUDO, NETWORK_RISK");
  EXPECT_EQ(without_tags(record.effect.at("by")), "ana ghp_[redacted]");
  EXPECT_EQ(record.effect.at("scope"), "session");
  EXPECT_EQ(record.effect.at("categories"), (Json{"SUDO", "NETWORK_RISK"}));
  EXPECT_EQ(record.outcome, "done");
}

TEST_F(SessionFactsRecordTest, AnApprovalOfNoCategoryNamesNone) {
  record_->approved_for_session("ana", {});
  EXPECT_EQ(last_record().category, "");
  EXPECT_EQ(last_record().result_summary, "approved for the session by ana: ");
}

TEST_F(SessionFactsRecordTest, WhatIsTakenBackSaysByWhomAndWhatItCovered) {
  Grant grant;
  grant.id = "g1";
  grant.pattern = "/w/old";
  grant.kind = "deletes";
  grant.categories = {Category::kFsDeleteOverwrite};
  record_->taken_back("ana " + fake_github_token(), grant, "/w");
  AuditRecord record = last_record();
  expect_from_the_session(record);
  EXPECT_EQ(record.act, "answer");
  EXPECT_EQ(record.rule, "grant.revoked");
  EXPECT_EQ(record.decision, "allow");
  EXPECT_FALSE(record.approval_status);
  EXPECT_EQ(record.categories, (Words{"FS_DELETE_OVERWRITE"}));
  EXPECT_EQ(without_tags(record.effect.at("by")), "ana ghp_[redacted]");
  EXPECT_EQ(record.effect.at("grant"), "g1");
  EXPECT_EQ(record.effect.at("grant_scope"), "session");
  EXPECT_FALSE(record.effect.contains("workspace"));
  EXPECT_EQ(without_tags(record.result_summary),
            "taken back by ana ghp_[redacted]: deletes in /w/old and below");
  EXPECT_EQ(record.outcome, "done");
  grant.scope = Scope::kAlways;
  record_->taken_back("ana", grant, "/w");
  EXPECT_EQ(last_record().effect.at("workspace"), "/w");
}

TEST_F(SessionFactsRecordTest, WhatWasHandedOnIsTakenBack) {
  record_->handed_back("ana (guard delegate)", {{"id", "d1"}, {"to", "ben"}, {"tier", 2}});
  const AuditRecord record = last_record();
  expect_from_the_session(record);
  EXPECT_EQ(record.rule, "delegate.ended");
  EXPECT_EQ(record.result_summary, "tier 2 taken back from ben by ana (guard delegate)");
  EXPECT_EQ(record.effect.at("id"), "d1");
}

TEST_F(SessionFactsRecordTest, ADelegationSaysToWhomAndUntilWhen) {
  record_->handed_on({{"id", "d1"},
                      {"by", "ana " + fake_github_token()},
                      {"to", "ben"},
                      {"tier", 2},
                      {"until", "2025-03-01T10:00:00Z"}});
  const AuditRecord record = last_record();
  expect_from_the_session(record);
  EXPECT_EQ(record.tool_name, "answer");
  EXPECT_EQ(record.act, "answer");
  EXPECT_EQ(record.risk_tier, 2);
  EXPECT_EQ(record.rule, "delegate");
  EXPECT_EQ(record.decision, "allow");
  EXPECT_EQ(record.reason, "answering was handed on until 2025-03-01T10:00:00Z");
  EXPECT_EQ(without_tags(record.result_summary), "tier 2 handed on to ben by ana ghp_[redacted]");
  EXPECT_EQ(without_tags(record.effect.at("by")), "ana ghp_[redacted]");
  EXPECT_EQ(record.effect.at("to"), "ben");
  EXPECT_EQ(record.effect.at("id"), "d1");
  EXPECT_EQ(record.outcome, "done");
  record_->handed_on(Json::object());
  EXPECT_EQ(last_record().risk_tier, 3) << "what is not said is the worst";
}

TEST_F(SessionFactsRecordTest, AReadThatCouldNotBeJudgedIsARefusal) {
  record_->unjudged_read(4711, "guard could not look at the process");
  const AuditRecord record = last_record();
  expect_from_the_session(record);
  EXPECT_EQ(record.tool_name, "read");
  EXPECT_EQ(record.act, "read");
  EXPECT_EQ(record.risk_tier, 2);
  EXPECT_EQ(record.rule, "secrets.gate");
  EXPECT_EQ(record.decision, "deny");
  EXPECT_EQ(record.reason, "guard could not look at the process");
  EXPECT_EQ(record.result_summary, "");
  EXPECT_EQ(record.category, "FS_CONFIG_SECRETS");
  EXPECT_EQ(record.pid, 4711);
  EXPECT_TRUE(record.objects.empty());
  EXPECT_EQ(record.outcome, "refused");
  EXPECT_EQ(record.error, EPERM);
}

TEST_F(SessionFactsRecordTest, AReadThatDidNotWaitNamesTheFileAndNobody) {
  record_->hurried_read("/w/" + fake_github_token());
  const AuditRecord record = last_record();
  expect_from_the_session(record);
  EXPECT_EQ(record.act, "read");
  EXPECT_EQ(record.risk_tier, 2);
  EXPECT_EQ(record.rule, "secrets.gate");
  EXPECT_EQ(record.decision, "deny");
  EXPECT_EQ(record.reason,
            "somebody, perhaps outside of this session, opened it without waiting for an answer, "
            "or ended while waiting");
  EXPECT_EQ(without_tags(record.result_summary), "read /w/ghp_[redacted]");
  ASSERT_EQ(record.objects.size(), 1U);
  EXPECT_EQ(without_tags(record.objects.front()), "/w/ghp_[redacted]");
  EXPECT_EQ(record.category, "FS_CONFIG_SECRETS");
  EXPECT_EQ(record.pid, 0);
  EXPECT_EQ(record.error, EAGAIN);
  EXPECT_EQ(record.outcome, "refused");
}

TEST_F(SessionFactsRecordTest, RefusedAndSkippedReadsAreCounted) {
  EXPECT_EQ(record_->reads_refused(), 0U);
  record_->unjudged_read(4711, "why");
  record_->hurried_read("/w/.env");
  record_->foreign_request("approve", 4711);
  PendingCall call = deletion();
  record_->refused(call, EPERM);
  EXPECT_EQ(record_->reads_refused(), 1U);
  EXPECT_EQ(record_->reads_skipped(), 1U);
}

TEST_F(SessionFactsRecordTest, ARequestThatTheTreeMayNotMakeIsARefusal) {
  record_->foreign_request("POST /v1/x " + fake_github_token(), 4711);
  const AuditRecord record = last_record();
  expect_from_the_session(record);
  EXPECT_EQ(record.tool_name, "api");
  EXPECT_EQ(record.act, "api");
  EXPECT_EQ(record.risk_tier, 2);
  EXPECT_EQ(record.error, EPERM);
  EXPECT_EQ(record.rule, "api.role");
  EXPECT_EQ(record.decision, "deny");
  EXPECT_EQ(record.reason, "a process of the tree may not do this");
  EXPECT_EQ(without_tags(record.result_summary), "POST /v1/x ghp_[redacted]");
  EXPECT_EQ(record.category, "");
  EXPECT_EQ(record.pid, 4711);
  EXPECT_EQ(record.outcome, "refused");
}

TEST_F(SessionFactsRecordTest, AnAlertThatReachedNobodySaysWhy) {
  record_->alert_failed("webhook", "refused " + fake_github_token());
  const AuditRecord record = last_record();
  expect_from_the_session(record);
  EXPECT_EQ(record.tool_name, "alert");
  EXPECT_EQ(record.act, "alert");
  EXPECT_EQ(record.risk_tier, 1);
  EXPECT_EQ(record.rule, "alerts.webhook");
  EXPECT_EQ(record.decision, "allow");
  EXPECT_EQ(without_tags(record.reason), "refused ghp_[redacted]");
  EXPECT_EQ(without_tags(record.result_summary),
            "an alert by webhook failed: refused ghp_[redacted]");
  EXPECT_EQ(record.outcome, "failed");
}

TEST_F(SessionFactsRecordTest, AnInheritedDescriptorIsRecordedAsWhatBecameOfIt) {
  struct Row {
    int number;
    bool closed;
    std::string rule;
    std::string decision;
    std::string outcome;
    std::string reason;
  };
  const std::string stream = "standard streams stay open: no rule sees what is done through them";
  const std::string kept = "kept by --keep-fd: no rule sees what is done through it";
  const std::string closed =
      "closed: no rule would see what is done through it; --keep-fd keeps it";
  const std::vector<Row> cases = {
      {0, false, "descriptors.stream", "allow", "done", stream},
      {2, false, "descriptors.stream", "allow", "done", stream},
      {3, false, "descriptors.keep-fd", "allow", "done", kept},
      {3, true, "descriptors.closed", "deny", "refused", closed},
      {1, true, "descriptors.closed", "deny", "refused", closed},
  };
  for (const Row& row : cases) {
    record_->inherited({row.number, "/w/a", "open for writing", row.closed});
    const AuditRecord record = last_record();
    EXPECT_EQ(record.rule, row.rule) << row.number;
    EXPECT_EQ(record.decision, row.decision) << row.rule;
    EXPECT_EQ(record.outcome, row.outcome) << row.rule;
    EXPECT_EQ(record.reason, row.reason);
    EXPECT_EQ(record.effect, (Json{{"descriptor", row.number}, {"is", "open for writing"}}));
  }
}

TEST_F(SessionFactsRecordTest, AnInheritedDescriptorIsNamedWithoutSecrets) {
  record_->inherited({3, "/w/" + fake_github_token(), "open for writing", false});
  const AuditRecord record = last_record();
  expect_from_the_session(record);
  EXPECT_EQ(record.tool_name, "inherit");
  EXPECT_EQ(record.act, "inherit");
  EXPECT_EQ(record.risk_tier, 1);
  EXPECT_EQ(without_tags(record.result_summary),
            "inherited descriptor 3: /w/ghp_[redacted], open for writing");
  ASSERT_EQ(record.objects.size(), 1U);
  EXPECT_EQ(without_tags(record.objects.front()), "/w/ghp_[redacted]");
  record_->inherited({4, "", "a socket", false});
  EXPECT_EQ(last_record().result_summary, "inherited descriptor 4: a socket");
  EXPECT_TRUE(last_record().objects.empty());
}

}  // namespace
}  // namespace guard::supervisor
