// SPDX-License-Identifier: Apache-2.0
// A CallRecorder with a real database in a folder of the test's own, somebody who watches, and what
// is on record afterwards.
#ifndef GUARD_TESTS_SUPERVISOR_CALL_CALL_RECORD_FIXTURE_H_
#define GUARD_TESTS_SUPERVISOR_CALL_CALL_RECORD_FIXTURE_H_

#include <gtest/gtest.h>

#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "supervisor/call/call_record.h"
#include "tests/supervisor/audit/sample_records.h"
#include "tests/supervisor/audit/temporary_folder.h"
#include "tests/supervisor/support/made_call.h"

namespace guard::supervisor {

// The database is away while it lives: nothing can be written.
class DatabaseGone {
 public:
  explicit DatabaseGone(const TemporaryFolder& folder) : path_(folder.file("audit.db")) {
    EXPECT_EQ(std::rename(path_.c_str(), (path_ + ".away").c_str()), 0);
  }
  DatabaseGone(const DatabaseGone&) = delete;
  DatabaseGone& operator=(const DatabaseGone&) = delete;
  ~DatabaseGone() { EXPECT_EQ(std::rename((path_ + ".away").c_str(), path_.c_str()), 0); }

 private:
  std::string path_;
};

class CallRecordFixture : public ::testing::Test {
 protected:
  using Json = nlohmann::json;

  CallRecordFixture() {
    auto recorder = Recorder::open(folder_.path(), "s");
    if (!recorder) throw std::runtime_error(recorder.error().text());
    recorder_ = std::move(*recorder);
    tree_.set_root(kMadeAgent);
    record_.emplace(RecordContext{*recorder_, redactor_, "ana", "verified", tree_, live_,
                                  [this](const PendingCall&, const char* outcome, int error) {
                                    tried_.push_back(std::string(outcome) + " " +
                                                     std::to_string(error));
                                  }});
  }

  // As they were stored.
  std::vector<StoredRecord> rows() {
    EXPECT_TRUE(recorder_->flush());
    AuditFilter filter;
    filter.order = Order::kAsStored;
    return read_all(folder_.path(), filter);
  }
  AuditRecord last_record() {
    const auto all = rows();
    EXPECT_FALSE(all.empty());
    return all.empty() ? AuditRecord() : all.back().record;
  }
  // From now on TOLD has what watchers see.
  void watch() {
    (void)live_.subscribe([this](const Json& act) { told_.push_back(act); });
  }

  // Tier 2, approved.
  static PendingCall deletion() {
    PendingCall call = made_act(policy::Act::kDelete, {made_object("/w/a")});
    call.action.syscall = "unlinkat";
    call.action.actor = call.process->program->actor;
    call.approval_id = "q1";
    call.approval_status = "approved";
    call.decision.verdict = policy::Verdict::kAsk;
    call.decision.rule = "fs.delete";
    call.decision.reason = "deletes what was there";
    call.decision.assessment.tier = 2;
    call.decision.assessment.categories = {policy::Category::kFsDeleteOverwrite,
                                           policy::Category::kFsOutsideWorkspace};
    return call;
  }
  // Tier 0, by a child of the agent's command.
  static PendingCall allowed(policy::Act act) {
    PendingCall call = made_act(act);
    const auto actor = made_actor();
    actor->command = kMadeShell;
    call.process = actor;
    call.decision.verdict = policy::Verdict::kAllow;
    return call;
  }

  TemporaryFolder folder_;
  Redactor redactor_{std::string(32, 'k')};
  ProcessTree tree_{[](pid_t, Gone) {}};
  LiveActs live_;
  std::vector<Json> told_;
  std::vector<std::string> tried_;
  std::unique_ptr<Recorder> recorder_;
  std::optional<CallRecorder> record_;
};

}  // namespace guard::supervisor

#endif  // GUARD_TESTS_SUPERVISOR_CALL_CALL_RECORD_FIXTURE_H_
