// SPDX-License-Identifier: Apache-2.0
#include "supervisor/nested_request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "supervisor/nested_sessions.h"

namespace guard::supervisor {
namespace {

using nlohmann::json;
using policy::Decision;
using policy::Verdict;
using testing::HasSubstr;

json a_request() {
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
  const auto problem = [](const char* field, const json& value) {
    json body = a_request();
    body[field] = value;
    const auto request = read_nested_request(body);
    return request ? "" : request.error().context;
  };
  EXPECT_THAT(problem("files", 7), HasSubstr("files"));
  EXPECT_THAT(problem("files", json::array({{{"name", "x"}}})), HasSubstr("files"));
  EXPECT_THAT(problem("mode", "reckless"), HasSubstr("mode"));
  EXPECT_THAT(problem("safe_mode", "off"), HasSubstr("safe_mode"));
  EXPECT_THAT(problem("on_ask", "maybe"), HasSubstr("on_ask"));
  EXPECT_THAT(problem("pre_confirm", {1}), HasSubstr("pre_confirm"));
  EXPECT_THAT(problem("workspace", "/w"), HasSubstr("workspace"));
  EXPECT_THAT(problem("other", 1), HasSubstr("unknown field 'other'"));
  json no_policy = a_request();
  no_policy["files"][0]["text"] = "rules: [";
  ASSERT_FALSE(read_nested_request(no_policy));
  EXPECT_THAT(read_nested_request(no_policy).error().context, HasSubstr("p.yaml:1"));
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
