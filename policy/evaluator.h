// SPDX-License-Identifier: Apache-2.0
// Evaluator: Assessment + rules + mode + session -> Decision. Pure.
// Order: block; deny rules; ask rules; allow rules; pre-confirmed; safe mode; mode and session
// approvals; on_ask.
#ifndef GUARD_POLICY_EVALUATOR_H_
#define GUARD_POLICY_EVALUATOR_H_

#include <memory>
#include <vector>

#include "policy/assessment.h"
#include "policy/decision.h"
#include "policy/policy.h"
#include "policy/spec_table.h"

namespace guard::policy {

enum class OnAsk { kWait, kDeny, kAllow };

// What the session adds; values copied from its memory when a call is decided.
struct SessionState {
  OnAsk on_ask = OnAsk::kWait;
  std::vector<Category> approved_categories;  // approve-session: tiers up to 2, never a wildcard
  bool command_approved = false;  // paranoid: this command of the agent was already approved
};

class Evaluator {
 public:
  explicit Evaluator(std::shared_ptr<const Policy> policy);
  [[nodiscard]] Decision evaluate(const Action& action, Assessment assessment,
                                  const SessionState& session) const;

 private:
  std::shared_ptr<const Policy> policy_;
  SpecTable specs_;
};

}  // namespace guard::policy

#endif  // GUARD_POLICY_EVALUATOR_H_
