// SPDX-License-Identifier: Apache-2.0
// ToAllow: what a person would write into a policy file so that an act that was refused is let
// through the next time: an entry of `network.allow` or `pre_confirmed`, else the narrowest rule.
// Every entry is tried by the evaluator that enforces before it is shown. Texts are one safe line,
// and a whole document of a policy file. Values; any thread.
#ifndef GUARD_CONSOLE_CI_TO_ALLOW_H_
#define GUARD_CONSOLE_CI_TO_ALLOW_H_

#include <memory>
#include <string>

#include "policy/model/policy.h"
#include "policy/vocabulary/place.h"
#include "supervisor/audit/record/record.h"

namespace guard::console {

class ToAllow {
 public:
  ToAllow(std::shared_ptr<const policy::Policy> policy, policy::Place place);
  // The line for an act that a person could have approved: "pre_confirmed: ['rm -rf d1']"; "" where
  // no line of a policy file would do: tier 3 takes a person, and what guard itself blocks or
  // denies stays so.
  [[nodiscard]] std::string line_for(const supervisor::AuditRecord& record) const;
  // The rule of the policy that refuses it, and where it stands ("FILE:LINE"); "" where it is none.
  [[nodiscard]] std::string rule_that_refuses(const supervisor::AuditRecord& record) const;

 private:
  std::shared_ptr<const policy::Policy> policy_;
  policy::Policy light_;  // the same, without what deciding does not need
  policy::Place place_;
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_CI_TO_ALLOW_H_
