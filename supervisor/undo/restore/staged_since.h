// SPDX-License-Identifier: Apache-2.0
// Whether somebody has staged something in a repository since a session ended. `git status` writes
// the index anew whenever somebody looks; only what was added to it is somebody's work. Reads the
// index and the folder of objects; any thread.
#ifndef GUARD_SUPERVISOR_UNDO_RESTORE_STAGED_SINCE_H_
#define GUARD_SUPERVISOR_UNDO_RESTORE_STAGED_SINCE_H_

#include <chrono>
#include <string>

namespace guard::supervisor {

// INDEX names content whose object git wrote after SINCE. True also where that cannot be told: then
// somebody has to choose. A change that was staged without a new object (a removal, content that
// was there before) is in the repository all the same, and not found.
[[nodiscard]] bool staged_since(const std::string& index,
                                std::chrono::system_clock::time_point since);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_RESTORE_STAGED_SINCE_H_
