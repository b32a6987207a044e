// SPDX-License-Identifier: Apache-2.0
// The server over a real socket, mostly against clients that mean it no good.
#include "supervisor/api/server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <list>
#include <random>

#include "tests/supervisor/api/raw_client.h"

namespace guard::supervisor {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

ApiLimits impatient() {
  ApiLimits limits;
  limits.patience = std::chrono::milliseconds(100);
  return limits;
}

void expect_answers(RawClient& client) {
  ASSERT_TRUE(client.send(http_request("GET", "/v1/session")));
  EXPECT_THAT(client.read_until("}\n"), StartsWith("HTTP/1.1 200"));
}

TEST_F(ServerTest, AnswersARequest) {
  start();
  const std::string id = session_.ask();
  RawClient client(path_);
  client.send(http_request("POST", "/v1/approvals/" + id, R"({"answer":"approve"})"));
  const std::string answer = client.read_until("}\n");
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 200"));
  EXPECT_THAT(answer, HasSubstr("\"state\":\"approved\""));
  ASSERT_EQ(session_.settled().size(), 1U);
}

TEST_F(ServerTest, KeepsAConnectionForFurtherRequests) {
  start();
  RawClient client(path_);
  for (int i = 0; i < 3; ++i) expect_answers(client);
}

TEST_F(ServerTest, PipelinedRequestsAreAnsweredInOrder) {
  start();
  RawClient client(path_);
  client.send(http_request("GET", "/v1/session") + http_request("GET", "/v1/nothing") +
              http_request("GET", "/v1/grants"));
  EXPECT_THAT(client.read_until("}\n"), HasSubstr("200 OK"));
  EXPECT_THAT(client.read_until("}\n"), HasSubstr("404 Not Found"));
  EXPECT_THAT(client.read_until("}\n"), HasSubstr("\"grants\":[]"));
}

TEST_F(ServerTest, ARequestInSinglesIsARequest) {
  start();
  RawClient client(path_);
  for (const char byte : http_request("GET", "/v1/session")) client.send({&byte, 1});
  EXPECT_THAT(client.read_until("}\n"), StartsWith("HTTP/1.1 200"));
}

TEST_F(ServerTest, WrongMethodCarriesAllow) {
  start();
  RawClient client(path_);
  client.send(http_request("PATCH", "/v1/approvals"));
  const std::string answer = client.read_until("}\n");
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 405"));
  EXPECT_THAT(answer, HasSubstr("Allow: GET, POST"));
}

TEST_F(ServerTest, GarbageIsAnsweredOrDroppedAndLeavesTheServerAlive) {
  start();
  std::minstd_rand random(7);
  for (int round = 0; round < 20; ++round) {
    std::string bytes(2000, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random());
    RawClient client(path_);
    client.send(bytes);
    client.half_close();
    const std::string answer = client.read_all();
    if (!answer.empty()) {
      EXPECT_THAT(answer, StartsWith("HTTP/1.1 4"));
    }
    EXPECT_TRUE(client.ended());
  }
  RawClient client(path_);
  expect_answers(client);
}

TEST_F(ServerTest, MalformedRequestsAre400) {
  start();
  const char* const requests[] = {
      "\r\n\r\n\r\n",
      "GET\r\n\r\n",
      "GET /v1/session HTTP/9.9\r\n\r\n",
      "GET /v1/session HTTP/1.1\r\nbad header\r\n\r\n",
      "POST /v1/check HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
      "POST /v1/check HTTP/1.1\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
      "POST /v1/check HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
  };
  for (const char* request : requests) {
    RawClient client(path_);
    client.send(request);
    EXPECT_THAT(client.read_all(), StartsWith("HTTP/1.1 400")) << request;
  }
  RawClient client(path_);
  expect_answers(client);
}

TEST_F(ServerTest, GiantHeaderIs431) {
  start();
  RawClient client(path_);
  client.send("GET /v1/session HTTP/1.1\r\nX: " + std::string(1'000'000, 'x'));
  EXPECT_THAT(client.read_all(), StartsWith("HTTP/1.1 431"));
}

TEST_F(ServerTest, GiantBodyIs413BeforeItIsRead) {
  start();
  RawClient client(path_);
  client.send("POST /v1/check HTTP/1.1\r\nContent-Length: 1048577\r\n\r\n");
  EXPECT_THAT(client.read_all(), StartsWith("HTTP/1.1 413"));
}

TEST_F(ServerTest, GiantChunkedBodyIs413) {
  start();
  RawClient client(path_);
  client.send("POST /v1/check HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n");
  const std::string chunk = "10000\r\n" + std::string(0x10000, 'x') + "\r\n";
  for (int i = 0; i < 20; ++i)
    if (!client.send(chunk)) break;
  EXPECT_THAT(client.read_all(), StartsWith("HTTP/1.1 413"));
}

TEST_F(ServerTest, DeeplyNestedJsonIsOnlyWrong) {
  start();
  RawClient client(path_);
  client.send(http_request("POST", "/v1/check", std::string(900'000, '[')));
  EXPECT_THAT(client.read_until("}\n"), StartsWith("HTTP/1.1 400"));
  client.send(
      http_request("POST", "/v1/check",
                   "{\"argv\":" + std::string(400'000, '[') + std::string(400'000, ']') + "}"));
  EXPECT_THAT(client.read_until("}\n"), StartsWith("HTTP/1.1 400"));
}

TEST_F(ServerTest, APartialRequestIsDropped) {
  start(impatient());
  RawClient silent(path_);
  RawClient head(path_);
  head.send("GET /v1/session HT");
  RawClient body(path_);
  body.send("POST /v1/check HTTP/1.1\r\nContent-Length: 10\r\n\r\n{");
  for (RawClient* client : {&silent, &head, &body}) {
    EXPECT_EQ(client->read_all(), "");
    EXPECT_TRUE(client->ended());
  }
}

TEST_F(ServerTest, AHalfClosedClientStillGetsItsAnswer) {
  start();
  RawClient client(path_);
  client.send(http_request("GET", "/v1/session"));
  client.half_close();
  EXPECT_THAT(client.read_all(), StartsWith("HTTP/1.1 200"));
  EXPECT_TRUE(client.ended());
}

TEST_F(ServerTest, ClientThatDoesNotReadIsDropped) {
  start(impatient());
  for (int i = 0; i < 10; ++i) session_.ask();
  RawClient client(path_);
  // Nobody takes the answers: sooner or later a write does not end, and then it does.
  const std::string many = [] {
    std::string text;
    for (int i = 0; i < 100; ++i) text += http_request("GET", "/v1/approvals");
    return text;
  }();
  while (client.send(many)) {
  }
  RawClient other(path_);
  expect_answers(other);
}

TEST_F(ServerTest, TooManyConnectionsAreTurnedAway) {
  ApiLimits limits;
  limits.connections = 4;
  start(limits);
  std::list<RawClient> held;
  for (int i = 0; i < 4; ++i) {
    held.emplace_back(path_);
    expect_answers(held.back());
  }
  RawClient fifth(path_);
  EXPECT_THAT(fifth.read_all(), StartsWith("HTTP/1.1 503"));
  held.pop_front();
  // The place is free as soon as the server has seen the end.
  for (int i = 0; i < 1000; ++i) {
    RawClient again(path_);
    again.send(http_request("GET", "/v1/session"));
    if (again.read_until("}\n").starts_with("HTTP/1.1 200")) return;
  }
  FAIL() << "the place was not given back";
}

TEST_F(ServerTest, TheTreeCannotTakeAllPlaces) {
  ApiLimits limits;
  limits.connections = 8;
  limits.guest_connections = 2;
  start(limits);
  session_.role = Role::kInside;
  std::list<RawClient> inside;
  for (int i = 0; i < 2; ++i) {
    inside.emplace_back(path_);
    expect_answers(inside.back());
  }
  RawClient third(path_);
  EXPECT_THAT(third.read_all(), StartsWith("HTTP/1.1 503"));
  session_.role = Role::kOutside;
  RawClient person(path_);
  expect_answers(person);
}

TEST_F(ServerTest, ManyShortConnections) {
  start();
  for (int i = 0; i < 500; ++i) RawClient client(path_);
  RawClient client(path_);
  expect_answers(client);
}

TEST_F(ServerTest, StrangerGets403AndIsClosed) {
  session_.role = Role::kStranger;
  start();
  RawClient client(path_);
  client.send(http_request("GET", "/v1/session") + http_request("GET", "/v1/session"));
  const std::string answer = client.read_all();
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 403"));
  EXPECT_EQ(answer.find("HTTP/1.1", 1), std::string::npos);
  EXPECT_TRUE(client.ended());
}

TEST_F(ServerTest, RoleIsFixedWithTheConnection) {
  session_.role = Role::kInside;
  start();
  RawClient client(path_);
  expect_answers(client);
  session_.role = Role::kOutside;
  client.send(http_request("GET", "/v1/approvals"));
  EXPECT_THAT(client.read_until("}\n"), StartsWith("HTTP/1.1 403"));
  EXPECT_EQ(session_.refused().size(), 1U);
}

TEST_F(ServerTest, EndOfTheServerEndsItsConnectionsAndTakesTheSocketAway) {
  start();
  RawClient client(path_);
  expect_answers(client);
  stop();
  EXPECT_EQ(client.read_all(), "");
  EXPECT_FALSE(std::filesystem::exists(path_));
}

}  // namespace
}  // namespace guard::supervisor
