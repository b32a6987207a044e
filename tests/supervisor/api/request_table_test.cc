// SPDX-License-Identifier: Apache-2.0
// Ways through the table: rows, roles, strictness.
#include "supervisor/api/request_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/supervisor/api/request_test.h"

namespace guard::supervisor {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class RequestTableTest : public RequestTest {};

TEST_F(RequestTableTest, UnknownEndpointIs404) {
  const ApiResponse response = get("/v1/nothing");
  EXPECT_EQ(response.status, 404);
  EXPECT_EQ(code(response), "not_found");
  EXPECT_EQ(get("/").status, 404);
  EXPECT_EQ(get("/v2/session").status, 404);
  EXPECT_EQ(get("/v1/approvals/a/b").status, 404);
}

TEST_F(RequestTableTest, WrongMethodNamesTheRightOnes) {
  ApiResponse response = ask("PUT", "/v1/approvals");
  EXPECT_EQ(response.status, 405);
  EXPECT_EQ(response.allow, "GET, POST");
  response = ask("GET", "/v1/approve-session");
  EXPECT_EQ(response.allow, "POST");
}

TEST_F(RequestTableTest, BrokenTargetsAre400) {
  for (const char* target : {"/v1/approvals/%", "/v1/approvals/%zz", "session", "",
                             "/v1/approvals?state=%4", "/v1/approvals?state=a&state=b"})
    EXPECT_EQ(get(target).status, 400) << target;
}

TEST_F(RequestTableTest, UnknownParameterIsNamed) {
  const ApiResponse response = get("/v1/approvals?colour=red");
  EXPECT_EQ(response.status, 400);
  EXPECT_THAT(message(response), HasSubstr("colour"));
}

TEST_F(RequestTableTest, BodyMustBeAnObjectWithEachFieldOnce) {
  for (const char* body :
       {"", "{", "[]", "null", "7", "\"x\"", "{\"answer\":\"deny\",\"answer\":\"approve\"}"}) {
    const ApiResponse response = ask("POST", "/v1/approvals/abcd", body);
    EXPECT_EQ(response.status, 400) << body;
    EXPECT_EQ(code(response), "invalid_request") << body;
  }
}

TEST_F(RequestTableTest, AnEmptyBodyIsAnEmptyObjectWhereNoFieldIsNeeded) {
  for (const char* target :
       {"/v1/session/pause", "/v1/session/resume", "/v1/session/end", "/v1/session/checkpoint"}) {
    const ApiResponse without = ask("POST", target, "");
    EXPECT_EQ(without.status, ask("POST", target, "{}").status) << target;
    EXPECT_NE(code(without), "invalid_request") << target;
    EXPECT_EQ(ask("POST", target, "[]").status, 400) << target;
  }
}

TEST_F(RequestTableTest, DeepNestingIsRefusedAndBracketsInTextsAreNot) {
  const std::string deep = std::string(17, '[') + std::string(17, ']');
  EXPECT_THAT(message(ask("POST", "/v1/check", "{\"argv\":" + deep + "}")), HasSubstr("deeply"));
  const std::string text = std::string(100, '[') + "\"\\" + std::string(100, '{');
  EXPECT_EQ(post("/v1/check", {{"argv", {"echo", text}}}).status, 200);
}

TEST_F(RequestTableTest, GetTakesNoBody) {
  EXPECT_EQ(ask("GET", "/v1/session", "{}").status, 400);
}

TEST_F(RequestTableTest, OutsideSeesTheWholeSession) {
  const ApiResponse response = get("/v1/session");
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.body["id"], "s1");
  EXPECT_TRUE(response.body.contains("command"));
}

TEST_F(RequestTableTest, InsideSeesTheShortFormAndMayCheck) {
  session_.role = Role::kInside;
  const ApiResponse response = get("/v1/session");
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.body["id"], "s1");
  EXPECT_FALSE(response.body.contains("command"));
  EXPECT_EQ(post("/v1/check", {{"argv", {"ls"}}}).status, 200);
  EXPECT_TRUE(session_.refused().empty());
}

