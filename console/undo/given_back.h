// SPDX-License-Identifier: Apache-2.0
// GivenBack: what undos gave back already of the changes that `guard undo` is told, and how to go
// on from there. Values; reads the store; any thread.
#ifndef GUARD_CONSOLE_UNDO_GIVEN_BACK_H_
#define GUARD_CONSOLE_UNDO_GIVEN_BACK_H_

#include <cstddef>
#include <string>
#include <vector>

#include "supervisor/undo/history/file_count.h"
#include "supervisor/undo/history/history.h"

namespace guard::console {

// One undo, and how much it gave back.
struct GivenBack {
  std::string undo;
  std::string time;  // of its last step; ISO 8601; empty: not known
  supervisor::FileCount files;
  bool is_kept = false;  // it can be undone itself
  // "hunk 1 of src/a.c": that alone, and no change as a whole; safe text, else empty.
  std::string part = {};
};

// The last thing that happened to WHAT was an undo, and SESSION has a state from before that.
struct FurtherBack {
  std::string what;     // as it was typed
  std::string session;  // as `--session` takes it; empty: no session has such a state
};

// The ENTRIES of HISTORY that undos gave back. The times of folders count for nothing.
[[nodiscard]] std::vector<GivenBack> given_back_of(
    const supervisor::History& history, const std::vector<const supervisor::UndoEntry*>& entries);
// Finds out which of ALL can be undone.
void look_for_undos(const std::string& state_dir, std::vector<GivenBack>& all);
// Notes everything that HISTORY's session had given back: the objects that each of ALL gave back,
// made files too, and the undos that took parts of files back.
void note_whole(const std::string& state_dir, const supervisor::History& history,
                std::vector<GivenBack>& all);
// "already taken back: hunk 1 of src/a.c, by undo-8a86b1 (...)": of one with a part.
[[nodiscard]] std::string part_text(const GivenBack& given);
// The undo of ALL that was the last one; ALL is not empty.
[[nodiscard]] const GivenBack& last_undo(const std::vector<GivenBack>& all);
// An undo of ALL came after the last change of ENTRIES. An undo without a time did: what follows
// from it is named and not done.
[[nodiscard]] bool undo_is_last(const std::vector<GivenBack>& all,
                                const std::vector<const supervisor::UndoEntry*>& entries);
// "guard undo --session a ./f"; for people.
[[nodiscard]] std::string further_command(const FurtherBack& further);
// Safe text. With a FURTHER one line: that nothing was changed, which undo gave it back and when,
// and both ways from there. Else "nothing is left to give back", and a line for each undo.
[[nodiscard]] std::string nothing_left_text(const std::vector<GivenBack>& all,
                                            const FurtherBack& further);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_UNDO_GIVEN_BACK_H_
