// SPDX-License-Identifier: Apache-2.0
// The Model Context Protocol on standard input and output: one JSON-RPC message a line. Knows the
// protocol and no tool (mcp_tools.h). Calls run on threads of their own, so that a command that
// takes long, or waits for a person, holds up nothing else; what is cancelled is told to stop.
#ifndef GUARD_CONSOLE_MCP_MCP_SERVER_H_
#define GUARD_CONSOLE_MCP_MCP_SERVER_H_

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <thread>

#include "base/error.h"

namespace guard::console {

struct McpTool {
  const char* name;
  const char* description;
  const char* input_schema;  // JSON
  bool is_plain_text;        // the result is one JSON text, without structured content
  // Error: the call failed, and the text says why. STOP: see run_command.
  Result<nlohmann::json> (*call)(const nlohmann::json& arguments, const std::atomic<bool>& stop);
};

class McpServer {
 public:
  using Send = std::function<void(const std::string& line)>;  // one at a time
  McpServer(std::span<const McpTool> tools, std::string version, Send send);
  ~McpServer();  // stops what runs, and waits for it
  McpServer(const McpServer&) = delete;
  McpServer& operator=(const McpServer&) = delete;

  void take(const std::string& line);

 private:
  struct Call {
    std::atomic<bool> stop{false};
    std::atomic<bool> done{false};
    std::thread thread;
  };
  void answer(const nlohmann::json& id, nlohmann::json result);
  void refuse(const nlohmann::json& id, int code, const std::string& message);
  void send(const nlohmann::json& message);
  void take_request(const nlohmann::json& message);
  void take_notification(const nlohmann::json& message);
  void start_call(const nlohmann::json& id, const nlohmann::json& parameters);
  void drop_done();

  std::span<const McpTool> tools_;
  std::string version_;
  Send send_;
  std::mutex mutex_;                                    // of send_
  std::map<std::string, std::unique_ptr<Call>> calls_;  // by id, as JSON text
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_MCP_MCP_SERVER_H_