TEST_F(RequestTableTest, InsideMayNothingElseAndIsRecorded) {
  const std::string id = session_.ask();
  session_.role = Role::kInside;
  EXPECT_EQ(code(get("/v1/approvals")), "inside");
  EXPECT_EQ(post("/v1/approvals/" + id, {{"answer", "approve"}}).status, 403);
  EXPECT_EQ(post("/v1/approvals", {{"ids", {id}}, {"answer", "approve"}}).status, 403);
  EXPECT_EQ(post("/v1/approve-session", {{"session_id", "s1"}, {"categories", {"SUDO"}}}).status,
            403);
  EXPECT_EQ(get("/v1/events").status, 403);
  EXPECT_EQ(get("/v1/audit").status, 403);
  EXPECT_EQ(ask("DELETE", "/v1/grants/x").status, 403);
  EXPECT_EQ(ask("PUT", "/v1/session").status, 403);
  EXPECT_EQ(get("/v1/nothing").status, 403);
  EXPECT_EQ(get("%").status, 403);
  EXPECT_EQ(session_.refused().size(), 10U);
  EXPECT_EQ(session_.refused()[1], "POST /v1/approvals/" + id);
  EXPECT_TRUE(session_.settled().empty());
  EXPECT_TRUE(session_.grants.approved_categories().empty());
}

TEST_F(RequestTableTest, WhomSomethingWasHandedToMayAnswerAndNothingElse) {
  const std::string id = session_.ask();
  session_.role = Role::kDelegate;
  EXPECT_EQ(get("/v1/approvals").status, 200);
  EXPECT_EQ(get("/v1/session").status, 200);
  EXPECT_EQ(post("/v1/approvals/" + id, {{"answer", "approve"}}).status, 200);
  EXPECT_EQ(post("/v1/approve-session", {{"session_id", "s1"}, {"categories", {"SUDO"}}}).status,
            403);
  EXPECT_EQ(ask("DELETE", "/v1/grants/x").status, 403);
  EXPECT_EQ(get("/v1/audit").status, 403);
  EXPECT_EQ(post("/v1/delegations", {{"to", "eve"}, {"tier", 2}, {"minutes", 5}}).status, 403);
  EXPECT_EQ(code(get("/v1/delegations")), "delegate");
  EXPECT_TRUE(session_.grants.approved_categories().empty());
}

TEST_F(RequestTableTest, HandedOnReachesAsFarAsItWasHandedOn) {
  const std::string two = session_.ask(2);
  const std::string three = session_.ask(3);
  session_.role = Role::kDelegate;
  Say say{2, 1000};
  backend_.say_of = [&](uid_t) { return say; };
  const nlohmann::json approve = {{"answer", "approve"}, {"confirm", "CONFIRM"}};
  EXPECT_EQ(code(post("/v1/approvals/" + three, approve)), "beyond_delegation");
  EXPECT_EQ(code(post("/v1/approvals/" + three, {{"answer", "deny"}})), "beyond_delegation");
  const ApiResponse batch =
      post("/v1/approvals", {{"ids", {three}}, {"answer", "approve"}, {"confirm", "CONFIRM"}});
  EXPECT_EQ(batch.body["results"][0]["status"], 403);
  say = {};
  say.tier = 0;
  EXPECT_EQ(code(post("/v1/approvals/" + two, approve)), "delegation_over");
  EXPECT_TRUE(session_.settled().empty());
  say = {2, 1000};
  EXPECT_EQ(post("/v1/approvals/" + two, {{"answer", "approve"}}).status, 200);
}

TEST_F(RequestTableTest, WithoutAPolicyForItNothingIsHandedOn) {
  EXPECT_EQ(code(post("/v1/delegations", {{"to", "ben"}, {"tier", 2}, {"minutes", 5}})),
            "no_delegation");
  EXPECT_EQ(get("/v1/delegations").body["delegations"], nlohmann::json::array());
  EXPECT_EQ(code(ask("DELETE", "/v1/delegations/x")), "no_delegation");
}

TEST_F(RequestTableTest, OtherSpellingsOfAPathAreTheSamePath) {
  session_.role = Role::kInside;
  EXPECT_EQ(get("//v1/%61pprovals").status, 403);
  EXPECT_EQ(get("/v1/session/").status, 200);
}

TEST_F(RequestTableTest, StrangerIsTurnedAway) {
  session_.role = Role::kStranger;
  const ApiResponse response = get("/v1/session");
  EXPECT_EQ(response.status, 403);
  EXPECT_EQ(code(response), "stranger");
  EXPECT_TRUE(response.close);
  EXPECT_THAT(session_.refused(), ElementsAre("GET /v1/session"));
}

TEST_F(RequestTableTest, RefusedRequestIsRecordedSafely) {
  session_.role = Role::kInside;
  get("/v1/\x1b[2J" + std::string(5000, 'a'));
  ASSERT_EQ(session_.refused().size(), 1U);
  EXPECT_EQ(session_.refused()[0].find('\x1b'), std::string::npos);
  EXPECT_LE(session_.refused()[0].size(), 200U);
}

