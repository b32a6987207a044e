// SPDX-License-Identifier: Apache-2.0
// The place of guard's hook in an agent's settings: everything else in them stays as it is, and in
// its order. Pure but for the paths, which come from the environment; any thread.
#ifndef GUARD_CONSOLE_HOOKS_HOOK_SETTINGS_H_
#define GUARD_CONSOLE_HOOKS_HOOK_SETTINGS_H_

#include <string>

#include "base/error.h"
#include "console/hooks/hook_agents.h"

namespace guard::console {

// Where the agent reads them, for this user.
[[nodiscard]] Result<std::string> hook_settings_path(const HookAgent& agent);
// Settings with nothing but the hook. COMMAND is shell text.
[[nodiscard]] OrderedJson hook_settings(const HookAgent& agent, const std::string& command);
// TEXT (empty: there is no file) with COMMAND as the one hook of guard's. kInvalid: no plain JSON,
// or hooks are not what they should be there.
[[nodiscard]] Result<std::string> with_hook(const HookAgent& agent, const std::string& text,
                                            const std::string& command);
// TEXT without guard's hook, and without what is empty then; "" when nothing is left.
[[nodiscard]] Result<std::string> without_hook(const HookAgent& agent, const std::string& text);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_HOOKS_HOOK_SETTINGS_H_
