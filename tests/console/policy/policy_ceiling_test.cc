// SPDX-License-Identifier: Apache-2.0
#include "console/policy/policy_ceiling.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "console/policy/rule_reach.h"
#include "policy/load/yaml_loader.h"

namespace guard::console {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

policy::Policy policy_with(const std::string& text) {
  auto policy = policy::load_policy({{"p.yaml", text}});
  if (!policy) ADD_FAILURE() << policy.error().text();
  return policy ? *policy : policy::Policy{};
}

// The rule, or the rules, that the flow lists hold.
std::string rules(const std::string& list) {
  return "rules: [" + list + "]";
}

std::vector<std::string> beyond(const std::string& policy, const std::string& ceiling) {
  std::vector<std::string> keys;
  for (const Excess& excess : beyond_ceiling(policy_with(policy), policy_with(ceiling)))
    keys.push_back(excess.key + (excess.act.empty() ? "" : " " + excess.act));
  return keys;
}

const std::string kDenyPush =
    "{id: c, when: {command: git, sub: push, flags: [force, f]}, decision: deny}";
const std::string kAskDb = "{id: c, when: {act: [write, delete], path: \"db/**\"}, decision: ask}";

TEST(PolicyCeilingTest, APolicyLiesWithinItself) {
  for (const std::string& text :
       {std::string("mode: paranoid"), rules(kDenyPush),
        rules("{id: a, when: {command: git}, decision: ask, tier: 2}"),
        rules("{id: a, when: {path: [\"a/**\", \"!a/b\"], act: write}, decision: deny}"),
        rules("{id: a, when: {command: git}, category: GIT_PUBLISH}")})
    EXPECT_THAT(beyond(text, text), IsEmpty()) << text;
}

struct Row {
  std::string policy;
  std::string ceiling;
  std::vector<std::string> beyond;
};

TEST(PolicyCeilingTest, WhatTheCeilingRestrictsThePolicyRestricts) {
  const std::vector<Row> rows = {
      {rules("{id: a, when: {command: git, sub: push}, decision: deny}"), rules(kDenyPush), {}},
      {rules("{id: a, when: {command: g*}, decision: deny}"), rules(kDenyPush), {}},
      // Two rules share the list.
      {rules(
           "{id: a, when: {command: git, flags: f}, decision: deny}, {id: b, when: {command: git, "
           "flags: force}, decision: deny}"),
       rules(kDenyPush),
       {}},
      {rules("{id: a, when: {command: git, flags: f}, decision: deny}"),
       rules(kDenyPush),
       {"rules.c git push --force"}},
      {rules("{id: a, when: {command: git, sub: push}, decision: ask, tier: 3}"),
       rules(kDenyPush),
       {"rules.c git push --force"}},
      {rules("{id: a, when: {command: git, sub: push, tier: 2}, decision: deny}"),
       rules(kDenyPush),
       {"rules.c git push --force"}},
      {"mode: balanced", rules(kAskDb), {"rules.c create db/x"}},
      {rules("{id: a, when: {act: [write, delete], path: [\"db/**\", \"!db/x\"]}, decision: deny}"),
       rules(kAskDb),
       {"rules.c create db/x"}},
      // Beside a path no act leaves reads out.
      {rules("{id: a, when: {path: \"db/**\"}, decision: deny}"),
       rules(kAskDb),
       {"rules.c create db/x"}},
      {rules("{id: a, when: {act: connect, host: \"*.example.org\"}, decision: deny}"),
       rules("{id: c, when: {act: connect, host: [a.example.org, \"*.b.example.org\"]}, decision: "
             "deny}"),
       {}},
      {rules("{id: a, when: {act: connect, host: \"*.example.org\"}, decision: deny}"),
       rules("{id: c, when: {act: connect, host: example.org}, decision: deny}"),
       {"rules.c connect example.org"}},
  };
  for (const Row& row : rows) EXPECT_EQ(beyond(row.policy, row.ceiling), row.beyond) << row.policy;
}

TEST(PolicyCeilingTest, WhatThePolicyAllowsTheCeilingAllows) {
  const std::string make = "{id: m, when: {command: make, has: [all]}, decision: allow}";
  EXPECT_THAT(beyond(rules(make), rules("{id: c, when: {command: make}, decision: allow}")),
              IsEmpty());
  EXPECT_THAT(beyond(rules(make), "mode: balanced"), ElementsAre("rules.m make all"));
  EXPECT_THAT(
      beyond(rules(make + ", {id: d, when: {command: make}, decision: deny}"), "mode: balanced"),
      IsEmpty());
  // An act with both paths is allowed by neither rule of the ceiling.
  EXPECT_THAT(
      beyond(rules("{id: m, when: {act: delete, path: [\"a/**\", \"b/**\"]}, decision: allow}"),
             rules("{id: c, when: {act: delete, path: \"a/**\"}, decision: allow}, {id: d, when: "
                   "{act: delete, path: \"b/**\"}, decision: allow}")),
      ElementsAre("rules.m delete a/x"));
}

TEST(PolicyCeilingTest, ALowTierIsNotProven) {
  EXPECT_THAT(beyond(rules("{id: a, when: {command: git}, decision: ask, tier: 2}"),
                     rules("{id: c, when: {command: git}, decision: ask}")),
              ::testing::Not(IsEmpty()));
  EXPECT_THAT(
      beyond(rules("{id: a, when: {command: git}, decision: ask, tier: 2}"), "mode: balanced"),
      ElementsAre("rules.a git"));
}

TEST(PolicyCeilingTest, OtherKeysCountAsTheDifferenceTellsThem) {
  EXPECT_THAT(beyond("mode: trusting", "mode: balanced"), ElementsAre("mode"));
  EXPECT_THAT(beyond("mode: paranoid", "mode: balanced"), IsEmpty());
  EXPECT_THAT(beyond("safe_mode: off", "mode: balanced"), ElementsAre("safe_mode"));
  EXPECT_THAT(beyond("alerts: {bell: off}", "mode: balanced"), IsEmpty());
  EXPECT_THAT(
      beyond(rules("{id: a, when: {command: rm}, decision: allow, monitor: on}"), "mode: balanced"),
      IsEmpty());
}

TEST(RuleReachTest, PartsHoldForOneThingEach) {
  policy::Condition when;
  when.command = {"a", "b"};
  when.flags = {"f", "g", "h"};
  EXPECT_EQ(parts_of(when).size(), 6U);
  when.has.assign(5000, "x");
  EXPECT_LE(parts_of(when).size(), 5000U);
}

}  // namespace
}  // namespace guard::console
