// SPDX-License-Identifier: Apache-2.0
#include "supervisor/signing/key_questions.h"

#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "base/text/text.h"
#include "policy/vocabulary/own_rules.h"
#include "supervisor/ask/denial_line.h"
#include "supervisor/ask/remembering.h"
#include "supervisor/judge/judged.h"

namespace guard::supervisor {
namespace {

constexpr auto kLook = std::chrono::milliseconds(100);
constexpr const char* kCallerLeft = "the program that wanted this has closed its connection";

// Comes on whatever thread settles the question.
class KeyAnswer {
 public:
  void settle(const Settled& outcome) {
    const std::lock_guard lock(mutex_);
    outcome_ = outcome;
    settled_.notify_all();
  }
  // Nothing: not yet.
  std::optional<Settled> wait() {
    std::unique_lock lock(mutex_);
    settled_.wait_for(lock, kLook, [this] { return outcome_.has_value(); });
    return outcome_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable settled_;
  std::optional<Settled> outcome_;
};

// gpg has the text in a pipe, and what it hashes holds more than that text: no question can prove a
// subject. How git was called guard has seen itself, when an installed git started.
std::string git_above(const Process& process) {
  for (auto at = process.parent; at != nullptr; at = at->parent) {
    const policy::Actor& actor = at->program->actor;
    if (actor.installed && base_name(actor.exe) == "git") return command_text(actor.argv);
  }
  return {};
}

void add_git(const KeyCaller& caller, policy::KeyRequest& request) {
  if (request.agent != "gpg" || request.use != policy::KeyUse::kSigned) return;
  const std::string git = git_above(*caller.process);
  if (!git.empty()) request.details.push_back("for " + git);
}

CallPtr call_of(const KeyCaller& caller, policy::KeyRequest request) {
  auto call = std::make_shared<PendingCall>();
  call->notification.tid = caller.tid;
  call->held.tracee = caller.tracee;
  call->process = caller.process;
  call->action.act = policy::Act::kSign;
  call->action.actor = caller.actor;
  call->action.cwd = caller.cwd;
  call->action.key = std::move(request);
  return call;
}

// One approval would wait for a second that nobody can give (as of any other question).
void deny_where_one_is_not_two(PendingCall& call, const QuestionContext& context) {
  policy::Decision& decision = call.decision;
  if (decision.verdict != policy::Verdict::kAsk || !context.one_person_alone ||
      !needs_two_people(call, context.policy))
    return;
  decision.verdict = policy::Verdict::kDeny;
  decision.unanswered = true;
  decision.reason = "it takes two people, and `approvers` names nobody else";
}

Settled wait_for(Broker& broker, const std::string& id, KeyAnswer& answer,
                 const std::function<bool()>& goes_on) {
  for (;;) {
    if (auto outcome = answer.wait()) return *outcome;
    if (!goes_on()) broker.withdraw(id, kCallerLeft);
  }
}

}  // namespace

CallPtr KeyQuestions::allow(const KeyCaller& caller, policy::KeyRequest request,
                            const std::function<bool()>& goes_on) {
  add_git(caller, request);
  CallPtr call = call_of(caller, std::move(request));
  settle(*call, parts_.nested.strictest(*call, parts_.judge.judge(*call)));
  deny_where_one_is_not_two(*call, parts_.question);
  const policy::Decision& decision = call->decision;
  bool allowed = decision.verdict == policy::Verdict::kAllow;
  if (allowed) call->approval_status = decision.skipped ? "skipped" : "auto";
  if (decision.unanswered) call->approval_status = "denied";
  if (decision.verdict == policy::Verdict::kAsk) allowed = ask(*call, goes_on);
  if (allowed && parts_.record.must_come_first(*call)) {
    if (const auto stored = parts_.record.store_intent(*call); !stored) {
      call->decision.verdict = policy::Verdict::kDeny;
      call->decision.reason = "the record of it cannot be stored: " + stored.error().text();
      allowed = false;
    }
  }
  if (!allowed) {
    refuse(*call);
    return nullptr;
  }
  parts_.brake.pass();
  return call;
}

void KeyQuestions::ended(PendingCall& use, bool done) {
  parts_.record.ended(use, done ? 0 : EIO);
}

bool KeyQuestions::ask(PendingCall& call, const std::function<bool()>& goes_on) {
  const auto answer = std::make_shared<KeyAnswer>();
  Question question = question_of(call, parts_.question);
  for (const policy::Step& step : parts_.judge.steps_to(call))
    question.steps.emplace_back(step.stage, safe_text(parts_.question.redactor.text(step.text)));
  const auto id = parts_.broker.ask(std::move(question),
                                    [answer](const Settled& outcome) { answer->settle(outcome); });
  if (!id) {
    call.decision.verdict = policy::Verdict::kDeny;
    call.decision.reason = id.error().text();
    return false;
  }
  call.approval_id = *id;
  return act_on_answer(call, wait_for(parts_.broker, *id, *answer, goes_on));
}

bool KeyQuestions::act_on_answer(PendingCall& call, const Settled& outcome) {
  call.approval_status = name_of(outcome.state);
  parts_.record.answered(call, outcome);
  if (outcome.state == QuestionState::kApproved) {
    remember(call, outcome.answer);
    return true;
  }
  keep_denial(call, outcome);
  return false;
}

void KeyQuestions::remember(const PendingCall& call, const Answer& given) {
  parts_.judge.go_on_after(call);
  auto grant = grant_of(call, given, parts_.judge.policy());
  if (!grant) return;
  if (grant->scope != Scope::kAlways) {
    parts_.grants.remember(std::move(*grant));
  } else if (const auto kept = parts_.grants.remember_always(std::move(*grant)); !kept) {
    parts_.tell_front("guard: remembered for this session only: " + kept.error().text());
  }
  parts_.broker.answer_covered();
}

void KeyQuestions::keep_denial(PendingCall& call, const Settled& outcome) {
  const Answer& given = outcome.answer;
  call.decision.verdict = policy::Verdict::kDeny;
  call.decision.reason = given.reason.empty() ? "denied by " + given.by : given.reason;
  if (outcome.state != QuestionState::kDenied || given.by.empty()) return;
  if (auto denial = denial_of(call, given)) parts_.grants.remember(std::move(*denial));
}

// The line first: once its request has failed the program may end.
void KeyQuestions::refuse(PendingCall& call) {
  parts_.nested.note_refusal(call);
  parts_.record.refused(call, EPERM);
  ++(is_refused_question(call) ? questions_refused_ : refusals_);
  if (call.approval_status == name_of(QuestionState::kWithdrawn)) return;
  const std::string line = denial_text(call, parts_.question.redactor, parts_.question.in_ci);
  if (!tell_refused_program(call.process->pid, line, parts_.born)) parts_.tell_front(line);
}

void KeyQuestions::refuse_unknown(const KeyCaller& caller, const std::string& agent,
                                  const std::string& words) {
  policy::KeyRequest request;
  request.agent = agent;
  request.words = "send " + words + " to the " + agent + " agent";
  const CallPtr call = call_of(caller, std::move(request));
  policy::Decision& decision = call->decision;
  decision.verdict = policy::Verdict::kDeny;
  decision.rule = policy::own_rule("signing.unknown");
  decision.reason = "guard does not know that message, or cannot read it";
  decision.assessment.rule = decision.rule;
  decision.assessment.tier = 2;
  decision.assessment.categories = {policy::Category::kNetworkRisk};
  refuse(*call);
}

}  // namespace guard::supervisor
