// SPDX-License-Identifier: Apache-2.0
// guard mcp: a server of the Model Context Protocol for agents, on standard input and output.
#include <csignal>
#include <cstdio>
#include <iostream>
#include <string>

#include "console/check/judged_command.h"
#include "console/commands/commands.h"
#include "console/help/option_help.h"
#include "console/mcp/mcp_server.h"
#include "console/mcp/mcp_tools.h"
#include "console/options/option_parser.h"
#include "console/output/complaint.h"
#include "console/session/session_choice.h"

namespace guard::console {
namespace {

constexpr std::size_t kLongestLine = 4 << 20;

constexpr OptionRow kMcpRows[] = {
    {"policy", 0, "FILE", "in place of the user's; the project's tightens"},
    {"profile", 0, "NAME", "of the agent that it serves; a FILE with a '/'"},
    {"mode", 0, "MODE", "paranoid, balanced, trusting, or one of the policy's own"},
};
constexpr OptionTable kMcpTable = {
    .command = "mcp",
    .summary =
        "serve agents by the Model Context Protocol: check_command, run_command, approve, "
        "list_pending, explain_denial; no tool approves anything",
    .operands = "",
    .rows = kMcpRows,
    .max_operands = 0,
    .example = "claude mcp add guard -- guard mcp",
};

}  // namespace

int mcp_command(const Words& words) {
  const auto options = parse_or_explain(kMcpTable, words);
  if (!options) return options.error();
  if (const auto free = policy_is_of_no_folder(*options); !free)
    return complain(kUsage, "mcp: " + free.error().text());
  const auto tools = mcp_tools(*options);
  if (!tools) return complain(kNotDone, "mcp: " + tools.error().text());
  ::signal(SIGPIPE, SIG_IGN);
  McpServer server(*tools, GUARD_VERSION, [](const std::string& line) {
    std::fwrite((line + "\n").data(), 1, line.size() + 1, stdout);
    std::fflush(stdout);
  });
  for (std::string line; std::getline(std::cin, line);) {
    if (line.size() > kLongestLine) line = "{";  // said to be no JSON
    server.take(line);
  }
  return 0;
}

}  // namespace guard::console
