// SPDX-License-Identifier: Apache-2.0
#include "console/mcp/mcp_server.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "base/text/text.h"
#include "console/output/printed_json.h"

namespace guard::console {
namespace {

using Json = nlohmann::json;

// The newest first: what is offered to a client that asks for another one.
constexpr std::array<std::string_view, 4> kProtocols = {"2025-11-25", "2025-06-18", "2025-03-26",
                                                        "2024-11-05"};
constexpr int kParseError = -32700;
constexpr int kInvalidRequest = -32600;
constexpr int kMethodNotFound = -32601;
constexpr int kInvalidParams = -32602;
constexpr std::size_t kMostCalls = 64;
constexpr auto kGrace = std::chrono::seconds(2);

constexpr const char* kInstructions =
    "guard puts a person between you and damage. Commands that may lose something wait until a "
    "person answers, which may take minutes. check_command says beforehand what would happen to a "
    "command. When something is denied, do not try it another way: do what the "
    "denial names instead, or ask your user.";

std::string agreed_protocol(const Json& parameters) {
  const Json wanted = parameters.value("protocolVersion", Json());
  const auto* known = std::find_if(kProtocols.begin(), kProtocols.end(),
                                   [&wanted](std::string_view one) { return wanted == one; });
  return std::string(known == kProtocols.end() ? kProtocols.front() : *known);
}

Json text_content(const std::string& text) {
  return Json::array({{{"type", "text"}, {"text", text}}});
}

std::string text_of(const Json& value) {
  return printed_json(value);
}

// A tool that throws did nothing, and ends no other call.
Result<Json> result_of(const McpTool& tool, const Json& arguments, const std::atomic<bool>& stop) {
  try {
    return tool.call(arguments, stop);
  } catch (const std::exception& error) {
    return fail(Code::kSystem, safe_text(error.what()));
  }
}

Json call_result(const McpTool& tool, const Result<Json>& result) {
  if (!result) return {{"content", text_content(result.error().text())}, {"isError", true}};
  Json out = {{"content", text_content(text_of(*result))}, {"isError", false}};
  if (!tool.is_plain_text) out["structuredContent"] = *result;
  return out;
}

Json list_of(std::span<const McpTool> tools) {
  auto list = Json::array();
  for (const McpTool& tool : tools)
    list.push_back({{"name", tool.name},
                    {"description", tool.description},
                    {"inputSchema", Json::parse(tool.input_schema)}});
  return {{"tools", std::move(list)}};
}

}  // namespace

McpServer::McpServer(std::span<const McpTool> tools, std::string version, Send send)
    : tools_(tools), version_(std::move(version)), send_(std::move(send)) {}

// Whoever closed its end may still read: what is about to be done is answered.
McpServer::~McpServer() {
  const auto until = std::chrono::steady_clock::now() + kGrace;
  const auto is_done = [](const auto& call) { return call.second->done.load(); };
  while (!std::all_of(calls_.begin(), calls_.end(), is_done) &&
         std::chrono::steady_clock::now() < until)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  for (auto& [id, call] : calls_) call->stop = true;
  for (auto& [id, call] : calls_) call->thread.join();
}

void McpServer::send(const Json& message) {
  const std::string line = text_of(message);
  const std::lock_guard lock(mutex_);
  send_(line);
}

void McpServer::answer(const Json& id, Json result) {
  send({{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}});
}

void McpServer::refuse(const Json& id, int code, const std::string& message) {
  send({{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", message}}}});
}

void McpServer::take(const std::string& line) {
  if (line.find_first_not_of(" \t\r") == std::string::npos) return;
  drop_done();
  const Json message = Json::parse(line, nullptr, false);
  if (message.is_discarded()) return refuse(nullptr, kParseError, "this line is no JSON");
  const auto method = message.is_object() ? message.find("method") : message.end();
  if (!message.is_object() || (method != message.end() && !method->is_string()))
    return refuse(nullptr, kInvalidRequest, "this is no request");
  if (method == message.end()) return;  // an answer: nothing was asked
  message.contains("id") ? take_request(message) : take_notification(message);
}

void McpServer::take_request(const Json& message) {
  const Json& id = message["id"];
  const std::string method = message["method"];
  const Json parameters = message.value("params", Json::object());
  if (!(id.is_string() || id.is_number()) || !parameters.is_object())
    return refuse(nullptr, kInvalidRequest, "a request has an id, and an object as params");
  if (method == "initialize")
    return answer(id, {{"protocolVersion", agreed_protocol(parameters)},
                       {"capabilities", {{"tools", Json::object()}}},
                       {"serverInfo", {{"name", "guard"}, {"version", version_}}},
                       {"instructions", kInstructions}});
  if (method == "ping") return answer(id, Json::object());
  if (method == "tools/list") return answer(id, list_of(tools_));
  if (method == "tools/call") return start_call(id, parameters);
  refuse(id, kMethodNotFound, "no such method");
}

void McpServer::take_notification(const Json& message) {
  if (message["method"] != "notifications/cancelled") return;
  const Json parameters = message.value("params", Json::object());
  if (!parameters.is_object() || !parameters.contains("requestId")) return;
  const auto call = calls_.find(text_of(parameters["requestId"]));
  if (call != calls_.end()) call->second->stop = true;
}

void McpServer::start_call(const Json& id, const Json& parameters) {
  const Json name = parameters.value("name", Json());
  const Json arguments = parameters.value("arguments", Json::object());
  const auto tool = std::find_if(tools_.begin(), tools_.end(),
                                 [&name](const McpTool& one) { return name == one.name; });
  if (tool == tools_.end()) return refuse(id, kInvalidParams, "no such tool");
  if (!arguments.is_object()) return refuse(id, kInvalidParams, "arguments are an object");
  const std::string key = text_of(id);
  if (calls_.contains(key)) return refuse(id, kInvalidRequest, "this id is in use");
  if (calls_.size() >= kMostCalls) return refuse(id, kInvalidRequest, "too many calls at once");
  auto& call = calls_[key] = std::make_unique<Call>();
  call->thread = std::thread([this, id, arguments, &tool = *tool, &call = *call] {
    const auto result = result_of(tool, arguments, call.stop);
    // A client that cancelled wants no answer.
    if (!call.stop) answer(id, call_result(tool, result));
    call.done = true;
  });
}

void McpServer::drop_done() {
  for (auto at = calls_.begin(); at != calls_.end();) {
    if (!at->second->done) {
      ++at;
      continue;
    }
    at->second->thread.join();
    at = calls_.erase(at);
  }
}

}  // namespace guard::console
