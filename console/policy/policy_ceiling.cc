// SPDX-License-Identifier: Apache-2.0
#include "console/policy/policy_ceiling.h"

#include <algorithm>

#include "console/policy/policy_difference.h"
#include "console/policy/rule_reach.h"
#include "console/policy/rule_yaml.h"

namespace guard::console {
namespace {

using policy::Condition;
using policy::Policy;
using policy::Rule;
using policy::Verdict;
using Rules = std::vector<Rule>;

constexpr int kHighest = 3;

bool is(const Rule& rule, Verdict decision) {
  return rule.decides && rule.decision == decision;
}

// A tier that is written may be below that of an act. Without one a question keeps the act's.
bool may_lower(const Rule& rule) {
  return is(rule, Verdict::kAsk) && rule.tier && *rule.tier < kHighest && !rule.only_tightens;
}

bool is_as_strong(const Rule& rule, const Rule& wanted) {
  if (is(rule, Verdict::kDeny)) return true;
  if (!is(rule, Verdict::kAsk) || is(wanted, Verdict::kDeny)) return false;
  if (rule.tier == kHighest) return true;
  if (wanted.tier == kHighest) return false;
  return !may_lower(rule) || may_lower(wanted);
}

Excess excess_of(const Rule& rule, const Condition& part, const std::string& why) {
  const SampleAct sample = sample_of(part);
  return {"rules." + rule.id, why, sample.text, sample.command};
}

// The policy denies or asks about each act of the ceiling's rule, at least so strongly.
void check_kept(const Rule& wanted, const Rules& rules, std::vector<Excess>& out) {
  for (const Condition& part : parts_of(wanted.when)) {
    const bool is_kept = std::ranges::any_of(rules, [&](const Rule& rule) {
      return is_as_strong(rule, wanted) && reaches_all(rule.when, part);
    });
    if (is_kept) continue;
    const std::string does = is(wanted, Verdict::kDeny) ? "denies" : "asks about";
    return out.push_back(excess_of(wanted, part,
                                   "the ceiling " + does +
                                       " it, and no rule of the "
                                       "policy is known to do so as strongly"));
  }
}

// The ceiling allows each act that the rule does, or another rule of the policy takes it back.
void check_allowed(const Rule& allows, const Rules& rules, const Rules& ceiling,
                   std::vector<Excess>& out) {
  const bool is_allowed = std::ranges::any_of(ceiling, [&](const Rule& rule) {
    return is(rule, Verdict::kAllow) && reaches_all(rule.when, allows.when);
  });
  const bool is_taken_back = std::ranges::any_of(rules, [&](const Rule& rule) {
    return rule.decides && !is(rule, Verdict::kAllow) && !may_lower(rule) &&
           reaches_all(rule.when, allows.when);
  });
  if (!is_allowed && !is_taken_back)
    out.push_back(
        excess_of(allows, allows.when, "the policy allows it, and the ceiling is not known to"));
}

bool says_the_same(const Rule& a, const Rule& b) {
  return a.when == b.when && a.decision == b.decision && a.tier == b.tier &&
         a.only_tightens == b.only_tightens && a.decides == b.decides &&
         a.categories == b.categories && a.joins_only == b.joins_only;
}

template <class Wanted>
Rules chosen(const Rules& rules, Wanted wanted) {
  Rules found;
  std::ranges::copy_if(rules, std::back_inserter(found), wanted);
  return found;
}

// The first of several questions that hold counts: a low tier loosens by its place, too.
void check_low_tiers(const Rules& rules, const Rules& ceiling, std::vector<Excess>& out) {
  const auto found = std::ranges::find_if(rules, may_lower);
  if (found == rules.end()) return;
  const auto asks_low = [](const Rule& rule) {
    return is(rule, Verdict::kAsk) && rule.tier != kHighest;
  };
  if (!std::ranges::equal(chosen(rules, asks_low), chosen(ceiling, asks_low), says_the_same))
    out.push_back(
        excess_of(*found, found->when,
                  "a question with `tier: 2` may lower the tier of an act: leave the tier "
                  "out, or have the ceiling's questions in its order"));
}

// Rules that give acts categories decide which other rules and approvals hold.
void check_categories(const Rules& rules, const Rules& ceiling, std::vector<Excess>& out) {
  const auto names = [](const Rule& rule) { return !rule.categories.empty(); };
  const Rules own = chosen(rules, names);
  const Rules theirs = chosen(ceiling, names);
  if (std::ranges::equal(own, theirs, says_the_same)) return;
  const Rule& rule = own.empty() ? theirs.front() : own.front();
  out.push_back(excess_of(rule, rule.when, "rules with `category` differ: not proven"));
}

// Keys that have no say in what happens to an act.
bool tells_alone(const std::string& key) {
  return key == "alerts" || key.starts_with("monitored.") || key.starts_with("rules.");
}

}  // namespace

std::vector<Excess> beyond_ceiling(const Policy& policy, const Policy& ceiling) {
  std::vector<Excess> out;
  for (const PolicyChange& change : difference_of(ceiling, policy)) {
    if (change.direction == Direction::kTighter || tells_alone(change.key)) continue;
    const bool is_known = change.direction == Direction::kLooser;
    out.push_back({change.key, (is_known ? "looser: " : "not proven: ") + change.text});
  }
  check_categories(policy.rules, ceiling.rules, out);
  for (const Rule& rule : ceiling.rules)
    if (rule.decides && !is(rule, Verdict::kAllow)) check_kept(rule, policy.rules, out);
  for (const Rule& rule : policy.rules)
    if (is(rule, Verdict::kAllow)) check_allowed(rule, policy.rules, ceiling.rules, out);
  check_low_tiers(policy.rules, ceiling.rules, out);
  return out;
}

}  // namespace guard::console
