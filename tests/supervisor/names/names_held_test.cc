// SPDX-License-Identifier: Apache-2.0
#include "supervisor/names/names_held.h"

#include <gtest/gtest.h>

namespace guard::supervisor {
namespace {

bool yes() {
  return true;
}
bool no() {
  return false;
}

policy::Policy denying(const char* host) {
  policy::Policy policy;
  policy::Rule rule;
  rule.when.host = {host};
  rule.decision = policy::Verdict::kDeny;
  policy.rules.push_back(rule);
  return policy;
}

TEST(NamesHeldTest, TheReasonIsThePolicysTheBackendsOrTheMachines) {
  policy::Policy policy;
  const interceptor::Backend notify;
  interceptor::Backend ptrace;
  ptrace.traced = true;
  EXPECT_EQ(names_held(policy, notify, yes).by, NamesBy::kExchanged);
  EXPECT_EQ(names_held(policy, notify, no).by, NamesBy::kOff);
  EXPECT_NE(names_held(policy, notify, no).why.find("no network namespace"), std::string::npos);
  EXPECT_EQ(names_held(policy, ptrace, yes).by, NamesBy::kOff);
  EXPECT_NE(names_held(policy, ptrace, yes).why.find("ptrace"), std::string::npos);
  policy.network_names = policy::NameUse::kReal;
  EXPECT_EQ(names_held(policy, notify, yes).by, NamesBy::kExchanged);
  EXPECT_EQ(names_held(policy, notify, no).by, NamesBy::kLed);
  EXPECT_EQ(names_held(policy, ptrace, yes).by, NamesBy::kLed);
  policy.network_names = policy::NameUse::kOff;
  EXPECT_EQ(names_held(policy, notify, yes).by, NamesBy::kOff);
  EXPECT_NE(names_held(policy, notify, yes).why.find("the policy"), std::string::npos);
}

TEST(NamesHeldTest, ARunTellsOfRulesThatHoldLess) {
  const interceptor::Backend notify;
  EXPECT_EQ(names_notice({}, notify, no), "");
  EXPECT_EQ(names_notice(denying("192.0.2.7"), notify, no), "");
  EXPECT_EQ(names_notice(denying("localhost"), notify, no), "");
  EXPECT_EQ(names_notice(denying("evil.example"), notify, yes), "");
  EXPECT_NE(names_notice(denying("evil.example"), notify, no).find("evil.example"),
            std::string::npos);
  // A pattern of names is held to from another port of this machine.
  EXPECT_EQ(names_notice(denying("*.evil.example"), notify, no), "");
}

}  // namespace
}  // namespace guard::supervisor
