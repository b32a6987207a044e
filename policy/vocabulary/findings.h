// SPDX-License-Identifier: Apache-2.0
// Finding: one thing that was found in an act, from a spec row or a table row. An act can carry
// several; the one with the highest tier leads (a block before all, ties in the order of Category)
// and gives the assessment its rule, reason and alternative. Pure, any thread.
#ifndef GUARD_POLICY_VOCABULARY_FINDINGS_H_
#define GUARD_POLICY_VOCABULARY_FINDINGS_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "policy/vocabulary/assessment.h"

namespace guard::policy {

struct Finding {
  std::vector<Category> categories;
  int tier = 0;
  bool block = false;
  std::string rule;
  std::string reason;
  std::string alternative;
  bool cannot_be_had = false;
  bool raised = false;   // approved, it runs outside of supervision
  bool unbound = false;  // Assessment::unbound
  bool rebindable = false;
  std::optional<ImpliedLease> implied;
  bool operator==(const Finding&) const = default;
};

// `category_tiers`: the policy's `categories:`. A finding of tier 1 or 2 counts as its category's
// tier, with several categories as the highest of them; tier 0 stays automatic, tier 3 is never
// lowered.
[[nodiscard]] Assessment assessment_of(std::vector<Finding> findings,
                                       const std::map<Category, int>& category_tiers);

}  // namespace guard::policy

#endif  // GUARD_POLICY_VOCABULARY_FINDINGS_H_
