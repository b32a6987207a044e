// SPDX-License-Identifier: Apache-2.0
// Names of the policy against addresses, with a resolver of the test's own.
#include "supervisor/network/network_facts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <map>

#include "base/limits.h"

namespace guard::supervisor {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

policy::Destination at(const char* address, std::uint16_t port = 443) {
  policy::Destination destination;
  destination.address = address;
  destination.port = port;
  return destination;
}

class NetworkFactsTest : public ::testing::Test {
 protected:
  NetworkFacts facts_for(std::vector<std::string> allowed, std::vector<std::string> ruled = {}) {
    policy::Policy policy;
    policy.network_allow = std::move(allowed);
    policy::Rule rule;
    rule.when.host = std::move(ruled);
    policy.rules = {rule};
    return {policy,
            [this](const std::string& name) {
              asked_.push_back(name);
              const auto found = answers_.find(name);
              return found == answers_.end() ? std::vector<std::string>{} : found->second;
            },
            [this] { return now_; }};
  }
  policy::Destination completed(const NetworkFacts& facts, const char* address) {
    auto destination = at(address);
    facts.complete(destination);
    return destination;
  }
  std::map<std::string, std::optional<std::vector<std::string>>> answers_;
  std::vector<std::string> asked_;
  NetworkFacts::Clock::time_point now_;
};

TEST_F(NetworkFactsTest, WhereGuardAnswersANameOnlyRestricts) {
  policy::Policy policy;
  policy.network_allow = {"localhost", "api.example.org"};
  const NetworkFacts facts(
      policy,
      [](const std::string& name) -> Addresses {
        return std::vector<std::string>{name == "localhost" ? "::1" : "192.0.2.7"};
      },
      [this] { return now_; }, [](const policy::Actor&) { return true; });
  const auto found = completed(facts, "192.0.2.7");
  EXPECT_THAT(found.names, IsEmpty());
  EXPECT_THAT(found.former_names, ElementsAre("api.example.org"));
  EXPECT_EQ(found.name, "");
}

TEST_F(NetworkFactsTest, ANameIsKnownWhileItLeadsToTheAddress) {
  answers_["api.example.org"] = {{"192.0.2.7", "192.0.2.8"}};
  const auto facts = facts_for({"api.example.org:443"});
  EXPECT_TRUE(facts.needs_lookup(at("192.0.2.7")));
  const auto found = completed(facts, "192.0.2.7");
  EXPECT_EQ(found.name, "api.example.org");
  EXPECT_EQ(found.name_source, policy::NameSource::kDns);
  EXPECT_FALSE(facts.needs_lookup(at("192.0.2.8")));
  EXPECT_EQ(completed(facts, "192.0.2.9").name, "");
}

TEST_F(NetworkFactsTest, NamesOfRulesAreLookedUpToo) {
  answers_["evil.example.org"] = {{"192.0.2.66"}};
  const auto facts = facts_for({}, {"evil.example.org", "192.0.2.1", "*"});
  EXPECT_THAT(completed(facts, "192.0.2.66").names, ElementsAre("evil.example.org"));
  EXPECT_THAT(asked_, ElementsAre("evil.example.org"));
}

TEST_F(NetworkFactsTest, AnAddressMayHaveSeveralNames) {
  answers_["a.example.org"] = {{"192.0.2.7"}};
  answers_["b.example.org"] = {{"192.0.2.7"}};
  const auto facts = facts_for({"a.example.org"}, {"b.example.org"});
  EXPECT_THAT(completed(facts, "192.0.2.7").names, ElementsAre("a.example.org", "b.example.org"));
}

TEST_F(NetworkFactsTest, WhatCannotBeLookedUpIsSaidSo) {
  answers_["lost.example.org"] = std::nullopt;
  const auto facts = facts_for({"lost.example.org", "none.example.org"});
  const auto found = completed(facts, "192.0.2.7");
  EXPECT_THAT(found.unresolved_names, ElementsAre("lost.example.org"));
  EXPECT_THAT(found.names, IsEmpty());
  asked_.clear();
  (void)completed(facts, "192.0.2.8");
  EXPECT_THAT(asked_, IsEmpty());  // not at every connection
}

constexpr std::chrono::milliseconds kOne{1};

TEST_F(NetworkFactsTest, AnAddressIsANamesForSoLong) {
  constexpr std::chrono::milliseconds kMost = time_limit("names.fresh");
  const auto begin = now_;
  answers_["api.example.org"] = {{"192.0.2.7"}};
  const auto facts = facts_for({"api.example.org"});
  EXPECT_EQ(completed(facts, "192.0.2.7").name, "api.example.org");
  answers_["api.example.org"] = {{"192.0.2.8"}};  // it moves
  for (const auto passed : {kMost - kOne, kMost}) {
    now_ = begin + passed;
    EXPECT_FALSE(facts.needs_lookup(at("192.0.2.7")));
    EXPECT_EQ(completed(facts, "192.0.2.7").name, "api.example.org");
  }
  now_ = begin + kMost + kOne;
  EXPECT_TRUE(facts.needs_lookup(at("192.0.2.7")));
  const auto found = completed(facts, "192.0.2.7");
  EXPECT_EQ(found.name, "");
  EXPECT_THAT(found.names, IsEmpty());
  EXPECT_THAT(found.former_names, ElementsAre("api.example.org"));
}

TEST_F(NetworkFactsTest, AnUnknownAddressIsLookedUpAgain) {
  constexpr std::chrono::milliseconds kMost = time_limit("names.rotates");
  const auto begin = now_;
  const auto facts = facts_for({"api.example.org"});
  (void)completed(facts, "192.0.2.7");
  answers_["api.example.org"] = {{"192.0.2.7"}};
  for (const auto passed : {kMost - kOne, kMost}) {
    now_ = begin + passed;
    EXPECT_EQ(completed(facts, "192.0.2.7").name, "");
  }
  now_ = begin + kMost + kOne;
  EXPECT_EQ(completed(facts, "192.0.2.7").name, "api.example.org");
}

TEST_F(NetworkFactsTest, AFailedLookupIsTriedAgain) {
  constexpr std::chrono::milliseconds kMost = time_limit("names.failed");
  const auto begin = now_;
  answers_["lost.example.org"] = std::nullopt;
  const auto facts = facts_for({"lost.example.org"});
  (void)completed(facts, "192.0.2.7");
  answers_["lost.example.org"] = {{"192.0.2.7"}};
  for (const auto passed : {kMost - kOne, kMost}) {
    now_ = begin + passed;
    EXPECT_THAT(completed(facts, "192.0.2.7").unresolved_names, ElementsAre("lost.example.org"));
  }
  now_ = begin + kMost + kOne;
  const auto found = completed(facts, "192.0.2.7");
  EXPECT_EQ(found.name, "lost.example.org");
  EXPECT_THAT(found.unresolved_names, IsEmpty());
}

TEST_F(NetworkFactsTest, LoopbackNeedsNoNames) {
  const auto facts = facts_for({"api.example.org"});
  auto here = at("127.0.0.1");
  here.loopback = true;
  EXPECT_FALSE(facts.needs_lookup(here));
  facts.complete(here);
  EXPECT_THAT(asked_, IsEmpty());
}

TEST_F(NetworkFactsTest, WithoutNamesNothingIsLookedUp) {
  const auto facts = facts_for({"192.0.2.7:443", "[2001:db8::1]"});
  EXPECT_FALSE(facts.needs_lookup(at("192.0.2.7")));
}

}  // namespace
}  // namespace guard::supervisor
