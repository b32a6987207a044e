// SPDX-License-Identifier: Apache-2.0
// Evaluator: Assessment + rules + mode + session -> Decision. Pure.
// Order: block; the categories that rules name; deny rules; ask rules; allow rules; pre-confirmed;
// safe mode; mode and session approvals; on_ask.
#ifndef GUARD_POLICY_DECIDE_EVALUATOR_H_
#define GUARD_POLICY_DECIDE_EVALUATOR_H_

#include <array>
#include <memory>
#include <string_view>
#include <vector>

#include "policy/decide/allowed_raises.h"
#include "policy/decide/pre_confirmed.h"
#include "policy/decide/rule_set.h"
#include "policy/model/policy.h"
#include "policy/model/spec_table.h"
#include "policy/vocabulary/assessment.h"
#include "policy/vocabulary/decision.h"
#include "policy/vocabulary/place.h"
#include "policy/vocabulary/steps.h"

namespace guard::policy {

enum class OnAsk { kWait, kDeny, kAllow };

// The session's part; values copied from its memory when a call is decided.
struct SessionState {
  OnAsk on_ask = OnAsk::kWait;
  std::vector<Category> approved_categories;  // approve-session: tiers up to 2, never a wildcard
  // Of a mode that asks once per command: the highest tier that somebody approved an act of this
  // command at; -1: none.
  int command_approved_to = -1;
  // And what such acts were: a category that a rule names is asked about until somebody approved it
  // for this command.
  std::vector<Category> command_categories = {};
  // The confirmation was given for what this act reaches.
  bool confirmed_holds = true;
};

// Ends such a reason, in brackets: of tiers up to 2, and of tier 3.
inline constexpr std::array<std::string_view, 2> kNobodyAnswers = {
    "it asks, and nobody answers", "tier 3 needs a person, and nobody answers"};

// In a person's place when nobody waits for one: `decision` asks.
[[nodiscard]] Decision answered_by(OnAsk on_ask, Decision decision);

class Evaluator {
 public:
  // Without a place, relative patterns of deny and ask rules hold below any folder, and those of
  // allow rules and pre-confirmed operations nowhere: not knowing never allows.
  // ALSO: rules of the policy once more, in what they come to on this machine.
  explicit Evaluator(std::shared_ptr<const Policy> policy, Place place = {},
                     const std::vector<Rule>& also = {}, HostsOfGit hosts_of_git = nullptr);
  // `steps`: gets the way to the decision, for `guard policy explain`.
  [[nodiscard]] Decision evaluate(const Action& action, Assessment assessment,
                                  const SessionState& session, Steps* steps = nullptr) const;
  // A rule may deny or ask about what a program writes without naming it.
  [[nodiscard]] bool limits_writes() const { return rules_.limits_writes(); }

 private:
  [[nodiscard]] Decision decided(Assessment assessment, Verdict verdict) const;
  [[nodiscard]] Decision ask_or_answer(const Subject& subject, Decision decision,
                                       const SessionState& session, Steps* steps) const;
  [[nodiscard]] Decision decided_by_mode(const Subject& subject, Decision decision,
                                         const SessionState& session, Steps* steps) const;
  [[nodiscard]] bool mode_asks(const Subject& subject, const Decision& decision,
                               const SessionState& session) const;
  [[nodiscard]] std::vector<Category> take_categories(const Subject& subject, Assessment& judged,
                                                      Steps* steps) const;
  [[nodiscard]] std::vector<std::string> monitored(const Subject& subject, Steps* steps) const;
  [[nodiscard]] bool is_pre_confirmed(const Subject& subject) const;
  // `sudo.allow` has its words, and cannot cover what they may mean by then.
  [[nodiscard]] bool is_line_void(const Subject& subject) const;

  std::shared_ptr<const Policy> policy_;
  std::shared_ptr<const SpecTable> specs_;
  Place place_;
  RuleSet rules_;
  RuleSet monitored_;
  std::vector<PreConfirmed> pre_confirmed_;
  std::vector<AllowedRaise> allowed_raises_;
};

}  // namespace guard::policy

#endif  // GUARD_POLICY_DECIDE_EVALUATOR_H_
