// SPDX-License-Identifier: Apache-2.0
// A further name that a session gave to a file, and that somebody else moved since. Looks at what
// is there; any thread.
#ifndef GUARD_SUPERVISOR_UNDO_RESTORE_MOVED_LINK_H_
#define GUARD_SUPERVISOR_UNDO_RESTORE_MOVED_LINK_H_

#include <string>

#include "supervisor/undo/history/history.h"
#include "supervisor/undo/restore/object_search.h"

namespace guard::supervisor {

// The session took the name of LINK away itself, or moved something over it.
[[nodiscard]] bool is_link_gone(const History& history, const UndoEntry& link);
// Where LINK is, among NAMES of its file: one that ends alike, and that the journal knows nothing
// of; where the file had several names before the session, only one to which another session is
// known to have moved it. IS_BACK: moves that are undone. Empty: there is none; it was removed, or
// has a name by now that may be anybody's.
[[nodiscard]] std::string moved_link(const History& history, const UndoEntry& link,
                                     const FoundNames& names, const History::IsBack& is_back = {});

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_RESTORE_MOVED_LINK_H_
