// SPDX-License-Identifier: Apache-2.0
// Records of calls: which there are, and what they say. Facts that never were a call:
// session_facts_record_test.cc.
#include "supervisor/call/call_record.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/uuid.h"
#include "tests/supervisor/audit/fake_secrets.h"
#include "tests/supervisor/audit/redacted_text.h"
#include "tests/supervisor/call/call_record_fixture.h"

namespace guard::supervisor {
namespace {

using policy::Act;
using policy::Verdict;
using Words = std::vector<std::string>;

class CallRecordTest : public CallRecordFixture {
 protected:
  AuditRecord record_of(PendingCall call) {
    record_->ended(call, 0);
    return last_record();
  }
};

TEST_F(CallRecordTest, ARecordSaysWhatWasDecidedAndWhy) {
  const AuditRecord record = record_of(deletion());
  EXPECT_EQ(record.user_id, "ana");
  EXPECT_EQ(record.level, "verified");
  EXPECT_EQ(record.tool_name, "delete");
  EXPECT_EQ(record.act, "delete");
  EXPECT_EQ(record.syscall, "unlinkat");
  EXPECT_EQ(record.result_summary, "delete /w/a");
  EXPECT_EQ(record.risk_tier, 2);
  EXPECT_EQ(record.approval_id, "q1");
  EXPECT_EQ(record.approval_status, "approved");
  EXPECT_EQ(record.category, "FS_DELETE_OVERWRITE");
  EXPECT_EQ(record.categories, (Words{"FS_DELETE_OVERWRITE", "FS_OUTSIDE_WORKSPACE"}));
  EXPECT_EQ(record.rule, "fs.delete");
  EXPECT_EQ(record.decision, "ask");
  EXPECT_EQ(record.reason, "deletes what was there");
}

TEST_F(CallRecordTest, ARecordSaysWhoDidItToWhat) {
  const AuditRecord record = record_of(deletion());
  EXPECT_EQ(record.objects, Words{"/w/a"});
  EXPECT_EQ(record.cwd, "/w");
  EXPECT_EQ(record.exe, "/usr/bin/rm");
  EXPECT_EQ(record.pid, kMadeActor);
  EXPECT_EQ(record.chain, (Words{"5000003 rm", "5000002 bash", "5000001 claude"}));
  EXPECT_EQ(record.kind, "act");
  EXPECT_EQ(record.outcome, "done");
  EXPECT_EQ(record.error, 0);
  EXPECT_TRUE(is_uuid(record.request_id));
}

TEST_F(CallRecordTest, WhatACallDoesNotHaveIsNotMadeUp) {
  PendingCall call = deletion();
  call.approval_id.clear();
  call.approval_status.clear();
  call.decision.assessment.categories.clear();
  call.process = nullptr;
  const AuditRecord record = record_of(std::move(call));
  EXPECT_FALSE(record.approval_id);
  EXPECT_FALSE(record.approval_status);
  EXPECT_FALSE(record.undo_id);
  EXPECT_EQ(record.category, "");
  EXPECT_TRUE(record.categories.empty());
  EXPECT_TRUE(record.chain.empty());
  EXPECT_TRUE(record.argv.empty());
  EXPECT_TRUE(record.effect.is_null());
}

TEST_F(CallRecordTest, ACommandIsRecordedWithItsWordsAndWhatTheyName) {
  PendingCall call = made_exec("/opt/tool", {"tool", "d"});
  call.undo_id = "s:7";
  policy::Effect& effect = call.decision.assessment.effect.emplace();
  effect.files = 1;
  effect.directories = 2;
  effect.bytes = 3;
  effect.born = 4;
  effect.built = 5;
  effect.preexisting = 6;
  effect.secrets = 7;
  effect.complete = false;
  effect.operands.resize(2);
  effect.operands[1].object.path = "/w/d";
  const AuditRecord record = record_of(std::move(call));
  EXPECT_EQ(record.argv, (Words{"tool", "d"}));
  EXPECT_EQ(record.args_hash, redactor_.args_hash({"tool", "d"}));
  EXPECT_EQ(record.exe, "/opt/tool");
  EXPECT_EQ(record.objects, Words{"/w/d"});
  EXPECT_EQ(record.undo_id, "s:7");
  EXPECT_EQ(record.effect, (Json{{"files", 1},
                                 {"directories", 2},
                                 {"bytes", 3},
                                 {"born", 4},
                                 {"built", 5},
                                 {"preexisting", 6},
                                 {"secrets", 7},
                                 {"complete", false}}));
}

TEST_F(CallRecordTest, OfACallWithoutObjectsThePeerIsOne) {
  PendingCall call = made_act(Act::kConnect);
  call.action.destination.protocol = "tcp";
  call.action.destination.address = "192.0.2.7";
  call.action.destination.port = 443;
  record_->ended(call, 0);
  EXPECT_EQ(last_record().objects, Words{"tcp 192.0.2.7 443"});
  call.action.destination.name = "example.org";
  record_->ended(call, 0);
  EXPECT_EQ(last_record().objects, (Words{"tcp 192.0.2.7 443", "example.org"}));
  call.action.objects = {made_object("/run/x.sock")};
  record_->ended(call, 0);
  EXPECT_EQ(last_record().objects, Words{"/run/x.sock"});
  call.decision.assessment.effect.emplace().operands.emplace_back().object.path = "/w/d";
  record_->ended(call, 0);
  EXPECT_EQ(last_record().objects, Words{"/run/x.sock"});
}

TEST_F(CallRecordTest, AProcessWithoutWordsIsCalledByItsImage) {
  PendingCall call = deletion();
  call.process = made_process(kMadeActor, made_program("/usr/bin/rm", {}));
  EXPECT_EQ(record_of(std::move(call)).chain, Words{"5000003 rm"});
}

TEST_F(CallRecordTest, NoSecretGoesOnRecord) {
  const std::string secret = fake_github_token();
  PendingCall call = made_exec("/opt/" + secret, {"tool", secret});
  call.action.cwd = "/w/" + secret;
  call.decision.reason = "of " + secret;
  call.process = made_process(kMadeActor, made_program("/usr/bin/x", {secret}));
  call.decision.assessment.effect.emplace().operands.emplace_back().object.path = "/w/" + secret;
  const auto text_of = [](const AuditRecord& record) { return to_json(record).dump(); };
  record_->refused(call, EPERM);
  EXPECT_EQ(text_of(last_record()).find(secret), std::string::npos) << text_of(last_record());
  EXPECT_EQ(last_record().args_hash, redactor_.args_hash({"tool", secret}));
  call.action.act = Act::kDelete;
  call.action.actor.exe = "/opt/" + secret;
  call.action.objects = {made_object("/w/" + secret)};
  record_->refused(call, EPERM);
  EXPECT_EQ(text_of(last_record()).find(secret), std::string::npos) << text_of(last_record());
  EXPECT_EQ(without_tags(last_record().objects.front()), "/w/ghp_[redacted]");
  call.action.act = Act::kConnect;
  call.action.objects.clear();
  call.decision.assessment.effect.reset();
  call.action.destination.address = secret;
  record_->refused(call, EPERM);
  EXPECT_EQ(without_tags(last_record().objects.front()), " ghp_[redacted] 0");
}

TEST_F(CallRecordTest, OnlyWhatIsWorthItGoesOnRecordAndToWatchers) {
  struct Row {
    const char* what;
    Act act;
    int tier;
    Verdict verdict;
    const char* undo_id;
    pid_t pid;      // 0: no process
    pid_t command;  // that it belongs to
    bool wanted;
  };
  constexpr pid_t kChild = kMadeActor;
  constexpr pid_t kShell = kMadeShell;
  const std::vector<Row> cases = {
      {"tier 0", Act::kDelete, 0, Verdict::kAllow, "", kChild, kShell, false},
      {"tier 1", Act::kDelete, 1, Verdict::kAllow, "", kChild, kShell, true},
      {"asked", Act::kDelete, 0, Verdict::kAsk, "", kChild, kShell, true},
      {"denied", Act::kDelete, 0, Verdict::kDeny, "", kChild, kShell, true},
      {"saved", Act::kDelete, 0, Verdict::kAllow, "s:1", kChild, kShell, true},
      {"CMD itself", Act::kExec, 0, Verdict::kAllow, "", kMadeAgent, 0, true},
      {"a command", Act::kExec, 0, Verdict::kAllow, "", kShell, kShell, true},
      {"below a command", Act::kExec, 0, Verdict::kAllow, "", kChild, kShell, false},
      {"CMD's own act", Act::kRead, 0, Verdict::kAllow, "", kMadeAgent, 0, false},
      {"a command's act", Act::kRead, 0, Verdict::kAllow, "", kShell, kShell, false},
      {"of nobody", Act::kExec, 0, Verdict::kAllow, "", 0, 0, false},
  };
  watch();
  for (const Row& row : cases) {
    PendingCall call = allowed(row.act);
    const auto process = made_process(row.pid, call.process->program);
    process->command = row.command;
    call.process = row.pid == 0 ? nullptr : process;
    call.decision.assessment.tier = row.tier;
    call.decision.verdict = row.verdict;
    call.undo_id = row.undo_id;
    told_.clear();
    const std::size_t before = rows().size();
    record_->ended(call, 0);
    EXPECT_EQ(rows().size() - before, row.wanted ? 1U : 0U) << row.what;
    EXPECT_EQ(told_.size(), row.wanted ? 1U : 0U) << row.what;
  }
  EXPECT_EQ(tried_.size(), cases.size()) << "all of them were tried";
}

TEST_F(CallRecordTest, AnActThatWasTriedSaysHowItWent) {
  PendingCall call = deletion();
  record_->ended(call, ENOENT);
  EXPECT_EQ(last_record().outcome, "failed");
  EXPECT_EQ(last_record().error, ENOENT);
  record_->ended(call, 0);
  EXPECT_EQ(last_record().outcome, "done");
  EXPECT_EQ(tried_, (Words{"failed " + std::to_string(ENOENT), "done 0"}));
}

TEST_F(CallRecordTest, NobodyNeedsToBeToldWhatWasTried) {
  CallRecorder quiet(RecordContext{*recorder_, redactor_, "ana", "verified", tree_, live_, {}});
  PendingCall call = deletion();
  quiet.ended(call, 0);
  EXPECT_EQ(last_record().outcome, "done");
}

TEST_F(CallRecordTest, HowLongItTookIsOnRecord) {
  PendingCall call = deletion();
  call.received -= std::chrono::hours(1);
  record_->ended(call, 0);
  EXPECT_GE(last_record().duration_ms, 3'600'000);
  ASSERT_TRUE(record_->store_intent(call));
  record_->ended(call, 0);
  EXPECT_GE(last_record().duration_ms, 3'600'000);
}

TEST_F(CallRecordTest, EveryRefusalIsOnRecord) {
  PendingCall call = allowed(Act::kRead);
  watch();
  record_->refused(call, EACCES);
  const AuditRecord record = last_record();
  EXPECT_EQ(record.outcome, "refused");
  EXPECT_EQ(record.error, EACCES);
  EXPECT_EQ(record.decision, "allow");
  EXPECT_TRUE(told_.empty()) << "nothing that watchers want";
  EXPECT_TRUE(tried_.empty());
  call.decision.verdict = Verdict::kDeny;
  record_->refused(call, EPERM);
  EXPECT_EQ(last_record().decision, "deny");
  ASSERT_EQ(told_.size(), 1U);
  EXPECT_EQ(told_.front()["outcome"], "refused");
  EXPECT_EQ(told_.front()["errno"], EPERM);
}

TEST_F(CallRecordTest, AnIntentIsThereBeforeTheActAndGetsItsOutcome) {
  PendingCall call = deletion();
  ASSERT_TRUE(record_->store_intent(call));
  EXPECT_TRUE(call.intent_stored);
  EXPECT_EQ(last_record().kind, "intent");
  EXPECT_EQ(last_record().outcome, "unknown");
  EXPECT_EQ(last_record().request_id, call.request_id);
  record_->ended(call, ENOENT);
  ASSERT_EQ(rows().size(), 1U);
  EXPECT_EQ(last_record().outcome, "failed");
  EXPECT_EQ(last_record().error, ENOENT);
  EXPECT_EQ(last_record().result_summary, "delete /w/a");
  EXPECT_EQ(rows().back().ending->outcome.result_summary, "");
  EXPECT_EQ(tried_, Words{"failed " + std::to_string(ENOENT)});
}

TEST_F(CallRecordTest, AnIntentThatIsRefusedSaysWhy) {
  PendingCall call = deletion();
  ASSERT_TRUE(record_->store_intent(call));
  call.decision.reason = "no longer " + fake_github_token();
  record_->refused(call, EPERM);
  ASSERT_EQ(rows().size(), 1U);
  EXPECT_EQ(last_record().outcome, "refused");
  EXPECT_EQ(last_record().error, EPERM);
  ASSERT_TRUE(rows().back().ending);
  EXPECT_EQ(without_tags(rows().back().ending->outcome.result_summary), "no longer ghp_[redacted]");
}

TEST_F(CallRecordTest, AnIntentThatCannotBeStoredIsAnErrorAndTheRefusalARecordOfItsOwn) {
  PendingCall call = deletion();
  {
    const DatabaseGone gone(folder_);
    EXPECT_FALSE(record_->store_intent(call));
  }
  EXPECT_FALSE(call.intent_stored);
  record_->refused(call, EPERM);
  ASSERT_EQ(rows().size(), 1U);
  EXPECT_EQ(last_record().kind, "act");
  EXPECT_EQ(last_record().outcome, "refused");
}

TEST_F(CallRecordTest, AnErrorOfGuardsOwnIsADenial) {
  PendingCall call = deletion();
  record_->broken(call, Error{Code::kSystem, EIO, "resolve: openat2"});
  AuditRecord record = last_record();
  EXPECT_EQ(record.decision, "deny");
  EXPECT_EQ(record.rule, "internal");
  EXPECT_EQ(record.reason, "guard could not judge this act: resolve: openat2: Input/output error");
  EXPECT_EQ(record.outcome, "refused");
  EXPECT_EQ(record.error, EIO);
  EXPECT_EQ(record.risk_tier, 0) << "what it was is not known";
  EXPECT_EQ(call.decision.verdict, Verdict::kDeny);
  record_->broken(call, Error{Code::kInternal, 0, "decode"});
  EXPECT_EQ(last_record().error, EPERM);
}

TEST_F(CallRecordTest, WhatIsDangerousMustBeOnRecordFirst) {
  for (const int tier : {0, 1, 2, 3}) {
    PendingCall call = deletion();
    call.decision.assessment.tier = tier;
    EXPECT_EQ(record_->must_come_first(call), tier >= 2) << tier;
  }
}

TEST_F(CallRecordTest, WhileRecordsCannotBeWrittenAllThatGoesOnRecordMustComeFirst) {
  const DatabaseGone gone(folder_);
  recorder_->record(sample_record());
  for (int tries = 0; tries < 1200 && !recorder_->is_behind(); ++tries)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  ASSERT_TRUE(recorder_->is_behind());
  PendingCall call = allowed(Act::kRead);
  EXPECT_FALSE(record_->must_come_first(call));
  call.decision.assessment.tier = 1;
  EXPECT_TRUE(record_->must_come_first(call));
}

TEST_F(CallRecordTest, ReadersSeeEveryActWhoseProgramWasAnswered) {
  std::atomic<bool> written = false;
  auto answering = record_->answering();
  std::thread reader([&] {
    EXPECT_TRUE(record_->write_out());
    written = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_FALSE(written) << "a program is being answered";
  PendingCall call = deletion();
  record_->ended(call, 0);
  answering.unlock();
  reader.join();
  EXPECT_EQ(read_all(folder_.path()).size(), 1U);
}

TEST_F(CallRecordTest, ACallThatIsOverIsRecordedAsOneThatEnded) {
  PendingCall ends = deletion();
  ends.received -= std::chrono::hours(1);
  record_->ended(ends, ENOENT);
  AuditRecord expected = last_record();
  auto over = std::make_shared<PendingCall>(deletion());
  over->received -= std::chrono::hours(1);
  record_->over(over, ENOENT);
  AuditRecord record = last_record();
  EXPECT_TRUE(over->end_recorded);
  EXPECT_GE(record.duration_ms, 3'600'000);
  EXPECT_GE(record.timestamp, expected.timestamp);
  EXPECT_NE(record.request_id, expected.request_id);
  for (AuditRecord* const one : {&record, &expected}) {
    one->request_id = one->timestamp = one->prev_hash = one->hash = "";
    one->seq = 0;
    one->duration_ms = 0;
  }
  EXPECT_EQ(to_json(record), to_json(expected));
  EXPECT_EQ(tried_.size(), 2U);
}

TEST_F(CallRecordTest, ACallThatIsOverHoldsNothingWhileItsRecordWaits) {
  auto over = std::make_shared<PendingCall>(deletion());
  over->held.socket = UniqueFd(::dup(0));
  const int number = over->held.socket.get();
  over->walked.resize(1000);
  record_->over(over, 0);
  EXPECT_EQ(::fcntl(number, F_GETFD), -1);
  EXPECT_TRUE(over->walked.empty());
  EXPECT_EQ(rows().size(), 1U);
  EXPECT_EQ(over.use_count(), 1) << "it is let go of with its record";
}

TEST_F(CallRecordTest, AnIntentGetsTheOutcomeOfACallThatIsOver) {
  auto over = std::make_shared<PendingCall>(deletion());
  ASSERT_TRUE(record_->store_intent(*over));
  record_->over(over, 0);
  ASSERT_EQ(rows().size(), 1U);
  EXPECT_EQ(last_record().outcome, "done");
}

TEST_F(CallRecordTest, WhatIsNotWorthItIsNotRecordedOfACallThatIsOver) {
  record_->over(std::make_shared<PendingCall>(allowed(policy::Act::kModify)), 0);
  EXPECT_TRUE(rows().empty());
  EXPECT_EQ(tried_.size(), 1U);
}

TEST_F(CallRecordTest, WatchersSeeWhatGoesOnRecord) {
  PendingCall call = deletion();
  watch();
  record_->ended(call, ENOENT);
  ASSERT_EQ(told_.size(), 1U);
  EXPECT_TRUE(parse_iso_time(told_.front()["time"].get<std::string>()));
  told_.front().erase("time");
  EXPECT_EQ(told_.front(), (Json{{"act", "delete"},
                                 {"what", "delete /w/a"},
                                 {"tier", 2},
                                 {"category", "FS_DELETE_OVERWRITE"},
                                 {"rule", "fs.delete"},
                                 {"reason", "deletes what was there"},
                                 {"decision", "ask"},
                                 {"approval_status", "approved"},
                                 {"pid", kMadeActor},
                                 {"outcome", "failed"},
                                 {"errno", ENOENT}}));
}

TEST_F(CallRecordTest, AnEventTellsNoSecretAndNoCategoryThatThereIsNot) {
  PendingCall call = made_act(Act::kDelete, {made_object("/w/" + fake_github_token())});
  call.decision.reason = "of " + fake_github_token();
  const Json event = record_->event_of(call);
  EXPECT_EQ(event["category"], "");
  EXPECT_EQ(without_tags(event["what"].get<std::string>()), "delete /w/ghp_[redacted]");
  EXPECT_EQ(without_tags(event["reason"].get<std::string>()), "of ghp_[redacted]");
}

}  // namespace
}  // namespace guard::supervisor
