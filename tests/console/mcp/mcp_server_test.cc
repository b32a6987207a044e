// SPDX-License-Identifier: Apache-2.0
// The protocol: what is answered, what is refused, and that one call holds up no other.
#include "console/mcp/mcp_server.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <thread>
#include <vector>

namespace guard::console {
namespace {

using Json = nlohmann::json;

Result<Json> echo(const Json& arguments, const std::atomic<bool>& /*stop*/) {
  return arguments;
}
Result<Json> wait(const Json& /*arguments*/, const std::atomic<bool>& stop) {
  while (!stop) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return Json("stopped");
}
Result<Json> wrong(const Json& /*arguments*/, const std::atomic<bool>& /*stop*/) {
  return fail(Code::kInvalid, "it went wrong");
}

Result<Json> throws(const Json& arguments, const std::atomic<bool>& /*stop*/) {
  return arguments.at("missing");
}

constexpr const char* kSchema = R"({"type":"object"})";
constexpr std::array kTools = {
    McpTool{"echo", "", kSchema, false, echo}, McpTool{"plain", "", kSchema, true, echo},
    McpTool{"wait", "", kSchema, false, wait}, McpTool{"wrong", "", kSchema, false, wrong},
    McpTool{"throws", "", kSchema, false, throws}};

class McpServerTest : public ::testing::Test {
 protected:
  void take(const std::string& line) { server_->take(line); }
  void call(int id, const char* tool, const Json& arguments = Json::object()) {
    take(Json{{"jsonrpc", "2.0"},
              {"id", id},
              {"method", "tools/call"},
              {"params", {{"name", tool}, {"arguments", arguments}}}}
             .dump());
  }
  // All answers; ends the server.
  std::vector<Json> answers() {
    server_.reset();
    return sent_;
  }
  Json only_answer() {
    const auto all = answers();
    EXPECT_EQ(all.size(), 1U);
    return all.empty() ? Json() : all.front();
  }

  std::vector<Json> sent_;
  std::unique_ptr<McpServer> server_ = std::make_unique<McpServer>(
      kTools, "9.9", [this](const std::string& line) { sent_.push_back(Json::parse(line)); });
};

TEST_F(McpServerTest, AKnownProtocolIsKeptAnUnknownOneGetsTheNewest) {
  take(
      R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2024-11-05"}})");
  take(R"({"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":"1999"}})");
  const auto all = answers();
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0]["result"]["protocolVersion"], "2024-11-05");
  EXPECT_EQ(all[0]["result"]["serverInfo"]["version"], "9.9");
  EXPECT_EQ(all[1]["result"]["protocolVersion"], "2025-11-25");
}

TEST_F(McpServerTest, ToolsAreListedWithTheirSchemas) {
  take(R"({"jsonrpc":"2.0","id":"a","method":"tools/list"})");
  const Json answer = only_answer();
  EXPECT_EQ(answer["id"], "a");
  EXPECT_EQ(answer["result"]["tools"].size(), kTools.size());
  EXPECT_EQ(answer["result"]["tools"][0]["inputSchema"]["type"], "object");
}

TEST_F(McpServerTest, AResultIsTextAndStructure) {
  call(1, "echo", {{"x", 1}});
  const Json result = only_answer()["result"];
  EXPECT_EQ(result["structuredContent"], Json({{"x", 1}}));
  EXPECT_EQ(Json::parse(result["content"][0]["text"].get<std::string>()), Json({{"x", 1}}));
  EXPECT_EQ(result["isError"], false);
}

TEST_F(McpServerTest, APlainResultIsTextOnly) {
  call(1, "plain", {{"behavior", "deny"}});
  const Json result = only_answer()["result"];
  EXPECT_FALSE(result.contains("structuredContent"));
}

TEST_F(McpServerTest, ACallThatThrowsFails) {
  call(1, "throws");
  EXPECT_EQ(only_answer()["result"]["isError"], true);
}

TEST_F(McpServerTest, AProtocolThatIsNoTextGetsTheNewest) {
  take(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":7}})");
  EXPECT_EQ(only_answer()["result"]["protocolVersion"], "2025-11-25");
}

TEST_F(McpServerTest, ACallThatFailsSaysSo) {
  call(1, "wrong");
  const Json result = only_answer()["result"];
  EXPECT_EQ(result["isError"], true);
  EXPECT_EQ(result["content"][0]["text"], "it went wrong");
}

TEST_F(McpServerTest, WhatIsNoRequestIsRefused) {
  const struct {
    const char* line;
    int code;
  } rows[] = {
      {"{", -32700},
      {"[]", -32600},
      {R"({"id":1,"method":7})", -32600},
      {R"({"id":{},"method":"ping"})", -32600},
      {R"({"id":1,"method":"ping","params":[]})", -32600},
      {R"({"id":1,"method":"resources/list"})", -32601},
      {R"({"id":1,"method":"tools/call","params":{"name":"none"}})", -32602},
      {R"({"id":1,"method":"tools/call","params":{}})", -32602},
      {R"({"id":1,"method":"tools/call","params":{"name":"echo","arguments":[]}})", -32602},
  };
  for (const auto& row : rows) take(row.line);
  const auto all = answers();
  ASSERT_EQ(all.size(), std::size(rows));
  for (std::size_t i = 0; i < all.size(); ++i)
    EXPECT_EQ(all[i]["error"]["code"], rows[i].code) << rows[i].line;
}

TEST_F(McpServerTest, NotificationsAndAnswersGetNoAnswer) {
  take(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
  take(R"({"jsonrpc":"2.0","id":1,"result":{}})");
  take(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":77}})");
  take("");
  EXPECT_TRUE(answers().empty());
}

TEST_F(McpServerTest, OneCallHoldsUpNoOtherAndACancelledOneIsNotAnswered) {
  call(1, "wait");
  take(R"({"jsonrpc":"2.0","id":2,"method":"ping"})");
  take(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})");
  EXPECT_EQ(only_answer()["id"], 2);
}

TEST_F(McpServerTest, AnIdInUseIsRefused) {
  call(1, "wait");
  call(1, "echo");
  take(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})");
  EXPECT_EQ(only_answer()["error"]["code"], -32600);
}

}  // namespace
}  // namespace guard::console
