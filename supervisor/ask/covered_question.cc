// SPDX-License-Identifier: Apache-2.0
#include "supervisor/ask/covered_question.h"

#include <chrono>

#include "supervisor/actors/process_tree.h"
#include "supervisor/approval/answer_rules.h"
#include "supervisor/approval/grant_kind.h"
#include "supervisor/approval/grant_pattern.h"

namespace guard::supervisor {
namespace {

constexpr const char* kByCategory = "approve-session";

Answer answer_of(const Grant& grant) {
  Answer answer;
  answer.approve = !grant.denies;
  answer.by = grant.by;
  answer.covered_by = grant.approval_id;
  answer.reason = "covered by the answer to question " + short_id(grant.approval_id);
  if (!grant.pattern.empty()) answer.reason += ": " + extent_text(grant);
  return answer;
}

Answer answer_by_category(const std::string& approvers) {
  Answer answer;
  answer.approve = true;
  answer.by = approvers.empty() ? kByCategory : approvers;  // empty: taken back meanwhile
  answer.covered_by = kByCategory;
  answer.reason = "its categories were approved for the session";
  return answer;
}

// Threads of one process that try the addresses of a host at once.
std::optional<Answer> answer_by_host(const Question& question, const AskedAct& act,
                                     const LeaseTable& leases) {
  const std::string host = host_pattern(act.action.destination);
  if (act.ancestors.empty() || host.empty()) return std::nullopt;
  const int pid = act.ancestors.front();
  Answer answer;
  if (const auto refused = leases.refusal_for(pid, act.action.act, host)) {
    answer.by = refused->by;
    answer.covered_by = refused->approval_id;
    answer.reason = refused->reason;
  } else if (const auto approved =
                 leases.covers_address(pid, act.action, act.assessment, question.rule,
                                       std::chrono::steady_clock::now())) {
    answer.approve = true;
    answer.by = approved->by;
    answer.covered_by = approved->approval_id;
    answer.reason = "another address of the host of question " + short_id(approved->approval_id);
  }
  // Without a person it is no answer.
  return answer.by.empty() ? std::nullopt : std::optional(answer);
}

}  // namespace

bool may_be_covered(const PendingCall& call) {
  return call.decision.assessment.tier < 3 && call.why_unsaved.empty() &&
         !call.decision.rule.starts_with("nested.");
}

std::shared_ptr<const AskedAct> asked_act_of(const PendingCall& call) {
  return std::make_shared<const AskedAct>(
      AskedAct{call.action, call.decision.assessment, ancestors_of(*call.process)});
}

std::optional<Answer> covering_answer(const Question& question, const Grants& grants,
                                      const LeaseTable& leases, const policy::Evaluator& evaluator,
                                      bool per_command) {
  if (!question.act) return std::nullopt;
  const AskedAct& act = *question.act;
  const auto now = std::chrono::system_clock::now();
  if (const auto no = grants.denying(act.action, act.assessment, act.ancestors, now))
    return answer_of(*no);
  if (auto answer = answer_by_host(question, act, leases)) return answer;
  const auto grant = grants.covering(act.action, act.assessment, act.ancestors, now);
  if (grant && (grant->denies || !per_command)) return answer_of(*grant);
  const policy::SessionState state{.on_ask = policy::OnAsk::kWait,
                                   .approved_categories = grants.approved_categories(),
                                   .command_approved_to = -1};
  if (state.approved_categories.empty()) return std::nullopt;
  const policy::Decision decision = evaluator.evaluate(act.action, act.assessment, state);
  if (decision.verdict != policy::Verdict::kAllow) return std::nullopt;
  return answer_by_category(grants.approvers_of(decision.assessment.categories));
}

void answer_what_is_covered(Broker& broker, Grants& grants, const LeaseTable& leases,
                            const policy::Evaluator& evaluator, bool per_command) {
  broker.answer_by([&grants, &leases, &evaluator, per_command](const Question& question) {
    return covering_answer(question, grants, leases, evaluator, per_command);
  });
  grants.on_more([&broker] { broker.answer_covered(); });
}

}  // namespace guard::supervisor
