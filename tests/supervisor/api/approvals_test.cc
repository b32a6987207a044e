// SPDX-License-Identifier: Apache-2.0
// Questions and grants over the API.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/supervisor/api/request_test.h"

namespace guard::supervisor {
namespace {

using ::testing::HasSubstr;

class ApprovalsTest : public RequestTest {};

TEST_F(ApprovalsTest, ListsWhatWaits) {
  EXPECT_EQ(get("/v1/approvals").body["approvals"], nlohmann::json::array());
  const std::string id = session_.ask();
  const ApiResponse response = get("/v1/approvals?state=pending");
  ASSERT_EQ(response.body["approvals"].size(), 1U);
  EXPECT_EQ(response.body["approvals"][0]["id"], id);
  EXPECT_FALSE(response.body["approvals"][0].contains("names"));
  EXPECT_EQ(response.body["last_event"], 1);
  EXPECT_EQ(get("/v1/approvals?state=denied").status, 400);
}

TEST_F(ApprovalsTest, ShowsOneWithItsNamesInPages) {
  const std::string id = session_.ask();
  ApiResponse response = get("/v1/approvals/" + id);
  EXPECT_EQ(response.body["names"].size(), 3U);
  EXPECT_EQ(response.body["names_total"], 3);
  response = get("/v1/approvals/" + id.substr(0, 6) + "?offset=1&limit=1");
  EXPECT_EQ(response.body["names"], nlohmann::json({"/w/a/2"}));
  EXPECT_EQ(get("/v1/approvals/" + id + "?offset=99").body["names"].size(), 0U);
  EXPECT_EQ(get("/v1/approvals/" + id + "?offset=18446744073709551615").body["names"].size(), 0U);
  EXPECT_EQ(get("/v1/approvals/" + id + "?limit=-1").status, 400);
  EXPECT_EQ(get("/v1/approvals/zzzz").status, 404);
  EXPECT_EQ(get("/v1/approvals/zz").status, 400);
}

TEST_F(ApprovalsTest, ApprovalIsSignedByPeerAndProgram) {
  const std::string id = session_.ask();
  request_.user_agent = "guard approve/0.1";
  const ApiResponse response = post("/v1/approvals/" + id, {{"answer", "approve"}});
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.body["state"], "approved");
  EXPECT_EQ(response.body["answered_by"], "ana (guard approve)");
  ASSERT_EQ(session_.settled().size(), 1U);
  EXPECT_TRUE(session_.settled()[0].answer.approve);
}

// Anybody can write the header.
TEST_F(ApprovalsTest, WhatAForeignProgramCallsItselfIsItsOwnWord) {
  is_guard_ = false;
  request_.user_agent = "guard watch) (root (terminal)/1";
  const std::string id = session_.ask();
  EXPECT_EQ(post("/v1/approvals/" + id, {{"answer", "deny"}}).body["answered_by"],
            "ana (socket, says: guard watch root terminal)");
}

TEST_F(ApprovalsTest, WithoutAProgramItIsTheSocket) {
  const std::string id = session_.ask();
  EXPECT_EQ(post("/v1/approvals/" + id, {{"answer", "deny"}}).body["answered_by"], "ana (socket)");
}

TEST_F(ApprovalsTest, WhatMayHaveBeenTypingRefusesInNobodysName) {
  const std::string id = session_.ask();
  const ApiResponse response =
      post("/v1/approvals/" + id, {{"answer", "not_answered"}, {"reason", "mine"}});
  EXPECT_EQ(response.body["state"], "denied");
  EXPECT_EQ(response.body["answered_by"], "");
  EXPECT_EQ(response.body["answer_reason"],
            "not answered: a key was pressed before the question took answers");
  ASSERT_EQ(session_.settled().size(), 1U);
  EXPECT_FALSE(session_.settled()[0].answer.approve);
}

TEST_F(ApprovalsTest, ProgramNameCannotForgeTheScreen) {
  const std::string id = session_.ask();
  request_.user_agent = "\x1b]0;x\x07" + std::string(500, 'y');
  const std::string by =
      post("/v1/approvals/" + id, {{"answer", "deny"}}).body["answered_by"].get<std::string>();
  EXPECT_EQ(by.find('\x1b'), std::string::npos);
  EXPECT_LT(by.size(), 60U);
}

TEST_F(ApprovalsTest, DenialHandsTheReasonOn) {
  const std::string id = session_.ask();
  EXPECT_EQ(post("/v1/approvals/" + id, {{"answer", "deny"}, {"reason", "keep it"}}).status, 200);
  EXPECT_EQ(session_.settled()[0].answer.reason, "keep it");
}

TEST_F(ApprovalsTest, SecondAnswerIsAConflictThatSaysWho) {
  const std::string id = session_.ask();
  EXPECT_EQ(post("/v1/approvals/" + id, {{"answer", "deny"}}).status, 200);
  const ApiResponse response = post("/v1/approvals/" + id, {{"answer", "approve"}});
  EXPECT_EQ(response.status, 409);
  EXPECT_EQ(code(response), "already_settled");
  EXPECT_THAT(message(response), HasSubstr("denied by ana (socket)"));
  EXPECT_EQ(session_.settled().size(), 1U);
}

TEST_F(ApprovalsTest, TierThreeAsksForTheWord) {
  const std::string id = session_.ask(3);
  const ApiResponse response = post("/v1/approvals/" + id, {{"answer", "approve"}});
  EXPECT_EQ(response.status, 400);
  EXPECT_EQ(code(response), "confirm_required");
  EXPECT_TRUE(session_.settled().empty());
  EXPECT_EQ(post("/v1/approvals/" + id, {{"answer", "approve"}, {"confirm", "CONFIRM"}}).status,
            200);
}

TEST_F(ApprovalsTest, WrongAnswersChangeNothing) {
  const std::string id = session_.ask();
  const nlohmann::json bodies[] = {
      nlohmann::json::object(),
      {{"answer", "yes"}},
      {{"answer", true}},
      {{"answer", "approve"}, {"scope", "forever"}},
      {{"answer", "approve"}, {"scope", "always"}},
      {{"answer", "approve"}, {"scope", {"once"}}},
      {{"answer", "approve"}, {"pattern", "rm *"}},
      {{"answer", "approve"}, {"scope", "session"}, {"pattern", "*"}},
      {{"answer", "deny"}, {"scope", "always"}},
      {{"answer", "approve"}, {"reasom", "typo"}},
  };
  for (const nlohmann::json& body : bodies) {
    EXPECT_EQ(post("/v1/approvals/" + id, body).status, 400) << body;
  }
  EXPECT_TRUE(session_.settled().empty());
}

TEST_F(ApprovalsTest, UnknownFieldIsNamed) {
  const std::string id = session_.ask();
  const ApiResponse response =
      post("/v1/approvals/" + id, {{"answer", "approve"}, {"scop", "once"}});
  EXPECT_THAT(message(response), HasSubstr("'scop'"));
}

TEST_F(ApprovalsTest, ScopeAndPatternReachTheSession) {
  const std::string id = session_.ask();
  EXPECT_EQ(post("/v1/approvals/" + id,
                 {{"answer", "approve"}, {"scope", "30m"}, {"pattern", "rm -rf ./build *"}})
                .status,
            200);
  const Answer answer = session_.settled()[0].answer;
  EXPECT_EQ(answer.scope, Scope::kMinutes);
  EXPECT_EQ(answer.minutes.count(), 30);
  EXPECT_EQ(answer.pattern, "rm -rf ./build *");
}

TEST_F(ApprovalsTest, BatchKeepsAResultEach) {
  const std::string plain = session_.ask();
  const std::string high = session_.ask(3);
  const ApiResponse response =
      post("/v1/approvals", {{"ids", {plain, "zzzz", high}}, {"answer", "approve"}});
  EXPECT_EQ(response.status, 200);
  const nlohmann::json& results = response.body["results"];
  ASSERT_EQ(results.size(), 3U);
  EXPECT_EQ(results[0]["approval"]["state"], "approved");
  EXPECT_EQ(results[1]["error"]["code"], "not_found");
  EXPECT_EQ(results[2]["error"]["code"], "confirm_required");
  EXPECT_EQ(session_.settled().size(), 1U);
}

TEST_F(ApprovalsTest, BatchNeedsIds) {
  EXPECT_EQ(post("/v1/approvals", {{"answer", "deny"}}).status, 400);
  EXPECT_EQ(post("/v1/approvals", {{"ids", nlohmann::json::array()}, {"answer", "deny"}}).status,
            400);
  EXPECT_EQ(post("/v1/approvals", {{"ids", "abcd"}, {"answer", "deny"}}).status, 400);
  EXPECT_EQ(post("/v1/approvals", {{"ids", {1, 2}}, {"answer", "deny"}}).status, 400);
  const std::vector<std::string> many(101, "abcd");
  EXPECT_EQ(post("/v1/approvals", {{"ids", many}, {"answer", "deny"}}).status, 400);
}

TEST_F(ApprovalsTest, SessionApprovalGrantsCategories) {
  const ApiResponse response =
      post("/v1/approve-session", {{"session_id", "s1"}, {"categories", {"SUDO", "GIT_PUBLISH"}}});
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.body["categories"], nlohmann::json({"SUDO", "GIT_PUBLISH"}));
  EXPECT_EQ(session_.grants.approved_categories().size(), 2U);
  EXPECT_EQ(session_.broker.last_seq(), 1U);
}

