// SPDX-License-Identifier: Apache-2.0
// POST /v1/check: the three shapes of its answer.
#include <gtest/gtest.h>

#include "tests/supervisor/api/request_test.h"

namespace guard::supervisor {
namespace {

class CheckTest : public RequestTest {};

TEST_F(CheckTest, AllowedIsTheDecision) {
  const ApiResponse response = post("/v1/check", {{"argv", {"ls", "-l"}}, {"cwd", "/w"}});
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.body["decision"], "allow");
  EXPECT_EQ(session_.checked["cwd"], "/w");
}

TEST_F(CheckTest, WhatWouldAskIsApprovalRequired) {
  session_.decision = nlohmann::json{{"decision", "ask"},
                                     {"category", "SUDO"},
                                     {"categories", {"SUDO", "EXEC_ARBITRARY"}},
                                     {"tier", 2},
                                     {"risk_level", "medium"},
                                     {"rule", "sudo.run"},
                                     {"reason", "runs with raised privileges"},
                                     {"prompt", {{"changes", {"1", "2", "3", "4"}}}}};
  const ApiResponse response = post("/v1/check", {{"argv", {"sudo", "a b"}}});
  EXPECT_EQ(response.status, 400);
  const nlohmann::json& error = response.body["error"];
  EXPECT_EQ(error["type"], "tool_error");
  EXPECT_EQ(error["code"], "approval_required");
  EXPECT_EQ(error["message"], "runs with raised privileges");
  const nlohmann::json& details = error["details"];
  EXPECT_EQ(details["category"], "SUDO");
  EXPECT_EQ(details["required_categories"], nlohmann::json({"SUDO", "EXEC_ARBITRARY"}));
  EXPECT_EQ(details["session_id"], "s1");
  EXPECT_EQ(details["tier"], 2);
  EXPECT_EQ(details["risk_level"], "medium");
  EXPECT_EQ(details["blocked_reason"], "approval_required");
  EXPECT_TRUE(details["approval_id"].is_null());
  EXPECT_EQ(details["prompt"]["what"], "sudo 'a b'");
  EXPECT_EQ(details["prompt"]["why"], "runs with raised privileges");
  EXPECT_EQ(details["prompt"]["risk"], "Runs with raised privileges.");
  EXPECT_EQ(details["prompt"]["changes"].size(), 3U);
}

TEST_F(CheckTest, RefusedIs403WithItsKind) {
  session_.decision = nlohmann::json{{"decision", "deny"}, {"reason", "no"}};
  EXPECT_EQ(code(post("/v1/check", {{"shell", "x"}})), "denied");
  session_.decision = nlohmann::json{{"decision", "block"}, {"reason", "absurd"}};
  const ApiResponse response = post("/v1/check", {{"shell", "rm -rf /"}});
  EXPECT_EQ(response.status, 403);
  EXPECT_EQ(code(response), "blocked");
  EXPECT_EQ(message(response), "absurd");
}

TEST_F(CheckTest, NoDecisionIsNoPermission) {
  for (const nlohmann::json& decision :
       {nlohmann::json::object(), nlohmann::json{{"decision", "maybe"}}, nlohmann::json(),
        nlohmann::json{{"decision", true}}}) {
    session_.decision = decision;
    EXPECT_EQ(post("/v1/check", {{"argv", {"ls"}}}).status, 500) << decision;
  }
}

TEST_F(CheckTest, AnErrorOfTheSessionIsAnError) {
  session_.decision = fail(Code::kInternal, "broken");
  EXPECT_EQ(post("/v1/check", {{"argv", {"ls"}}}).status, 500);
  session_.decision = fail(Code::kInvalid, "no such folder");
  EXPECT_EQ(post("/v1/check", {{"argv", {"ls"}}}).status, 400);
}

TEST_F(CheckTest, RequestMustNameOneCommand) {
  const nlohmann::json bodies[] = {
      nlohmann::json::object(),
      {{"argv", nlohmann::json::array()}},
      {{"argv", "ls"}},
      {{"argv", {"ls", 1}}},
      {{"argv", {""}}},
      {{"argv", {"ls"}}, {"shell", "ls"}},
      {{"argv", {"ls"}}, {"cwd", "relative"}},
      {{"argv", {"ls"}}, {"cwd", 7}},
      {{"argv", {"ls"}}, {"confirmed", true}},
  };
  for (const nlohmann::json& body : bodies) EXPECT_EQ(post("/v1/check", body).status, 400) << body;
}

}  // namespace
}  // namespace guard::supervisor
