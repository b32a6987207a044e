// SPDX-License-Identifier: Apache-2.0
// CallRecorder: what of a call goes on record, and when: every command of the agent, every decided
// act from tier 1 up, every refusal, every change that undo can take back. Intent before the act
// (tier 2 and up; while the recorder is behind, all but those changes of tier 0), outcome after it.
// Redacts before anything leaves it. Any thread.
#ifndef GUARD_SUPERVISOR_CALL_CALL_RECORD_H_
#define GUARD_SUPERVISOR_CALL_CALL_RECORD_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <shared_mutex>
#include <string>
#include <vector>

#include "base/error.h"
#include "interceptor/launch/inheritance.h"
#include "supervisor/api/live_acts.h"
#include "supervisor/approval/broker.h"
#include "supervisor/approval/grant.h"
#include "supervisor/audit/record/record.h"
#include "supervisor/audit/redaction/redactor.h"
#include "supervisor/audit/store/recorder.h"
#include "supervisor/call/pending_call.h"
#include "supervisor/call/record_of_call.h"

namespace guard::supervisor {

struct RecordContext {
  Recorder& recorder;
  const Redactor& redactor;
  std::string user_id;
  std::string level;
  const ProcessTree& tree;
  LiveActs& live;
  // An act was tried: what it was, how it went.
  std::function<void(const PendingCall&, const char* outcome, int error)> on_tried;
};

class CallRecorder {
 public:
  // Held from before a program is answered until what it did is queued. One thread takes and gives
  // it back.
  using Answering = std::shared_lock<std::shared_mutex>;

  explicit CallRecorder(RecordContext context);

  [[nodiscard]] Answering answering() { return Answering(answering_); }
  // Blocks until readers of the record see every act whose program has been answered.
  Result<void> write_out();

  // Its record must be durable before the act: for tier 2 and up always, else while records that
  // were queued are not written.
  [[nodiscard]] bool must_come_first(const PendingCall& call) const;
  // Durable before it returns: on a worker. On error the act must not happen.
  Result<void> store_intent(PendingCall& call);
  // The act has been tried; `error` is what the program saw (0: it happened).
  void ended(PendingCall& call, int error);
  // As ended(), and nobody works on it any more: what it held is let go of, and its record made
  // when it is written, so that the program need not wait for that.
  void over(CallPtr call, int error);
  void refused(PendingCall& call, int error);
  // An error of guard's own on the way: the call was refused for it.
  void broken(PendingCall& call, const Error& error);
  // Records who approved or denied the question about CALL, and how long that took: a record of its
  // own.
  void answered(const PendingCall& call, const Settled& settled);
  // The same of a QUESTION that root's guard had put here, and that WAITED.
  void answered_for_root(const Question& question, const Settled& settled,
                         std::chrono::milliseconds waited);
  // One approver handed answering to another user.
  void handed_on(const nlohmann::json& delegation);
  // BY approved these CATEGORIES for all of the session: an answer to questions still to come.
  void approved_for_session(const std::string& by, const std::vector<policy::Category>& categories);
  // BY took a GRANT back. WORKSPACE: where one holds that outlives the session.
  void taken_back(const std::string& by, const Grant& grant, const std::string& workspace);
  // A job that had been handed on ended before its time.
  void handed_back(const std::string& by, const nlohmann::json& delegation);
  // BY let the whole session stand still or go on, or ended it.
  void braked(const std::string& summary, const std::string& by);
  // An open of a secret that could not be handed to the pipeline: it failed. PATH: if it is known.
  void unjudged_read(pid_t reader, const std::string& why, const std::string& path = {});
  // An open of a secret that did not wait for an answer: the kernel refused it, to whom nobody
  // knows.
  void hurried_read(const std::string& path);
  // How many of the former and of the latter there were. Any thread.
  [[nodiscard]] std::uint64_t reads_refused() const { return reads_refused_.load(); }
  [[nodiscard]] std::uint64_t reads_skipped() const { return reads_skipped_.load(); }
  // Somebody could not be alerted this WAY, for this cause.
  void alert_failed(const std::string& way, const std::string& cause);
  // CMD starts with it open: what is done through it, no rule sees.
  void inherited(const interceptor::InheritedObject& object);
  // A request that the peer's role does not allow.
  void foreign_request(const std::string& request, pid_t peer);
  // How many of them. Any thread.
  [[nodiscard]] std::uint64_t requests_refused() const { return requests_refused_.load(); }
  [[nodiscard]] nlohmann::json event_of(const PendingCall& call) const;

 private:
  [[nodiscard]] AuditRecord record_of(PendingCall& call) const;
  // Those who watch, and those who count on it.
  void tell(PendingCall& call, int error);
  void put_down(PendingCall& call, int error);
  // WHAT was asked about; nullopt: no person answered.
  [[nodiscard]] std::optional<AuditRecord> answer_record(const Settled& settled,
                                                         const std::string& what) const;
  // For an act that never was a call of the pipeline.
  [[nodiscard]] AuditRecord refusal_by(const char* rule, const char* tool, pid_t process,
                                       const std::string& why, const std::string& what) const;
  [[nodiscard]] bool wanted(const PendingCall& call) const;
  void tell_watchers(const PendingCall& call, const char* outcome, int error) const;

  [[nodiscard]] AuditRecord refused_read(pid_t reader, const std::string& why,
                                         const std::string& what);

  RecordContext context_;
  std::shared_ptr<const RecordWords> words_;
  std::shared_mutex answering_;
  std::atomic<std::uint64_t> reads_refused_ = 0;
  std::atomic<std::uint64_t> reads_skipped_ = 0;
  std::atomic<std::uint64_t> requests_refused_ = 0;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_CALL_CALL_RECORD_H_
