// SPDX-License-Identifier: Apache-2.0
// guard undo --prune, --keep and --no-keep: how long what was kept stays. Each returns the exit
// status. Main thread.
#ifndef GUARD_CONSOLE_COMMANDS_UNDO_UNDO_PRUNING_H_
#define GUARD_CONSOLE_COMMANDS_UNDO_UNDO_PRUNING_H_

#include "console/commands/undo/undo_request.h"
#include "supervisor/undo/store/store_folder.h"

namespace guard::console {

int prune_kept(const UndoRequest& request);
// OPTION: the one that names the session.
int set_pin(const UndoRequest& request, const char* option, supervisor::Pin pin);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_COMMANDS_UNDO_UNDO_PRUNING_H_