TEST_F(ApprovalsTest, SessionApprovalWithoutCategoriesGrantsNothing) {
  const nlohmann::json bodies[] = {
      nlohmann::json::object(),
      {{"session_id", "s1"}},
      {{"session_id", "s1"}, {"categories", nlohmann::json::array()}},
      {{"session_id", "s1"}, {"categories", nullptr}},
      {{"session_id", "s1"}, {"categories", "SUDO"}},
      {{"session_id", "other"}, {"categories", {"SUDO"}}},
      {{"categories", {"SUDO"}}},
      {{"session_id", "s1"}, {"categories", {"SUDO", "sudo"}}},
      {{"session_id", "s1"}, {"categories", {"SUDO"}}, {"tier", "3"}},
  };
  for (const nlohmann::json& body : bodies) {
    const ApiResponse response = post("/v1/approve-session", body);
    EXPECT_EQ(response.status, 400) << body;
    EXPECT_EQ(code(response), "invalid_request") << body;
  }
  EXPECT_TRUE(session_.grants.approved_categories().empty());
}

TEST_F(ApprovalsTest, UnknownCategoriesAreListed) {
  const ApiResponse response =
      post("/v1/approve-session", {{"session_id", "s1"}, {"categories", {"SUDO", "FOO", "BAR"}}});
  EXPECT_THAT(message(response), HasSubstr("'FOO', 'BAR'"));
  EXPECT_THAT(message(response), HasSubstr("NETWORK_RISK"));
}

TEST_F(ApprovalsTest, GrantsAreListedAndTakenBack) {
  Grant grant;
  grant.pattern = "git push *";
  grant.categories = {policy::Category::kGitPublish};
  grant.by = "ana (socket)";
  const std::string id = session_.grants.remember(grant);
  const ApiResponse listed = get("/v1/grants");
  ASSERT_EQ(listed.body["grants"].size(), 1U);
  EXPECT_EQ(listed.body["grants"][0]["pattern"], "git push *");
  EXPECT_EQ(listed.body["grants"][0]["scope"], "session");
  EXPECT_TRUE(listed.body["grants"][0]["until"].is_null());
  EXPECT_EQ(ask("DELETE", "/v1/grants/" + id).status, 200);
  EXPECT_EQ(ask("DELETE", "/v1/grants/" + id).status, 404);
  EXPECT_TRUE(session_.grants.list().empty());
}

}  // namespace
}  // namespace guard::supervisor
