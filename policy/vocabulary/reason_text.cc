// SPDX-License-Identifier: Apache-2.0
#include "policy/vocabulary/reason_text.h"

namespace guard::policy {

std::string reason_beside(std::string_view rule, std::string reason) {
  constexpr std::string_view kNested = "nested.";
  if (rule.starts_with(kNested)) rule.remove_prefix(kNested.size());
  const std::string named = "rule " + std::string(rule);
  if (reason == named) return "";
  return reason.starts_with(named + ": ") ? reason.substr(named.size() + 2) : reason;
}

std::string reason_with_message(const Decision& decision) {
  if (decision.message.empty()) return decision.reason;
  const std::string beside = reason_beside(decision.rule, decision.reason);
  return "rule " + decision.rule + ": " + decision.message + (beside.empty() ? "" : "; " + beside);
}

}  // namespace guard::policy
