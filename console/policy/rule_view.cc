// SPDX-License-Identifier: Apache-2.0
#include "console/policy/rule_view.h"

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "base/text/text.h"
#include "console/options/option_parser.h"
#include "console/output/printed_json.h"
#include "console/policy/rule_yaml.h"
#include "policy/load/key_names.h"
#include "policy/vocabulary/own_rules.h"

namespace guard::console {
namespace {

std::string shown(std::string_view text) {
  return text == "-" ? std::string() : std::string(text);
}

std::string names_of(const std::vector<policy::Category>& categories) {
  std::string names;
  for (const policy::Category category : categories)
    names += (names.empty() ? "" : " ") + std::string(policy::name_of(category));
  return names;
}

std::optional<RuleView> own_rule_view(const std::string& id) {
  const policy::OwnRule* const rule = policy::find_own_rule(id);
  if (rule == nullptr) return std::nullopt;
  return RuleView{id,
                  "guard's own rule",
                  "",
                  shown(rule->tier),
                  shown(rule->category),
                  std::string(rule->says),
                  shown(rule->instead)};
}

std::optional<RuleView> policy_rule_view(const policy::Policy& policy, const std::string& id) {
  std::vector<policy::Rule> rules = policy.rules;
  rules.insert(rules.end(), policy.monitored.begin(), policy.monitored.end());
  for (const policy::Rule& rule : rules) {
    if (rule.id != id) continue;
    return RuleView{id,
                    "rule of " + rule.source,
                    condition_yaml(rule.when),
                    rule.tier ? std::to_string(*rule.tier) : "",
                    names_of(rule.categories),
                    rule.monitors ? std::string("is monitored, and would decide ") +
                                        policy::name_of(rule.decision)
                    : rule.decides ? std::string("decides ") + policy::name_of(rule.decision)
                                   : "says what it is; the mode decides",
                    rule.message};
  }
  return std::nullopt;
}

std::optional<RuleView> spec_rule_view(const policy::Policy& policy, const std::string& id) {
  for (const policy::CommandSpec& spec : policy::specs_of(policy)->all()) {
    for (const policy::SpecRule& rule : spec.rules) {
      if (rule.id != id) continue;
      return RuleView{id,
                      "spec of " + (spec.commands.empty() ? std::string() : spec.commands.front()),
                      condition_yaml(rule),
                      std::to_string(rule.tier) + (rule.block ? ", blocked" : ""),
                      names_of(rule.categories),
                      rule.reason,
                      rule.alternative};
    }
  }
  return std::nullopt;
}

std::vector<std::string> all_ids(const policy::Policy& policy) {
  std::vector<std::string> ids;
  for (const policy::OwnRule& rule : policy::kOwnRules) ids.emplace_back(rule.id);
  for (const policy::Rule& rule : policy.rules) ids.push_back(rule.id);
  for (const policy::CommandSpec& spec : policy::specs_of(policy)->all())
    for (const policy::SpecRule& rule : spec.rules) ids.push_back(rule.id);
  return ids;
}

constexpr std::array kFields = {
    std::pair{"rule", &RuleView::id},           std::pair{"is", &RuleView::kind},
    std::pair{"when", &RuleView::when},         std::pair{"tier", &RuleView::tier},
    std::pair{"category", &RuleView::category}, std::pair{"says", &RuleView::says},
    std::pair{"instead", &RuleView::instead},
};

}  // namespace

Result<RuleView> find_rule(const policy::Policy& policy, const std::string& id) {
  constexpr std::string_view kNested = "nested.";
  const std::string inner = id.starts_with(kNested) ? id.substr(kNested.size()) : id;
  if (auto view = policy_rule_view(policy, inner)) return *view;
  if (auto view = spec_rule_view(policy, inner)) return *view;
  if (auto view = own_rule_view(inner)) return *view;
  return fail(Code::kNotFound, "no rule is called " + safe_text(id) +
                                   suggestion("", id, all_ids(policy)) +
                                   "; questions and records name it after `rule`");
}

std::string rule_text(const RuleView& view) {
  std::string text;
  for (const auto& [name, field] : kFields) {
    if ((view.*field).empty()) continue;
    std::string line = name;
    line.resize(10, ' ');
    text += line + safe_text(view.*field) + "\n";
  }
  return text;
}

std::string rule_json(const RuleView& view) {
  nlohmann::json object;
  for (const auto& [name, field] : kFields)
    if (!(view.*field).empty()) object[name] = view.*field;
  return printed_json(object) + "\n";
}

}  // namespace guard::console
