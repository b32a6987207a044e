// SPDX-License-Identifier: Apache-2.0
// Where the objects of a session are by now that are not at their names: looked for below its
// workspace, and below the folders of objects that had several names, without following links. The
// search gives a path: whoever wants the object holds it, and looks whether it is still the one.
// Slow: once an undo. Any thread.
#ifndef GUARD_SUPERVISOR_UNDO_RESTORE_OBJECT_SEARCH_H_
#define GUARD_SUPERVISOR_UNDO_RESTORE_OBJECT_SEARCH_H_

#include <map>
#include <set>
#include <string>
#include <vector>

#include "supervisor/undo/history/history.h"

namespace guard::supervisor {

using FoundNames = std::map<ObjectKey, std::vector<std::string>>;

// Folders of which none lies below another.
[[nodiscard]] std::vector<std::string> folders_to_search(const History& history);
// STORE: what is kept has no other name there.
[[nodiscard]] FoundNames find_names(const std::vector<std::string>& folders,
                                    const std::set<ObjectKey>& wanted, const std::string& store);
// The name of them under which an object that was at PATH is meant: of one with several names only
// one that ends alike is the same name. Empty: none.
[[nodiscard]] std::string name_meant(const FoundNames& names, const ObjectKey& key,
                                     const std::string& path, bool has_several);
// Why an object that was at a name is not found by name_meant.
[[nodiscard]] std::string not_there_text(const FoundNames& names, const ObjectKey& key);
// The same. IS_TAKEN: something else is at that name.
[[nodiscard]] std::string gone_text(const FoundNames& names, const ObjectKey& key, bool is_taken);

// Why nothing is there to bring ENTRY back from. SEARCHED: where its other names were looked for.
[[nodiscard]] std::string missing_content_text(const UndoEntry& entry,
                                               const std::vector<std::string>& searched);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_RESTORE_OBJECT_SEARCH_H_
