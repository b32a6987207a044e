// SPDX-License-Identifier: Apache-2.0
// Where a folder goes that is in the way of what comes back: beside its own place, under a free
// name. A folder in which git looks by names (refs, logs, objects) goes beside the repository's own
// folder: git would take NAME.before-undo for a branch, and would miss the objects in it. Looks at
// what is there; any thread.
#ifndef GUARD_SUPERVISOR_UNDO_STORE_ASIDE_PLACE_H_
#define GUARD_SUPERVISOR_UNDO_STORE_ASIDE_PLACE_H_

#include <string>

#include "base/error.h"
#include "supervisor/undo/store/held_place.h"

namespace guard::supervisor {

inline constexpr int kMostAside = 1000;  // so many plain names are tried

// "/w/NAME.before-undo", "/w/NAME.before-undo-2" for "/w/NAME"; "/w/.git/NAME.before-undo" for
// "/w/.git/refs/heads/NAME". TURN: from 1.
[[nodiscard]] std::string aside_path(const std::string& path, int turn);
// A free place for what is at PATH; nothing is there when this returns.
[[nodiscard]] Result<HeldPlace> free_aside_place(const std::string& path);
// Where the object KEY is, that was at PATH, if it was moved aside from there, by itself or with a
// folder that it was in; empty: it was not.
[[nodiscard]] std::string moved_aside_from(const std::string& path, const ObjectKey& key);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_STORE_ASIDE_PLACE_H_
