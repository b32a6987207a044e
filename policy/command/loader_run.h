// SPDX-License-Identifier: Apache-2.0
// A program that is run through the dynamic loader: `ld-linux-x86-64.so.2 ./prog`. The loader is
// the image that the kernel starts and that guard verifies; the program behind it is mapped by the
// loader itself, so no exec of it will ever be seen (ld.so(8)). Pure, any thread.
#ifndef GUARD_POLICY_COMMAND_LOADER_RUN_H_
#define GUARD_POLICY_COMMAND_LOADER_RUN_H_

#include <string_view>

#include "policy/command/command_levels.h"
#include "policy/vocabulary/action.h"

namespace guard::policy {

[[nodiscard]] bool is_loader(std::string_view program);
[[nodiscard]] bool is_loader(const CommandLevel& level);
// False for `--list` and kin, and for LD_TRACE_LOADED_OBJECTS (ldd): nothing is run then.
[[nodiscard]] bool runs_through_loader(const Action& action, const CommandLevels& chain);

}  // namespace guard::policy

#endif  // GUARD_POLICY_COMMAND_LOADER_RUN_H_
