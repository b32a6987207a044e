// SPDX-License-Identifier: Apache-2.0
// Environment variables that make a program load code that it was not judged with: LD_PRELOAD,
// BASH_ENV, NODE_OPTIONS=--require x. Only those that the tree did not inherit from outside are
// given here, and only values that can load something count. Pure, any thread.
#ifndef GUARD_POLICY_COMMAND_INJECTED_LOADERS_H_
#define GUARD_POLICY_COMMAND_INJECTED_LOADERS_H_

#include <optional>
#include <string>
#include <vector>

#include "policy/vocabulary/action.h"

namespace guard::policy {

// The name of the first one that matters to this exec.
[[nodiscard]] std::optional<std::string> injected_loader(const Action& action);
// As that, and what makes a program of one file another: BUN_BE_BUN, ELECTRON_RUN_AS_NODE.
[[nodiscard]] bool may_run_other_code(const Action& action);

}  // namespace guard::policy

#endif  // GUARD_POLICY_COMMAND_INJECTED_LOADERS_H_
