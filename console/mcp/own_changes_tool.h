// SPDX-License-Identifier: Apache-2.0
// The tools of `guard mcp` by which an agent sees what its session changed, and takes away what the
// session made. Inside a session alone. They act as any process of the tree does: guard judges each
// delete, and what was there before the session is never among them.
#ifndef GUARD_CONSOLE_MCP_OWN_CHANGES_TOOL_H_
#define GUARD_CONSOLE_MCP_OWN_CHANGES_TOOL_H_

#include <nlohmann/json.hpp>

#include "base/error.h"

namespace guard::console {

// {count, changes: [{path, kind, command, folder}], to_take_back}.
[[nodiscard]] Result<nlohmann::json> own_changes_tool();
// ARGUMENTS: {"paths": [...]}, absolute; none: all that the session made. {removed, left}.
[[nodiscard]] Result<nlohmann::json> undo_made_tool(const nlohmann::json& arguments);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_MCP_OWN_CHANGES_TOOL_H_
