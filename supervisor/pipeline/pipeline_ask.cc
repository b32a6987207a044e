// SPDX-License-Identifier: Apache-2.0
// Pipeline's stage that asks people: a question, what came of it, and how far an answer reaches.
#include <cerrno>
#include <string>
#include <utility>

#include "base/text/text.h"
#include "base/weaken.h"
#include "interceptor/calls/restart.h"
#include "policy/vocabulary/own_rules.h"
#include "supervisor/ask/question_text.h"
#include "supervisor/ask/remembering.h"
#include "supervisor/call/made_up_fault.h"
#include "supervisor/pipeline/pipeline.h"

namespace guard::supervisor {
namespace {

using interceptor::Reply;

constexpr const char* kCollisionChanged =
    "the other session's work was committed, or that session ended: guard judges the act again";

// A session that ends denies what waits, and no person did (Broker::close).
const char* status_without_yes(const Settled& outcome) {
  if (outcome.state == QuestionState::kTimeout) return "timeout";
  return name_of(outcome.answer.by.empty() ? QuestionState::kWithdrawn : QuestionState::kDenied);
}

}  // namespace

void Pipeline::ask(const CallPtr& call) {
  if (repeated_.join(call)) return;
  advance(*call, CallState::kAsking);
  if (call->action.act == policy::Act::kRead && parts_.keeping.secrets != nullptr)
    call->content_kind = parts_.keeping.secrets->kind_of(call->held.first.status);
  call->undo_promised = promises_undo(*call, parts_.keeping.saver);
  Question question = question_of(*call, parts_.asking.question);
  for (const policy::Step& step : parts_.judging.judge.steps_to(*call))
    question.steps.emplace_back(step.stage,
                                safe_text(parts_.asking.question.redactor.text(step.text)));
  const auto id = parked_.park(to_park(call), [&]() -> Result<std::string> {
    if (weakened("fault-ask") && is_removal(*call)) return forward(made_up_fault());
    return parts_.asking.broker.ask(std::move(question), [this, call](const Settled& outcome) {
      parts_.acting.workers.post([this, call, outcome] { settled(call, outcome); });
    });
  });
  if (id) return repeated_.expect(call);
  call->decision.verdict = policy::Verdict::kDeny;
  call->decision.reason = id.error().text();
  parts_.acting.workers.post([this, call] { refuse(call); });
}

ParkedQuestions::Parked Pipeline::to_park(const CallPtr& call) const {
  ParkedQuestions::Parked parked{call, call->held.tracee};
  if (call->decision.rule != policy::own_rule("collision")) return parked;
  parked.collides = call->collides;
  parked.held = parts_.judging.judge.collisions_at(call->collides);
  return parked;
}

void Pipeline::look_at_collisions() {
  for (const auto& [id, parked] : parked_.all())
    if (!parked.held.empty() && parts_.judging.judge.collisions_at(parked.collides) != parked.held)
      parts_.asking.broker.withdraw(id, kCollisionChanged);
}

// One approval would wait for a second that nobody can give, until the question's time is over.
void Pipeline::deny_where_one_is_not_two(PendingCall& call) const {
  policy::Decision& decision = call.decision;
  if (decision.verdict != policy::Verdict::kAsk || !parts_.asking.question.one_person_alone ||
      !needs_two_people(call, parts_.asking.question.policy))
    return;
  const std::string why = "tier " + std::to_string(decision.assessment.tier) +
                          " takes two people, and `approvers` names nobody else";
  decision.verdict = policy::Verdict::kDeny;
  decision.unanswered = true;
  decision.reason = decision.reason.empty() ? why : decision.reason + " (" + why + ")";
}

void Pipeline::settled(const CallPtr& call, const Settled& outcome) {
  parked_.take_out(call->approval_id);
  call->approval_status = name_of(outcome.state);
  if (outcome.state == QuestionState::kDenied) call->denial = outcome.answer;
  parts_.keeping.record.answered(*call, outcome);
  act_on_answer(call, outcome);
}

void Pipeline::act_on_answer(const CallPtr& call, const Settled& outcome) {
  if (parts_.acting.brake.hold([this, call, outcome] { act_on_answer(call, outcome); })) return;
  const bool anew =
      outcome.state == QuestionState::kWithdrawn && outcome.answer.reason == kCollisionChanged;
  const bool withdrawn = outcome.state == QuestionState::kWithdrawn && !anew;
  if (!withdrawn && !meet_caller(call, [this, call, outcome] { act_on_answer(call, outcome); }))
    return;
  if (caller_is_gone(*call)) return end_without_caller(call, outcome);
  if (anew) return image_was_replaced(*call) ? refuse_replaced(call) : ask_anew(call);
  const bool late = weakened("question-timeout") && outcome.state == QuestionState::kTimeout;
  if (outcome.state == QuestionState::kApproved || late) {
    if (image_was_replaced(*call)) return refuse_replaced(call);
    if (!parts_.judging.judge.is_as_shown(*call)) return ask_anew(call);
    remember(call, outcome.answer);
    call->record_first = parts_.keeping.record.must_come_first(*call);
    return save_and_execute(call);
  }
  if (withdrawn) {
    call->decision.reason = outcome.answer.reason;
    parts_.keeping.record.refused(*call, EINTR);
    return answer(call, Reply::fail(number_when_withdrawn(*call)));
  }
  call->approval_status = status_without_yes(outcome);
  if (!call->searched.empty()) return search_without(call, outcome);
  keep_denial(call, outcome.answer);
  refuse(call);
}

// Ctrl-C at a question says No, and ends the caller before the No is here.
void Pipeline::end_without_caller(const CallPtr& call, const Settled& outcome) {
  const bool denied = outcome.state == QuestionState::kDenied && !outcome.answer.by.empty();
  call->approval_status = name_of(denied ? QuestionState::kDenied : QuestionState::kWithdrawn);
  if (denied) keep_denial(call, outcome.answer);
  parts_.keeping.record.refused(*call, ESRCH);
  if (denied) ++counter_of_refusal(*call);
  gone(call);
}

void Pipeline::keep_denial(const CallPtr& call, const Answer& given) {
  call->decision.verdict = policy::Verdict::kDeny;
  call->decision.reason = given.reason.empty() ? "denied by " + given.by : given.reason;
  parts_.asking.leases.refuse(refusal_of(*call));
  if (auto host = refusal_of_host(*call, given)) {
    parts_.asking.leases.refuse(std::move(*host));
    parts_.asking.broker.answer_covered();
  }
  if (auto denial = denial_of(*call, given)) parts_.asking.grants.remember(std::move(*denial));
}

// Nothing but the secrets was denied. Nobody is asked again about that program in this session.
void Pipeline::search_without(const CallPtr& call, const Settled& outcome) {
  if (image_was_replaced(*call)) return refuse_replaced(call);
  parts_.judging.judge.search_without(*call);
  const std::string name = safe_text(base_name(call->action.exe));
  const bool nobody = outcome.state == QuestionState::kTimeout;
  parts_.asking.tell_front("guard: " + name + " skips the " +
                           count_text(call->searched.size(), "secret", "secrets") +
                           " that it meets, in this session: " +
                           (nobody ? "nobody answered" : "denied by " + outcome.answer.by) +
                           "; it may report each as an error, and end with one");
  call->searched.clear();
  call->decision.verdict = policy::Verdict::kAllow;
  call->decision.reason = "goes on without the secrets: " +
                          (nobody ? "nobody answered" : "denied by " + outcome.answer.by);
  call->record_first = parts_.keeping.record.must_come_first(*call);
  save_and_execute(call);
}

// Meanwhile somebody may have written another program, or another script, under the name.
bool Pipeline::image_was_replaced(const PendingCall& call) const {
  return call.held.image && !weakened("image-recheck") &&
         !parts_.acting.resolver.names_same_image(call.held);
}

void Pipeline::refuse_replaced(const CallPtr& call) {
  call->decision.verdict = policy::Verdict::kDeny;
  call->decision.rule = policy::own_rule("exec.replaced");
  call->decision.reason = "the program was changed while it was asked about";
  refuse(call);
}

// The answer was to what git would do no more. Nothing of it is remembered: the act is read, held
// and judged anew, and whoever answers sees what there is by now. There is no limit to that: each
// time somebody answers.
void Pipeline::ask_anew(const CallPtr& call) {
  call->asked_anew = true;
  call->approval_status.clear();
  // As any other call it is not expected back before it is asked about.
  if (const CallPtr joined = repeated_.forget(*call)) {
    parts_.acting.workers.post([this, joined] { start_over(joined); });
    return gone(call);
  }
  read_again(call);
}

void Pipeline::remember(const CallPtr& call, const Answer& given) {
  const policy::Assessment& assessment = call->decision.assessment;
  // Whoever approved categories for the session has not seen this command.
  const int tier = given.covered_by.empty() ? assessment.tier : 0;
  if (policy::asks_per_command(parts_.judging.judge.policy().mode))
    parts_.judging.judge.approve_command(call->process->command, tier, assessment.categories);
  parts_.judging.judge.go_on_after(*call);
  for (Lease& lease : leases_of(*call, given)) parts_.asking.leases.grant(std::move(lease));
  if (auto lease = lease_of_host(*call, given, parts_.judging.judge.policy())) {
    parts_.asking.leases.grant(std::move(*lease));
    parts_.asking.broker.answer_covered();
  }
  auto grant = grant_of(*call, given, parts_.judging.judge.policy());
  if (!grant) return;
  if (grant->scope != Scope::kAlways) {
    parts_.asking.grants.remember(std::move(*grant));
  } else if (const auto kept = parts_.asking.grants.remember_always(std::move(*grant)); !kept) {
    parts_.asking.tell_front("guard: remembered for this session only: " + kept.error().text());
  }
}

}  // namespace guard::supervisor
