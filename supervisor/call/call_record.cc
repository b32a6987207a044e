// SPDX-License-Identifier: Apache-2.0
#include "supervisor/call/call_record.h"

#include <cerrno>
#include <chrono>
#include <utility>

#include "base/clock.h"
#include "base/text/text.h"
#include "base/uuid.h"
#include "policy/vocabulary/own_rules.h"
#include "policy/vocabulary/reason_text.h"
#include "supervisor/approval/grant_kind.h"
#include "supervisor/audit/record/chain.h"
#include "supervisor/audit/record/right_record.h"
#include "supervisor/call/act_text.h"
#include "supervisor/call/record_of_call.h"

namespace guard::supervisor {
namespace {

std::int64_t age_in_milliseconds(const PendingCall& call) {
  const auto age = std::chrono::steady_clock::now() - call.received;
  return std::chrono::duration_cast<std::chrono::milliseconds>(age).count();
}

// A connection that is begun goes on by itself.
const char* outcome_name(int error) {
  return error == 0 || error == EINPROGRESS ? "done" : "failed";
}

}  // namespace

bool CallRecorder::wanted(const PendingCall& call) const {
  if (call.decision.assessment.tier >= 1 || call.decision.verdict != policy::Verdict::kAllow ||
      !call.decision.monitored.empty())
    return true;
  if (!call.undo_id.empty()) return true;
  if (call.action.act != policy::Act::kExec || call.process == nullptr) return false;
  return call.process->pid == context_.tree.root() || call.process->command == call.process->pid;
}

CallRecorder::CallRecorder(RecordContext context)
    : context_(std::move(context)),
      words_(std::make_shared<const RecordWords>(
          RecordWords{context_.redactor, context_.user_id, context_.level})) {}

AuditRecord CallRecorder::record_of(PendingCall& call) const {
  if (call.request_id.empty()) call.request_id = make_uuid();
  AuditRecord record = supervisor::record_of(call, *words_);
  record.duration_ms = age_in_milliseconds(call);
  return record;
}

Result<void> CallRecorder::write_out() {
  { const std::unique_lock all_answered(answering_); }
  return context_.recorder.write_out();
}

bool CallRecorder::must_come_first(const PendingCall& call) const {
  return call.decision.assessment.tier >= 2 || (context_.recorder.is_behind() && wanted(call));
}

Result<void> CallRecorder::store_intent(PendingCall& call) {
  auto stored = context_.recorder.store_intent(record_of(call));
  call.intent_stored = stored.has_value();
  return stored;
}

// Watchers see what goes on record.
void CallRecorder::tell_watchers(const PendingCall& call, const char* outcome, int error) const {
  if (!context_.live.wanted() || !wanted(call)) return;
  nlohmann::json act = event_of(call);
  act["outcome"] = outcome;
  act["errno"] = error;
  context_.live.tell(act);
}

void CallRecorder::tell(PendingCall& call, int error) {
  tell_watchers(call, outcome_name(error), error);
  if (context_.on_tried) context_.on_tried(call, outcome_name(error), error);
  call.end_recorded = call.intent_stored || wanted(call);
}

void CallRecorder::ended(PendingCall& call, int error) {
  tell(call, error);
  put_down(call, error);
}

void CallRecorder::over(CallPtr call, int error) {
  tell(*call, error);
  if (call->intent_stored || !call->end_recorded) return put_down(*call, error);
  auto later = std::make_unique<RecordOfCall>(words_, std::move(call), outcome_name(error), error);
  const std::size_t bytes = later->bytes();
  context_.recorder.record_later(std::move(later), bytes);
}

void CallRecorder::put_down(PendingCall& call, int error) {
  if (call.intent_stored) {
    context_.recorder.store_outcome(
        {call.request_id, outcome_name(error), error, age_in_milliseconds(call), ""});
    return;
  }
  if (!wanted(call)) return;
  AuditRecord record = record_of(call);
  record.outcome = outcome_name(error);
  record.error = error;
  context_.recorder.record(std::move(record));
}

void CallRecorder::refused(PendingCall& call, int error) {
  tell_watchers(call, "refused", error);
  call.end_recorded = true;
  if (call.intent_stored) {
    context_.recorder.store_outcome(
        {call.request_id, "refused", error, age_in_milliseconds(call),
         context_.redactor.text(policy::reason_with_message(call.decision))});
    return;
  }
  AuditRecord record = record_of(call);
  record.outcome = "refused";
  record.error = error;
  context_.recorder.record(std::move(record));
}

void CallRecorder::broken(PendingCall& call, const Error& error) {
  call.decision = policy::internal_denial(error.text());
  refused(call, error.sys_errno == 0 ? EPERM : error.sys_errno);
}

AuditRecord CallRecorder::refusal_by(const char* rule, const char* tool, pid_t process,
                                     const std::string& why, const std::string& what) const {
  AuditRecord record;
  record.user_id = context_.user_id;
  record.tool_name = tool;
  record.act = tool;
  record.risk_tier = 2;
  record.rule = rule;
  record.decision = "deny";
  record.reason = why;
  record.result_summary = context_.redactor.text(what);
  record.pid = process;
  record.level = context_.level;
  record.outcome = "refused";
  record.error = EPERM;
  return record;
}

AuditRecord CallRecorder::refused_read(pid_t reader, const std::string& why,
                                       const std::string& what) {
  AuditRecord record = refusal_by(policy::own_rule("secrets.gate"), "read", reader, why, what);
  record.category = policy::name_of(policy::Category::kFsConfigSecrets);
  record.categories = {record.category};  // where a filter looks for it
  return record;
}

void CallRecorder::unjudged_read(pid_t reader, const std::string& why, const std::string& path) {
  ++reads_refused_;
  AuditRecord record = refused_read(reader, why, path.empty() ? "" : "read " + path);
  if (!path.empty()) record.objects.push_back(context_.redactor.text(path));
  context_.recorder.record(std::move(record));
}

void CallRecorder::hurried_read(const std::string& path) {
  ++reads_skipped_;
  AuditRecord record =
      refused_read(0,
                   "somebody, perhaps outside of this session, opened it without waiting for an "
                   "answer, or ended while waiting",
                   "read " + path);
  record.objects.push_back(context_.redactor.text(path));
  record.error = EAGAIN;
  context_.recorder.record(std::move(record));
}

void CallRecorder::alert_failed(const std::string& way, const std::string& cause) {
  AuditRecord record;
  record.user_id = context_.user_id;
  record.tool_name = kAlertTool;
  record.act = kAlertTool;
  record.risk_tier = 1;
  record.rule = "alerts." + way;
  record.decision = "allow";
  record.reason = context_.redactor.text(cause);
  record.result_summary = "an alert by " + way + " failed: " + context_.redactor.text(cause);
  record.level = context_.level;
  record.outcome = "failed";
  context_.recorder.record(std::move(record));
}

namespace {

struct InheritanceWords {
  const char* rule;
  const char* decision;
  const char* outcome;
  const char* reason;
};

constexpr InheritanceWords kStream = {
    policy::own_rule("descriptors.stream"), "allow", "done",
    "standard streams stay open: no rule sees what is done through them"};
constexpr InheritanceWords kKept = {policy::own_rule("descriptors.keep-fd"), "allow", "done",
                                    "kept by --keep-fd: no rule sees what is done through it"};
constexpr InheritanceWords kClosed = {
    policy::own_rule("descriptors.closed"), "deny", "refused",
    "closed: no rule would see what is done through it; --keep-fd keeps it"};

const InheritanceWords& words_of(const interceptor::InheritedObject& object) {
  if (object.closed) return kClosed;
  return object.number < 3 ? kStream : kKept;
}

}  // namespace

void CallRecorder::inherited(const interceptor::InheritedObject& object) {
  const InheritanceWords& words = words_of(object);
  const std::string name = context_.redactor.text(object.name);
  AuditRecord record;
  record.user_id = context_.user_id;
  record.tool_name = kInheritTool;
  record.act = kInheritTool;
  record.risk_tier = 1;
  record.rule = words.rule;
  record.decision = words.decision;
  record.reason = words.reason;
  record.result_summary = "inherited descriptor " + std::to_string(object.number) + ": " + name +
                          (name.empty() ? "" : ", ") + object.words;
  if (!name.empty()) record.objects.push_back(name);
  record.effect = {{"descriptor", object.number}, {"is", object.words}};
  record.level = context_.level;
  record.outcome = words.outcome;
  context_.recorder.record(std::move(record));
}

void CallRecorder::foreign_request(const std::string& request, pid_t peer) {
  ++requests_refused_;
  context_.recorder.record(refusal_by(policy::own_rule("api.role"), "api", peer,
                                      "a process of the tree may not do this", request));
}

std::optional<AuditRecord> CallRecorder::answer_record(const Settled& settled,
                                                       const std::string& what) const {
  // Nobody's: the session takes no answers any more (Broker::close).
  const bool by_a_person =
      (settled.state == QuestionState::kApproved || settled.state == QuestionState::kDenied) &&
      !settled.answer.by.empty();
  if (!by_a_person) return std::nullopt;  // the call's own record says how it ended
  AuditRecord record;
  record.user_id = context_.user_id;
  record.tool_name = kAnswerTool;
  record.act = kAnswerTool;
  record.approval_status = name_of(settled.state);
  record.decision = settled.answer.approve ? "allow" : "deny";
  record.reason = context_.redactor.text(settled.answer.reason);
  record.result_summary = std::string(name_of(settled.state)) + " by " +
                          context_.redactor.text(settled.answer.by) + ": " + what;
  record.effect = {{"by", context_.redactor.text(settled.answer.by)},
                   {"scope", name_of(settled.answer.scope)}};
  if (!settled.answer.covered_by.empty()) record.effect["covered_by"] = settled.answer.covered_by;
  record.level = context_.level;
  record.outcome = settled.answer.approve ? "done" : "refused";
  return record;
}

void CallRecorder::answered(const PendingCall& call, const Settled& settled) {
  auto record = answer_record(settled, act_text(call, context_.redactor));
  if (!record) return;
  record->risk_tier = call.decision.assessment.tier;
  record->approval_id = call.approval_id;
  record->rule = call.decision.rule;
  record->duration_ms = age_in_milliseconds(call);
  context_.recorder.record(std::move(*record));
}

void CallRecorder::answered_for_root(const Question& question, const Settled& settled,
                                     std::chrono::milliseconds waited) {
  auto record = answer_record(settled, context_.redactor.text(question.what));
  if (!record) return;
  record->risk_tier = question.tier;
  record->rule = question.rule;
  record->duration_ms = waited.count();
  context_.recorder.record(std::move(*record));
}

void CallRecorder::approved_for_session(const std::string& by,
                                        const std::vector<policy::Category>& categories) {
  AuditRecord record;
  record.user_id = context_.user_id;
  record.tool_name = kAnswerTool;
  record.act = kAnswerTool;
  record.risk_tier = 2;
  record.approval_status = name_of(QuestionState::kApproved);
  record.rule = policy::own_rule("approve-session");
  record.decision = "allow";
  record.reason = "categories approved for the session, up to tier 2";
  for (const policy::Category category : categories)
    record.categories.emplace_back(policy::name_of(category));
  if (!record.categories.empty()) record.category = record.categories.front();
  record.effect = {{"by", context_.redactor.text(by)},
                   {"scope", name_of(Scope::kSession)},
                   {"categories", record.categories}};
  std::string names;
  for (const std::string& name : record.categories) names += (names.empty() ? "" : ", ") + name;
  record.result_summary =
      "approved for the session by " + context_.redactor.text(by) + ": " + names;
  record.level = context_.level;
  record.outcome = "done";
  context_.recorder.record(std::move(record));
}

void CallRecorder::taken_back(const std::string& by, const Grant& grant,
                              const std::string& workspace) {
  EndedRight right{policy::own_rule("grant.revoked"),
                   context_.redactor.text(by),
                   context_.redactor.text(extent_text(grant)),
                   grant.id,
                   name_of(grant.scope),
                   {}};
  for (const policy::Category category : grant.categories)
    right.categories.emplace_back(policy::name_of(category));
  if (grant.scope == Scope::kAlways) right.workspace = context_.redactor.text(workspace);
  AuditRecord record = ended_right_record(right);
  record.user_id = context_.user_id;
  record.level = context_.level;
  context_.recorder.record(std::move(record));
}

void CallRecorder::braked(const std::string& summary, const std::string& by) {
  AuditRecord record;
  record.user_id = context_.user_id;
  record.tool_name = kBrakeTool;
  record.act = kBrakeTool;
  record.risk_tier = 1;
  record.decision = "allow";
  record.reason = "a person outside of the session ordered it";
  record.effect = {{"by", context_.redactor.text(by)}};
  record.result_summary = context_.redactor.text(summary);
  record.level = context_.level;
  record.outcome = "done";
  context_.recorder.record(std::move(record));
}

void CallRecorder::handed_on(const nlohmann::json& delegation) {
  AuditRecord record;
  record.user_id = context_.user_id;
  record.tool_name = kAnswerTool;
  record.act = kAnswerTool;
  record.risk_tier = delegation.value("tier", 3);
  record.rule = policy::own_rule("delegate");
  record.decision = "allow";
  record.reason = "answering was handed on until " + delegation.value("until", "");
  record.effect = {{"by", context_.redactor.text(delegation.value("by", ""))},
                   {"to", delegation.value("to", "")},
                   {"id", delegation.value("id", "")}};
  record.result_summary = "tier " + std::to_string(record.risk_tier) + " handed on to " +
                          delegation.value("to", "") + " by " +
                          context_.redactor.text(delegation.value("by", ""));
  record.level = context_.level;
  record.outcome = "done";
  context_.recorder.record(std::move(record));
}

void CallRecorder::handed_back(const std::string& by, const nlohmann::json& delegation) {
  AuditRecord record;
  record.user_id = context_.user_id;
  record.tool_name = kAnswerTool;
  record.act = kAnswerTool;
  record.risk_tier = delegation.value("tier", 3);
  record.rule = policy::own_rule("delegate.ended");
  record.decision = "allow";
  record.reason = "a delegation ended before its time";
  record.effect = {{"by", context_.redactor.text(by)},
                   {"to", delegation.value("to", "")},
                   {"id", delegation.value("id", "")}};
  record.result_summary = "tier " + std::to_string(record.risk_tier) + " taken back from " +
                          delegation.value("to", "") + " by " + context_.redactor.text(by);
  record.level = context_.level;
  record.outcome = "done";
  context_.recorder.record(std::move(record));
}

nlohmann::json CallRecorder::event_of(const PendingCall& call) const {
  const policy::Assessment& assessment = call.decision.assessment;
  const bool known = !assessment.categories.empty();
  return {{"time", iso_time(std::chrono::system_clock::now())},
          {"act", policy::name_of(call.action.act)},
          {"what", act_text(call, context_.redactor)},
          {"tier", assessment.tier},
          {"category", known ? policy::name_of(assessment.categories.front()) : ""},
          {"rule", call.decision.rule},
          {"reason", context_.redactor.text(policy::reason_with_message(call.decision))},
          {"decision", policy::name_of(call.decision.verdict)},
          {"approval_status", call.approval_status},
          {"pid", call.notification.tid}};
}

}  // namespace guard::supervisor
