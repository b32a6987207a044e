// SPDX-License-Identifier: Apache-2.0
#include "supervisor/call/record_of_call.h"

#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "interceptor/calls/call_meaning.h"
#include "policy/vocabulary/on_the_way.h"
#include "policy/vocabulary/reason_text.h"
#include "supervisor/actors/told_command.h"
#include "supervisor/call/act_text.h"

namespace guard::supervisor {
namespace {

std::vector<std::string> chain_of(const Process& process, const Redactor& redactor) {
  std::vector<std::string> chain;
  for (const Process* p = &process; p != nullptr; p = p->parent.get()) {
    chain.push_back(std::to_string(p->pid) + " " + redactor.text(told_name(p->program->actor)));
  }
  return chain;
}

nlohmann::json effect_json(const policy::Effect& effect) {
  return {{"files", effect.files},     {"directories", effect.directories},
          {"bytes", effect.bytes},     {"born", effect.born},
          {"built", effect.built},     {"preexisting", effect.preexisting},
          {"secrets", effect.secrets}, {"complete", effect.complete}};
}

std::vector<std::string> objects_of(const PendingCall& call, const Redactor& redactor) {
  std::vector<std::string> objects;
  const policy::Assessment& assessment = call.decision.assessment;
  for (const policy::Object& object : call.action.objects)
    objects.push_back(redactor.text(object.path));
  // For a command this is what its words name, as it was found there.
  if (call.action.objects.empty() && assessment.effect) {
    for (const policy::EffectOperand& operand : assessment.effect->operands)
      if (!operand.object.path.empty() && !policy::is_on_the_way(*assessment.effect, operand))
        objects.push_back(redactor.text(operand.object.path));
  }
  if (const std::string peer = peer_text(call.action); !peer.empty() && objects.empty()) {
    objects.push_back(redactor.text(peer));
    // Where the first says the address alone: who asks for a host asks by its name.
    const policy::Destination& to = call.action.destination;
    if (call.action.act == policy::Act::kConnect && !to.stand_in && !to.name.empty())
      objects.push_back(redactor.text(to.name));
  }
  return objects;
}

std::size_t bytes_of(const std::vector<std::string>& words) {
  std::size_t bytes = 0;
  for (const std::string& word : words) bytes += word.size() + sizeof(word);
  return bytes;
}

}  // namespace

AuditRecord record_of(const PendingCall& call, const RecordWords& words) {
  const policy::Assessment& assessment = call.decision.assessment;
  const Redactor& redactor = words.redactor;
  AuditRecord record;
  record.request_id = call.request_id;
  record.user_id = words.user_id;
  record.tool_name = policy::name_of(call.action.act);
  record.args_hash = redactor.args_hash(call.action.argv);
  record.result_summary = act_text(call, redactor);
  record.risk_tier = assessment.tier;
  if (!call.approval_id.empty()) record.approval_id = call.approval_id;
  if (!call.approval_status.empty()) record.approval_status = call.approval_status;
  if (!assessment.categories.empty())
    record.category = policy::name_of(assessment.categories.front());
  for (const policy::Category category : assessment.categories)
    record.categories.emplace_back(policy::name_of(category));
  record.rule = call.decision.rule;
  record.decision = policy::name_of(call.decision.verdict);
  record.reason = redactor.text(policy::reason_with_message(call.decision));
  record.act = policy::name_of(call.action.act);
  record.syscall = call.action.syscall;
  record.objects = objects_of(call, redactor);
  record.argv = redactor.argv(call.action.argv);
  record.cwd = redactor.text(call.action.cwd);
  record.exe = redactor.text(call.action.act == policy::Act::kExec ? call.action.exe
                                                                   : call.action.actor.exe);
  record.pid = call.notification.tid;
  if (call.process != nullptr) record.chain = chain_of(*call.process, redactor);
  if (!call.undo_id.empty()) record.undo_id = call.undo_id;
  if (assessment.effect) record.effect = effect_json(*assessment.effect);
  // A program that opens so goes on without the file: a report tells it from a read that was
  // wanted.
  if (call.action.act == policy::Act::kRead && call.decision.unanswered &&
      interceptor::opens_without_waiting(call.held.raw))
    record.effect = {{"waits", false}};
  if (!call.decision.monitored.empty()) record.effect["monitored"] = call.decision.monitored;
  record.level = words.level;
  return record;
}

// Where nobody answered it was refused, and is none of those that were carried out: its record
// needs nothing of what was held.
RecordOfCall::RecordOfCall(std::shared_ptr<const RecordWords> words, CallPtr call,
                           const char* outcome, int error)
    : words_(std::move(words)),
      call_(std::move(call)),
      outcome_(outcome),
      error_(error),
      took_(std::chrono::steady_clock::now() - call_->received) {
  call_->held = {};
  call_->working_folder.reset();
  call_->walked = {};
}

AuditRecord RecordOfCall::make() {
  AuditRecord record = record_of(*call_, *words_);
  record.timestamp = iso_time(ended_);
  record.duration_ms = std::chrono::duration_cast<std::chrono::milliseconds>(took_).count();
  record.outcome = outcome_;
  record.error = error_;
  return record;
}

std::size_t RecordOfCall::bytes() const {
  const policy::Action& action = call_->action;
  std::size_t bytes = sizeof(PendingCall) + sizeof(RecordOfCall) + action.cwd.size() +
                      call_->decision.reason.size() + bytes_of(action.argv) +
                      bytes_of(action.actor.argv) + bytes_of(action.environment_changes);
  for (const policy::Object& object : action.objects) bytes += object.path.size() + sizeof(object);
  return bytes;
}

}  // namespace guard::supervisor
