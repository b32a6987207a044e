// SPDX-License-Identifier: Apache-2.0
// The words of an agent to a hook about what it is about to do. Pure; any thread.
#ifndef GUARD_CONSOLE_HOOKS_HOOK_REQUEST_H_
#define GUARD_CONSOLE_HOOKS_HOOK_REQUEST_H_

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/error.h"
#include "console/hooks/hook_agents.h"

namespace guard::console {

struct HookRequest {
  std::string cwd;       // empty: where the hook runs
  nlohmann::json check;  // of POST /v1/check: shell text or words
};

// nullopt: a tool that starts no command. kInvalid: cannot be understood, so that nothing is known
// of what would run.
[[nodiscard]] Result<std::optional<HookRequest>> hook_request(const HookAgent& agent,
                                                              const std::string& text);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_HOOKS_HOOK_REQUEST_H_
