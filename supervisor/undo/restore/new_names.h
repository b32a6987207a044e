// SPDX-License-Identifier: Apache-2.0
// Files that a session moved aside, and put another in their place (`sed -i.bak`): an undo of the
// new name alone takes that name away, and leaves what stands under the old one. Looks at what is
// there; any thread.
#ifndef GUARD_SUPERVISOR_UNDO_RESTORE_NEW_NAMES_H_
#define GUARD_SUPERVISOR_UNDO_RESTORE_NEW_NAMES_H_

#include <functional>
#include <vector>

#include "supervisor/undo/history/history.h"

namespace guard::supervisor {

// Turns such moves of HISTORY that are CHOSEN into UndoDeed::kNewName. MEANS_OLD_NAME: what was
// asked for names the old name too, so the file goes back there.
void take_new_names_alone(History& history, const std::vector<const UndoEntry*>& chosen,
                          const std::function<bool(const UndoEntry& move)>& means_old_name);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_RESTORE_NEW_NAMES_H_
