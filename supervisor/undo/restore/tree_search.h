// SPDX-License-Identifier: Apache-2.0
// Everything at or below a folder, on its mount's file system, by held folders: names may be deeper
// than one path reaches, and folders closed that are one's own (lent_rights.h). Follows no links.
// A folder that cannot be read is left out; so is one that is deeper than there are descriptors.
// Any thread.
#ifndef GUARD_SUPERVISOR_UNDO_RESTORE_TREE_SEARCH_H_
#define GUARD_SUPERVISOR_UNDO_RESTORE_TREE_SEARCH_H_

#include <sys/stat.h>

#include <functional>
#include <string>

namespace guard::supervisor {

// HELD: O_PATH, the caller's for the call only. False: nothing below it.
using Visit = std::function<bool(const std::string& path, int held, const struct stat& status)>;
void walk_tree(const std::string& folder, const Visit& visit);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_RESTORE_TREE_SEARCH_H_
