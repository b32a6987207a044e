// SPDX-License-Identifier: Apache-2.0
// The tools of `guard mcp`. None of them approves anything: inside a session a call is a process of
// the tree like any other, and outside a command is run under a session of its own.
#ifndef GUARD_CONSOLE_MCP_MCP_TOOLS_H_
#define GUARD_CONSOLE_MCP_MCP_TOOLS_H_

#include <span>

#include "console/mcp/mcp_server.h"
#include "console/options/option_parser.h"

namespace guard::console {

// OPTIONS: those of `guard mcp` that a judgement takes, with absolute paths; they outlive the
// tools. Once.
[[nodiscard]] Result<std::span<const McpTool>> mcp_tools(const ParsedOptions& options);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_MCP_MCP_TOOLS_H_
