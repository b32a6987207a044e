// SPDX-License-Identifier: Apache-2.0
#include "console/ci/rule_text.h"

#include <algorithm>
#include <optional>

#include "base/text/text.h"
#include "policy/vocabulary/own_rules.h"

namespace guard::console {
namespace {

// "0 to 3" -> 3; "-", "by mode" -> what the act had.
int highest_tier(std::string_view tiers, int of_act) {
  const char last = tiers.empty() ? '-' : tiers.back();
  return last >= '0' && last <= '3' ? last - '0' : of_act;
}

std::optional<RuleText> own_text(const std::string& id, int of_act) {
  const policy::OwnRule* own = policy::find_own_rule(id);
  if (own == nullptr) return std::nullopt;
  return RuleText{std::string(own->says), own->instead == "-" ? "" : std::string(own->instead),
                  "guard", highest_tier(own->tier, of_act),
                  own->tier.find(" to ") == std::string_view::npos ? "" : std::string(own->tier)};
}

std::optional<RuleText> policy_text(const std::string& id, int of_act,
                                    const policy::Policy& policy) {
  const auto rule = std::ranges::find(policy.rules, id, &policy::Rule::id);
  if (rule == policy.rules.end()) return std::nullopt;
  return RuleText{rule->message.empty() ? "a rule of the policy" : safe_text(rule->message), "",
                  "the policy" + (rule->source.empty() ? "" : " (" + safe_text(rule->source) + ")"),
                  rule->tier.value_or(of_act), ""};
}

std::optional<RuleText> spec_text(const std::string& id, const policy::Policy& policy) {
  for (const policy::CommandSpec& spec : policy::specs_of(policy)->all()) {
    const auto rule = std::ranges::find(spec.rules, id, &policy::SpecRule::id);
    if (rule == spec.rules.end()) continue;
    return RuleText{safe_text(rule->reason), safe_text(rule->alternative),
                    "the command " + safe_text(spec.commands.empty() ? "" : spec.commands.front()),
                    rule->tier, ""};
  }
  return std::nullopt;
}

}  // namespace

RuleText rule_text(const supervisor::AuditRecord& record, const policy::Policy* policy) {
  std::optional<RuleText> text;
  if (policy != nullptr) text = policy_text(record.rule, record.risk_tier, *policy);
  if (!text && policy != nullptr) text = spec_text(record.rule, *policy);
  if (!text) text = own_text(record.rule, record.risk_tier);
  return text.value_or(RuleText{"refused by guard", "", "guard", record.risk_tier, ""});
}

}  // namespace guard::console
