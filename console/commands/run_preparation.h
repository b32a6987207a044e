// SPDX-License-Identifier: Apache-2.0
// guard run finds this out before anything starts: policy, workspace, folders, the session's name
// and socket. All of it can fail, and then nothing has run. Makes guard's own folders; changes
// nothing else. Front's thread, before the fork.
#ifndef GUARD_CONSOLE_COMMANDS_RUN_PREPARATION_H_
#define GUARD_CONSOLE_COMMANDS_RUN_PREPARATION_H_

#include "base/error.h"
#include "console/options/run_settings.h"
#include "supervisor/run/options.h"

namespace guard::console {

[[nodiscard]] Result<supervisor::RunOptions> prepare_run(const RunSettings& settings);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_COMMANDS_RUN_PREPARATION_H_
