// SPDX-License-Identifier: Apache-2.0
// Decision: the last word on an act, with everything that explains it. Values only.
#ifndef GUARD_POLICY_VOCABULARY_DECISION_H_
#define GUARD_POLICY_VOCABULARY_DECISION_H_

#include <string>
#include <string_view>
#include <vector>

#include "policy/vocabulary/assessment.h"
#include "policy/vocabulary/own_rules.h"

namespace guard::policy {

enum class Verdict { kAllow, kAsk, kDeny, kBlock };

struct Decision {
  Verdict verdict = Verdict::kDeny;  // whoever forgets to decide has refused
  Assessment assessment;
  // The policy rule that decided, else the assessment's row, else "mode.<name>"; each but a
  // policy's and a spec's is a row of own_rules.h.
  std::string rule = own_rule("internal");
  std::string reason;       // why, one sentence
  std::string message;      // the rule's message: what to do instead
  bool unanswered = false;  // it asks, nobody is there to answer, and so it is denied
  bool skipped =
      false;  // would have been asked; safe mode off or --on-ask allow answered: approval_skipped
  bool pre_confirmed = false;
  bool asked_by_rule = false;         // a rule of the policy asks, `rule`
  bool by_rule_alone = false;         // and nothing else would
  bool approved_for_session = false;  // all of its categories were: nobody was asked
  // Those of the assessment's categories that rules of the policy gave it, but where there was no
  // other (`category: none`).
  std::vector<Category> named_by_policy;
  // "org.no-push: deny": rules that hold, and are only monitored.
  std::vector<std::string> monitored;
  bool operator==(const Decision&) const = default;
};

[[nodiscard]] const char* name_of(Verdict verdict);  // "allow" "ask" "deny" "block"

// The decision of every error path on the way of a call.
[[nodiscard]] Decision internal_denial(std::string_view what);

}  // namespace guard::policy

#endif  // GUARD_POLICY_VOCABULARY_DECISION_H_
