// SPDX-License-Identifier: Apache-2.0
// ToAllow: what a person would write into a policy file so that an act that was refused is let
// through the next time, and nothing worse: an entry of `network.allow` or `pre_confirmed`, or a
// rule for a path or an address. The evaluator that enforces has tried every entry that is shown,
// on the act and on what is worse (worse_acts.h). Texts are one safe line, and a whole document of
// a policy file. Values; any thread.
#ifndef GUARD_CONSOLE_CI_TO_ALLOW_H_
#define GUARD_CONSOLE_CI_TO_ALLOW_H_

#include <memory>
#include <string>

#include "console/learning/recorded_act.h"
#include "policy/decide/evaluator.h"
#include "policy/model/policy.h"
#include "policy/vocabulary/place.h"
#include "supervisor/audit/record/record.h"

namespace guard::console {

class ToAllow {
 public:
  ToAllow(std::shared_ptr<const policy::Policy> policy, policy::Place place);
  // The line for an act that a person could have approved: "pre_confirmed: ['rm -rf d1']"; "" where
  // no line of a policy file would do: tier 3 takes a person, what guard itself blocks or denies
  // stays so, and some lines would open more.
  [[nodiscard]] std::string line_for(const supervisor::AuditRecord& record) const;
  // Why an act that a person could have approved has no line, in a few words.
  [[nodiscard]] std::string why_none(const supervisor::AuditRecord& record) const;
  // The rule of the policy that refuses it, and where it stands ("FILE:LINE"); "" where it is none.
  [[nodiscard]] std::string rule_that_refuses(const supervisor::AuditRecord& record) const;

 private:
  [[nodiscard]] bool allows_it_alone(policy::Policy policy, const RecordedAct& act) const;
  [[nodiscard]] std::string confirmed_line(const supervisor::AuditRecord& record,
                                           const RecordedAct& act) const;
  [[nodiscard]] std::string words_that_open_more(const supervisor::AuditRecord& record) const;

  std::shared_ptr<const policy::Policy> policy_;
  policy::Policy light_;  // the same, without what deciding does not need
  policy::Place place_;
  policy::Evaluator today_;
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_CI_TO_ALLOW_H_
