// SPDX-License-Identifier: Apache-2.0
// What belongs together (history/companions.h) comes back together, or needs a choice together. Any
// thread.
#ifndef GUARD_SUPERVISOR_UNDO_RESTORE_TOGETHER_H_
#define GUARD_SUPERVISOR_UNDO_RESTORE_TOGETHER_H_

#include "supervisor/undo/restore/foresight.h"

namespace guard::supervisor {

// STEPS: each foreseen by itself.
void tie_together(const History& history, Foresights& steps);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_RESTORE_TOGETHER_H_
