// SPDX-License-Identifier: Apache-2.0
// Files that belong together (history/companions.h) come back together, or need a choice together.
// Any thread.
#ifndef GUARD_SUPERVISOR_UNDO_RESTORE_TOGETHER_H_
#define GUARD_SUPERVISOR_UNDO_RESTORE_TOGETHER_H_

#include "supervisor/undo/restore/foresight.h"

namespace guard::supervisor {

// STEPS: each foreseen by itself.
void tie_together(const History& history, Foresights& steps);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_RESTORE_TOGETHER_H_
