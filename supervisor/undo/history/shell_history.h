// SPDX-License-Identifier: Apache-2.0
// Files in which shells and other programs keep what was typed: each session adds to them, and
// nobody who undoes a session means that. Any thread.
#ifndef GUARD_SUPERVISOR_UNDO_HISTORY_SHELL_HISTORY_H_
#define GUARD_SUPERVISOR_UNDO_HISTORY_SHELL_HISTORY_H_

#include "supervisor/undo/store/entry.h"

namespace guard::supervisor {

// ENTRY changed such a file or put a newer one in its place. One that was deleted, and is not there
// again by now, comes back.
[[nodiscard]] bool is_shell_history(const UndoEntry& entry);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_HISTORY_SHELL_HISTORY_H_
