// SPDX-License-Identifier: Apache-2.0
// A session makes things in a git repository that others may need: a commit of somebody else's, a
// branch that was there before, leads to objects that the session wrote (`git gc` writes all of
// them anew). git looks for none of these twice: a repository without one of them is damaged.
#ifndef GUARD_CONSOLE_UNDO_MADE_IN_GIT_H_
#define GUARD_CONSOLE_UNDO_MADE_IN_GIT_H_

#include <vector>

#include "supervisor/undo/history/history.h"

namespace guard::console {

// Drops from ENTRIES, of HISTORY, what the session made in a repository that was there before it:
// all of that, or the objects alone, which git removes itself once nothing leads to them. A
// repository that the session made itself goes as a whole, as long as nobody else changed it or put
// anything into it. Looks at what is there.
void leave_made_in_git(const supervisor::History& history,
                       std::vector<const supervisor::UndoEntry*>& entries, bool objects_alone);

// Drops from ENTRIES the objects that nobody kept a copy of and whose repository has them still:
// git packed them (`git gc`), and their files had further names in a local clone.
void leave_packed(std::vector<const supervisor::UndoEntry*>& entries);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_UNDO_MADE_IN_GIT_H_
