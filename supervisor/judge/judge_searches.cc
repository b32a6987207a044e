// SPDX-License-Identifier: Apache-2.0
// Judge's part about what a command will come to: a program that goes down a tree with secrets in
// it is asked about once, as it starts, instead of at each open; and nobody is asked about one that
// starts what a rule refuses.
#include <algorithm>
#include <utility>

#include "policy/assess/preview.h"
#include "supervisor/judge/judge.h"

namespace guard::supervisor {
namespace {

bool is_denial(const policy::Rule& rule) {
  return rule.decision == policy::Verdict::kDeny;
}

}  // namespace

bool Judge::is_denied_within(const policy::Action& exec, const policy::SessionState& state,
                             policy::Decision& decision) const {
  const auto& rules = parts_.policy->rules;
  if (exec.act != policy::Act::kExec || std::ranges::none_of(rules, is_denial)) return false;
  for (const policy::Action& within : policy::commands_within(exec)) {
    auto denied = evaluator_.evaluate(within, {}, state);
    const auto rule = std::ranges::find(rules, denied.rule, &policy::Rule::id);
    if (denied.verdict != policy::Verdict::kDeny || rule == rules.end() || !is_denial(*rule))
      continue;
    denied.assessment = std::move(decision.assessment);
    decision = std::move(denied);
    return true;
  }
  return false;
}

policy::Decision Judge::read_decision(const PendingCall& call, const policy::TreeSearch& search,
                                      const KnownSecret& secret) const {
  const auto read = read_by(call.action, secret);
  return evaluator_.evaluate(read, assessment_of(search, call.action, {secret}),
                             session_state(call));
}

// A rule lets PROGRAM read it, or nobody is asked about anything. An approval for the session is
// asked for in the search's name (may_search).
bool Judge::is_let_read(const PendingCall& call, const policy::TreeSearch& search,
                        const KnownSecret& secret) const {
  const auto decision = read_decision(call, search, secret);
  return decision.verdict == policy::Verdict::kAllow && !decision.approved_for_session;
}

// No answer lets it be read, or a person's No holds on: the search goes on without it, as at each
// open of it.
bool Judge::is_denied(const PendingCall& call, const policy::TreeSearch& search,
                      const KnownSecret& secret) const {
  const auto decision = read_decision(call, search, secret);
  if (decision.verdict == policy::Verdict::kDeny) return !decision.unanswered;
  Judged read;
  read.decision = decision;
  return earlier_answers_.denied(call, read_by(call.action, secret), read).has_value();
}

// A search that nothing else is asked about. Without an answer it goes on, and the kernel refuses
// it the secrets. Where a rule lets it read some of them, its opens are turned one by one.
void Judge::ask_for_search(const PendingCall& call, Judged& judged) const {
  if (call.action.act != policy::Act::kExec || judged.decision.verdict != policy::Verdict::kAllow ||
      !parts_.secrets_below || parts_.policy->secret_reads != policy::SecretReads::kJudge ||
      call.action.image_origin != policy::ImageOrigin::kInstalled || call.held.tracee->realm)
    return;
  const auto search = policy::tree_search_of(call.action.argv);
  if (!search) return;
  auto met = secrets_met(*search, call.action.cwd, parts_.secrets_below);
  judged.watched = std::erase_if(met, [&](const KnownSecret& secret) {
                     return is_let_read(call, *search, secret);
                   }) > 0;
  if (judged.watched && parts_.on_ask == policy::OnAsk::kWait)
    for (const KnownSecret& secret : met) judged.not_let.push_back(secret.path);
  std::erase_if(met, [&](const KnownSecret& secret) { return is_denied(call, *search, secret); });
  if (met.empty() || denied_searches_.contains(search->program)) return;
  Judged asked;
  asked.watched = judged.watched;
  asked.not_let = judged.not_let;
  asked.decision = evaluator_.evaluate(call.action, assessment_of(*search, call.action, met),
                                       session_state(call));
  if (!may_search(call, asked)) return;
  for (const KnownSecret& secret : met) asked.searched.push_back(secret.id);
  judged = std::move(asked);
}

// Or a person is to be asked.
bool Judge::may_search(const PendingCall& call, Judged& asked) const {
  if (auto cover = answered_before(call, call.action, asked)) {
    take_over(asked, std::move(*cover));
    return asked.decision.verdict == policy::Verdict::kAllow;
  }
  if (!asks(asked)) return asked.decision.approved_for_session;
  return parts_.on_ask == policy::OnAsk::kWait && !pace_.too_many_questions(call, asked.decision);
}

void Judge::search_without(const PendingCall& call) const {
  if (const auto search = policy::tree_search_of(call.action.argv))
    denied_searches_.add(search->program);
}

}  // namespace guard::supervisor
