// SPDX-License-Identifier: Apache-2.0
#include "supervisor/judge/nested_request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/limits.h"
#include "supervisor/judge/nested_sessions.h"

namespace guard::supervisor {
namespace {

using Json = nlohmann::json;
using policy::Decision;
using policy::Verdict;
using ::testing::HasSubstr;

Json a_request() {
  return {{"files",
           {{{"name", "p.yaml"},
             {"text", "rules: [{id: a, when: {command: x}, decision: deny}]"},
             {"may_only_tighten", false}}}},
          {"mode", "paranoid"},
          {"safe_mode", false},
          {"on_ask", "deny"},
          {"pre_confirm", {"rm -rf ./build/*"}},
          {"workspace", {"/w"}}};
}

TEST(NestedRequestTest, IsAPolicyWithItsOptions) {
  const auto request = read_nested_request(a_request());
  ASSERT_TRUE(request) << request.error().text();
  EXPECT_EQ(request->policy.mode.name, "paranoid");
  EXPECT_FALSE(request->policy.safe_mode);
  EXPECT_EQ(request->policy.rules.back().id, "a");
  EXPECT_EQ(request->policy.pre_confirmed, std::vector<std::string>{"rm -rf ./build/*"});
  EXPECT_EQ(request->workspace, std::vector<std::string>{"/w"});
  EXPECT_EQ(request->on_ask, policy::OnAsk::kDeny);
}

TEST(NestedRequestTest, WhatIsOddIsRefusedByName) {
  const auto problem = [](const char* field, const Json& value) {
    Json body = a_request();
    body[field] = value;
    const auto request = read_nested_request(body);
    return request ? "" : request.error().context;
  };
  EXPECT_THAT(problem("files", 7), HasSubstr("files"));
  EXPECT_THAT(problem("files", Json::array({{{"name", "x"}}})), HasSubstr("files"));
  EXPECT_THAT(problem("mode", "reckless"), HasSubstr("mode"));
  EXPECT_THAT(problem("safe_mode", "off"), HasSubstr("safe_mode"));
  EXPECT_THAT(problem("on_ask", "maybe"), HasSubstr("on_ask"));
  EXPECT_THAT(problem("pre_confirm", {1}), HasSubstr("pre_confirm"));
  EXPECT_THAT(problem("workspace", "/w"), HasSubstr("workspace"));
  EXPECT_THAT(problem("other", 1), HasSubstr("unknown field 'other'"));
  Json no_policy = a_request();
  no_policy["files"][0]["text"] = "rules: [";
  ASSERT_FALSE(read_nested_request(no_policy));
  EXPECT_THAT(read_nested_request(no_policy).error().context, HasSubstr("p.yaml:1"));
}

// A project's file that the user trusts is held by a lock, and keeps no run from starting.
TEST(NestedRequestTest, AProjectsFileIsOneInsideToo) {
  Json body = a_request();
  body["files"][0]["text"] = "mode: trusting";
  const Json locks = {{"name", "e.yaml"}, {"text", "locked: [mode]"}, {"may_only_tighten", false}};
  body["files"].insert(body["files"].begin(), locks);
  EXPECT_FALSE(read_nested_request(body));
  body["files"][1]["of_project"] = true;
  EXPECT_TRUE(read_nested_request(body));
  body["files"][1]["of_project"] = 1;
  EXPECT_FALSE(read_nested_request(body));
}

TEST(NestedRequestTest, MoreFilesThanMayAreRefused) {
  constexpr std::size_t kMost = size_limit("nested.files");
  for (const std::size_t count : {kMost - 1, kMost, kMost + 1}) {
    Json body = a_request();
    body["files"] = Json::array();
    for (std::size_t i = 0; i < count; ++i)
      body["files"].push_back({{"name", std::to_string(i) + ".yaml"},
                               {"text", "version: 1"},
                               {"may_only_tighten", false}});
    const auto request = read_nested_request(body);
    EXPECT_EQ(request.has_value(), count <= kMost) << count;
    if (!request) {
      EXPECT_THAT(request.error().context, HasSubstr("files"));
    }
  }
}

TEST(NestedSessionsTest, NoMoreJoinThanMay) {
  const BornSet born;
  const LeaseTable leases;
  const Grants grants;
  const ProcessTree tree([](pid_t, Gone) {});
  const SocketMemory sockets;
  constexpr std::size_t kMost = 2;
  NestedParts parts{.born = born,
                    .leases = leases,
                    .grants = grants,
                    .tree = tree,
                    .sockets = sockets,
                    .namer = [](int) { return HeldName{}; },
                    .names_may_differ = nullptr,
                    .guard_folders = {},
                    .environment = {},
                    .savable = nullptr};
  NestedSessions sessions(std::move(parts), kMost);
  for (std::size_t i = 1; i <= kMost + 1; ++i) {
    const InsideClient caller{static_cast<pid_t>(i), i, 1};
    const auto joined = sessions.join(caller, *read_nested_request(a_request()));
    EXPECT_EQ(joined.has_value(), i <= kMost) << i;
    if (!joined) {
      EXPECT_EQ(joined.error().code, Code::kBusy);
    }
    EXPECT_EQ(sessions.refusals_of(caller).has_value(), i <= kMost) << i;
  }
  EXPECT_EQ(kMostNestedSessions, size_limit("nested.sessions"));
}

Decision decision(Verdict verdict, int tier = 1) {
  Decision decision;
  decision.verdict = verdict;
  decision.assessment.tier = tier;
  return decision;
}

TEST(NestedSessionsTest, OnlyAStricterDecisionTakesTheOthersPlace) {
  const Verdict order[] = {Verdict::kAllow, Verdict::kAsk, Verdict::kDeny, Verdict::kBlock};
  for (int left = 0; left < 4; ++left) {
    for (int right = 0; right < 4; ++right)
      EXPECT_EQ(is_stricter(decision(order[left]), decision(order[right])), left > right);
  }
  EXPECT_TRUE(is_stricter(decision(Verdict::kAsk, 3), decision(Verdict::kAsk, 2)));
  EXPECT_FALSE(is_stricter(decision(Verdict::kAsk, 2), decision(Verdict::kAsk, 3)));
  EXPECT_FALSE(is_stricter(decision(Verdict::kAllow, 3), decision(Verdict::kAllow, 1)));
}

}  // namespace
}  // namespace guard::supervisor
