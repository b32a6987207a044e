// SPDX-License-Identifier: Apache-2.0
// The objects that a session made and that are still there under a name of its own, as entries that
// are given back by taking them away (UndoDeed::kPlaced). If an object stands where something of
// before stood, it was changed, not made: the entry of that gives it back. Looks at what is there;
// any thread.
#ifndef GUARD_SUPERVISOR_UNDO_HISTORY_MADE_OBJECTS_H_
#define GUARD_SUPERVISOR_UNDO_HISTORY_MADE_OBJECTS_H_

#include <set>
#include <string>
#include <vector>

#include "supervisor/undo/history/history.h"
#include "supervisor/undo/store/store_folder.h"

namespace guard::supervisor {

struct MadeEntries {
  std::vector<UndoEntry> entries;   // each object under the last name that the session gave it
  std::vector<UndoEntry> nameless;  // names of objects of LOST that went
  bool complete = true;             // false: the session made more than is on record, which stays
};
// By the record alone. Their numbers are in no journal, and stay the same. LOST: objects that an
// undo to a checkpoint may have brought back since.
[[nodiscard]] MadeEntries made_entries(const std::string& state_dir, const StoredSession& session,
                                       const std::set<ObjectKey>& lost = {});
// Drops from HISTORY, which was read with what was made, what is not there any more and what stands
// where something of before stood. The rest in the order of an undo: folders before all other
// entries, the upper ones first, so that they are taken away last; files behind all others.
// Pointers to its entries hold no more.
void look_at_made(History& history);
// ENTRY is one of these.
[[nodiscard]] bool is_made(const UndoEntry& entry);
// Or a folder of such a name that an undo made anew for what it brought back (make_folder). Several
// undos may do that: the number INDEX of these.
[[nodiscard]] UndoEntry remade_entry(std::size_t index, std::string path, const ObjectKey& key);
[[nodiscard]] bool is_remade(const UndoEntry& entry);
// All names that folders which the session of FOLDER in the store had made ever had.
[[nodiscard]] std::set<std::string> names_of_made_folders(const std::string& folder);
[[nodiscard]] bool is_made_number(std::uint64_t number);
// For one of these: which row of the list of what was made it is (made_list.h).
[[nodiscard]] std::uint64_t made_row(const UndoEntry& entry);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_HISTORY_MADE_OBJECTS_H_
