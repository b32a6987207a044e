// SPDX-License-Identifier: Apache-2.0
// The work that a killed guard left half done: a file that was linked into the store, and whose
// name was not taken away any more. One thread, and not while the session runs.
#ifndef GUARD_SUPERVISOR_UNDO_HISTORY_UNFINISHED_H_
#define GUARD_SUPERVISOR_UNDO_HISTORY_UNFINISHED_H_

#include <string>

#include "supervisor/undo/history/history.h"

namespace guard::supervisor {

// The name stays, the store's link goes: where the very file still stands at its place, or where
// the journal says nothing of it. A further name elsewhere tells nothing: somebody may have given
// it one.
void drop_unfinished(const std::string& root, const History& history);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_HISTORY_UNFINISHED_H_
