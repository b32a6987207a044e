// SPDX-License-Identifier: Apache-2.0
#include "console/ci/to_allow.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text/text.h"
#include "console/learning/candidates.h"
#include "console/learning/learned_profile.h"
#include "console/learning/recorded_act.h"
#include "console/learning/rule_lines.h"
#include "console/output/yaml_words.h"
#include "policy/decide/evaluator.h"
#include "policy/decide/pre_confirmed.h"
#include "policy/vocabulary/own_rules.h"

namespace guard::console {
namespace {

using policy::Act;
using policy::Policy;
using policy::Rule;
using supervisor::AuditRecord;

constexpr int kHighestTier = 2;  // above it a person is asked each time

// Rules compare with the spec table; the specs themselves are not needed to decide, and many.
Policy light_copy(const Policy& policy) {
  Policy copy = policy;
  copy.specs = policy::specs_of(policy);
  copy.commands.clear();
  return copy;
}

// A text that was redacted, or cut, cannot be put into a policy.
bool is_told_whole(const AuditRecord& record) {
  const auto whole = [](const std::string& word) {
    return word.find("[redacted") == std::string::npos && safe_text(word) == word;
  };
  return std::ranges::all_of(record.argv, whole) && std::ranges::all_of(record.objects, whole);
}

bool would_allow(Policy policy, const policy::Place& place, const RecordedAct& act) {
  const policy::Evaluator evaluator(std::make_shared<const Policy>(std::move(policy)), place);
  return evaluator.evaluate(act.action, act.assessment, {}).verdict == policy::Verdict::kAllow;
}

// As a pattern of a policy file it means itself; from the workspace where it lies there.
std::string pattern_of(const std::string& path, const policy::Place& place) {
  std::string shown = path;
  for (const std::string& root : place.workspace) {
    if (!path.starts_with(root + "/")) continue;
    shown = path.substr(root.size() + 1);
    break;
  }
  std::string pattern;
  for (const char c : shown) {
    if (std::string_view("*?[\\").find(c) != std::string_view::npos) pattern += '\\';
    pattern += c;
  }
  return pattern;
}

// The objects of the act by their names, and nothing else.
std::optional<Rule> exact_rule(const RecordedAct& act, const AuditRecord& record,
                               const policy::Place& place) {
  if (record.objects.empty() || act.action.act == Act::kConnect || act.action.act == Act::kListen)
    return std::nullopt;
  Rule rule;
  rule.decision = policy::Verdict::kAllow;
  std::string subject = policy::name_of(act.action.act);
  if (act.action.act == Act::kExec) {
    subject = std::string(base_name(record.argv.front()));
    rule.when.command = {subject};
  } else {
    rule.when.act = {act.action.act};
  }
  rule.id = "allow." + subject;
  for (const std::string& path : record.objects) rule.when.path.push_back(pattern_of(path, place));
  return rule;
}

std::vector<Rule> rules_for(const RecordedAct& act, const AuditRecord& record,
                            const policy::Place& place, const policy::SpecTable& specs) {
  std::vector<Rule> rules;
  if (auto exact = exact_rule(act, record, place)) rules.push_back(std::move(*exact));
  for (Candidate& candidate : every_candidate_of(act, specs, place.home)) {
    Rule& rule = candidate.rule;
    rule.id = "allow" + rule.id.substr(std::min(rule.id.size(), rule.id.find('.')));
    rules.push_back(std::move(rule));
  }
  return rules;
}

std::string in_brackets(const Rule& rule) {
  return "rules: [" + rule_line(rule).substr(2) + "]";
}

std::string network_line(const AuditRecord& record) {
  if (record.rule == policy::own_rule("network.listen")) return "network: {listen: allow}";
  if (record.rule != policy::own_rule("network.other")) return "";
  const auto host = recorded_host(record);
  return host ? "network: {allow: [" + yaml_scalar(*host) + "]}" : "";
}

}  // namespace

ToAllow::ToAllow(std::shared_ptr<const Policy> policy, policy::Place place)
    : policy_(std::move(policy)), light_(light_copy(*policy_)), place_(std::move(place)) {}

std::string ToAllow::rule_that_refuses(const AuditRecord& record) const {
  const auto rule = std::ranges::find(policy_->rules, record.rule, &Rule::id);
  if (record.rule.empty() || rule == policy_->rules.end()) return "";
  return safe_text(rule->id) + (rule->source.empty() ? "" : " in " + safe_text(rule->source));
}

std::string ToAllow::line_for(const AuditRecord& record) const {
  const auto act = recorded_act_of(record);
  if (!act || record.risk_tier > kHighestTier || !is_told_whole(record)) return "";
  if (std::string line = network_line(record); !line.empty()) return line;
  if (act->action.act == Act::kExec) {
    const std::string text = command_text(record.argv);
    const auto read = policy::read_pre_confirmed(text);
    Policy policy = light_;
    policy.pre_confirmed.push_back(text);
    if (read && read->argv == record.argv && would_allow(std::move(policy), place_, *act))
      return "pre_confirmed: [" + yaml_scalar(text) + "]";
  }
  for (const Rule& rule : rules_for(*act, record, place_, *light_.specs)) {
    Policy policy = light_;
    policy.rules.push_back(rule);
    if (would_allow(std::move(policy), place_, *act)) return in_brackets(rule);
  }
  return "";
}

}  // namespace guard::console