TEST_F(RequestTableTest, AuditGetsItsParameters) {
  const ApiResponse response = get("/v1/audit?limit=5&act=delete");
  EXPECT_EQ(response.body["query"]["limit"], "5");
  EXPECT_EQ(get("/v1/audit?color=red").status, 400);
}

TEST_F(RequestTableTest, EventsBeginNowOrWhereTheClientSays) {
  EXPECT_EQ(get("/v1/events").stream_after, std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(get("/v1/events?after=7").stream_after, 7U);
  EXPECT_FALSE(get("/v1/events").stream_acts);
  EXPECT_TRUE(get("/v1/events?acts=on").stream_acts);
  EXPECT_EQ(get("/v1/events?acts=maybe").status, 400);
  EXPECT_EQ(get("/v1/events?after=").status, 400);
  EXPECT_EQ(get("/v1/events?after=18446744073709551615").status, 400);
  request_.last_event_id = "9";
  EXPECT_EQ(get("/v1/events?after=7").stream_after, 9U);
  for (const char* bad : {"x", "-1", "1x", "99999999999999999999999", "18446744073709551615"}) {
    request_.last_event_id = bad;
    EXPECT_EQ(get("/v1/events").status, 400) << bad;
  }
}

TEST_F(RequestTableTest, TheBrakeIsSignedAndForWhoeverMayAnswerEverything) {
  std::string ordered;
  backend_.pause = [&](const std::string& by) {
    ordered += "pause by " + by + "; ";
    return nlohmann::json{{"changed", true}};
  };
  backend_.resume = [&](const std::string& by) {
    ordered += "resume by " + by + "; ";
    return nlohmann::json{{"changed", true}};
  };
  backend_.end = [&](const std::string& by, bool at_once) {
    ordered += std::string(at_once ? "kill" : "end") + " by " + by + "; ";
    return nlohmann::json{{"changed", true}};
  };
  request_.user_agent = "guard pause/1";
  EXPECT_EQ(post("/v1/session/pause", nlohmann::json::object()).status, 200);
  EXPECT_EQ(post("/v1/session/resume", nlohmann::json::object()).status, 200);
  EXPECT_EQ(post("/v1/session/end", nlohmann::json::object()).status, 200);
  EXPECT_EQ(post("/v1/session/end", {{"now", true}}).status, 200);
  EXPECT_EQ(ordered,
            "pause by ana (guard pause); resume by ana (guard pause); end by ana (guard pause); "
            "kill by ana (guard pause); ");
  EXPECT_EQ(post("/v1/session/end", {{"now", 1}}).status, 400);
  EXPECT_EQ(post("/v1/session/pause", {{"now", true}}).status, 400);
  for (const Role role : {Role::kInside, Role::kDelegate, Role::kStranger}) {
    session_.role = role;
    for (const char* order : {"pause", "resume", "end"})
      EXPECT_EQ(post(std::string("/v1/session/") + order, nlohmann::json::object()).status, 403);
  }
}

TEST_F(RequestTableTest, APointIsMarkedFromOutsideAndFromInside) {
  const auto mark = [&](const nlohmann::json& body) {
    return post("/v1/session/checkpoint", body);
  };
  EXPECT_EQ(mark(nlohmann::json::object()).status, 501);  // nothing is kept for undo
  std::string marked;
  backend_.checkpoint = [&](const std::string& name) -> Result<nlohmann::json> {
    if (name == "12") return fail(Code::kInvalid, "a number");
    marked += name + ";";
    return nlohmann::json{{"checkpoint", 1}};
  };
  for (const Role role : {Role::kOutside, Role::kInside, Role::kDelegate}) {
    session_.role = role;
    EXPECT_EQ(mark({{"name", "one"}}).status, 200);
    EXPECT_EQ(mark(nlohmann::json::object()).status, 200);
    EXPECT_EQ(mark({{"name", "12"}}).status, 400);
    EXPECT_EQ(mark({{"name", 12}}).status, 400);
    EXPECT_EQ(mark({{"to", "x"}}).status, 400);
  }
  EXPECT_EQ(marked, "one;;one;;one;;");
  session_.role = Role::kStranger;
  EXPECT_EQ(mark({{"name", "one"}}).status, 403);
}

TEST_F(RequestTableTest, ASessionWithoutABrakeSaysSo) {
  for (const char* order : {"pause", "resume", "end"})
    EXPECT_EQ(post(std::string("/v1/session/") + order, nlohmann::json::object()).status, 501);
}

}  // namespace
}  // namespace guard::supervisor
