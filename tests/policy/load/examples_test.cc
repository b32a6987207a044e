// SPDX-License-Identifier: Apache-2.0
#include "policy/load/examples.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "policy/text/shell_words.h"

namespace guard::policy {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::string> words(const std::string& line) {
  const auto split = split_words(line);
  return split ? *split : std::vector<std::string>{"(" + split.error().context + ")"};
}

TEST(ShellWordsTest, QuotesAreTakenOff) {
  EXPECT_THAT(words("git commit -m 'a  b' \"c d\" e\\ f"),
              ElementsAre("git", "commit", "-m", "a  b", "c d", "e f"));
  EXPECT_THAT(words("rm '' a''b"), ElementsAre("rm", "", "ab"));
}

TEST(ShellWordsTest, WhatNeedsAShellIsRefused) {
  for (const char* line : {"a | b", "a; b", "a && b", "a > b", "echo $X", "echo \"$X\"", "'open",
                           "echo `x`", "", "   "}) {
    EXPECT_FALSE(split_words(line)) << line;
  }
}

Policy policy_with(const std::vector<std::string>& match,
                   const std::vector<std::string>& no_match) {
  CommandSpec spec;
  spec.commands = {"deployctl"};
  SpecRule rule;
  rule.id = "deployctl.prod";
  rule.flags = {"prod"};
  rule.tier = 3;
  rule.categories = {Category::kGitPublish};
  rule.match = match;
  rule.no_match = no_match;
  rule.source = "p.yaml:7";
  spec.rules = {rule};
  CommandSpec env;
  env.commands = {"env"};
  env.stop_at_operand = true;
  env.wrapper = {true, 0, true, ""};
  Policy policy;
  policy.commands = {spec, env};
  return policy;
}

std::string error_of(const Policy& policy) {
  const auto checked = check_examples(policy);
  return checked ? "holds" : checked.error().context;
}

TEST(ExamplesTest, AllThatFailAreTold) {
  EXPECT_EQ(error_of(policy_with({"deployctl", "deployctl --prod"}, {"deployctl --prod", "a | b"})),
            "p.yaml:7: rule deployctl.prod: `deployctl` should match\n"
            "  p.yaml:7: rule deployctl.prod: `deployctl --prod` should not match\n"
            "  p.yaml:7: rule deployctl.prod: `a | b` is no plain command: " +
                split_words("a | b").error().context);
}

TEST(ExamplesTest, HoldingOnesPass) {
  EXPECT_EQ(error_of(policy_with(
                {"deployctl --prod", "env A=1 deployctl --prod", "B=2 deployctl --prod x"},
                {"deployctl", "echo deployctl --prod"})),
            "holds");
}

TEST(ExamplesTest, AFailingMatchNamesItsRow) {
  const auto error = error_of(policy_with({"deployctl --test"}, {}));
  EXPECT_THAT(error, HasSubstr("p.yaml:7"));
  EXPECT_THAT(error, HasSubstr("deployctl.prod"));
  EXPECT_THAT(error, HasSubstr("`deployctl --test` should match"));
}

TEST(ExamplesTest, AFailingNoMatchNamesItsRow) {
  EXPECT_THAT(error_of(policy_with({}, {"deployctl --prod"})), HasSubstr("should not match"));
}

TEST(ExamplesTest, AnExampleThatIsNoCommandFails) {
  EXPECT_THAT(error_of(policy_with({"deployctl --prod | cat"}, {})), HasSubstr("no plain command"));
}

TEST(ExamplesTest, TrustedCommandsAreNotChecked) {
  EXPECT_TRUE(check_examples(policy_with({"wrong"}, {}), 1));
  EXPECT_FALSE(check_examples(policy_with({"wrong"}, {}), 0));
}

TEST(ExamplesTest, RulesAreCheckedByTheirCommand) {
  Policy policy = policy_with({}, {});
  Rule rule;
  rule.id = "no-prod";
  rule.when.command = {"deployctl"};
  rule.when.flags = {"prod"};
  rule.decision = Verdict::kDeny;
  rule.match = {"deployctl --prod", "env deployctl --prod"};
  rule.no_match = {"deployctl"};
  policy.rules = {rule};
  EXPECT_EQ(error_of(policy), "holds");
  policy.rules[0].no_match = {"deployctl --prod"};
  EXPECT_THAT(error_of(policy), HasSubstr("no-prod"));
}

}  // namespace
}  // namespace guard::policy
