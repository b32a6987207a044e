// SPDX-License-Identifier: Apache-2.0
// Turns what `guard undo` is told into the entries of the undo store that are meant: a whole
// session, one act (SESSION:N), one answer (a question's id), or what happened to a path. Reads the
// store; any thread.
#ifndef GUARD_CONSOLE_UNDO_UNDO_SELECTION_H_
#define GUARD_CONSOLE_UNDO_UNDO_SELECTION_H_

#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "console/undo/given_back.h"
#include "supervisor/undo/history/file_count.h"
#include "supervisor/undo/history/history.h"
#include "supervisor/undo/history/lost_objects.h"

namespace guard::console {

// For a session: what was there before and it changed, what it made, or both.
enum class UndoScope { kChanged, kMade, kAll };

struct UndoSelection {
  std::unique_ptr<supervisor::History> history;
  std::vector<const supervisor::UndoEntry*> entries;  // of it, not undone yet, oldest first
  // Entries that were meant too, and are given back already: the undos, the first one first.
  std::vector<GivenBack> given_back;
  // By path: its last change was one of these undos, so nothing else of it is meant unless somebody
  // says so.
  FurtherBack further;
  // By path: the folder above it that was moved and stays so, and the command that gets it back;
  // safe text, empty when none was moved.
  std::string moved_with;
  bool is_whole = false;  // all that a session changed, made, or both was meant
  // Among the meant objects, those that the session took away and kept nothing of.
  supervisor::LostObjects lost;
  // For a whole session: histories of shells that it changed, and that stay as they are.
  std::vector<std::string> histories;

  // "not given back: 1,681 build files (venv, node_modules)"; empty when nothing was lost.
  [[nodiscard]] std::string lost_line() const;
};

// All that a session changed. SESSION: its name, or its id. An id that several had is kInvalid, and
// the error lists them; "ID~2" is the second, "ID~1" the first.
[[nodiscard]] Result<UndoSelection> select_session(const std::string& state_dir,
                                                   const std::string& session,
                                                   UndoScope scope = UndoScope::kChanged);
// All of HISTORY but histories of shells: what somebody has left in it.
[[nodiscard]] UndoSelection select_rest(const std::string& state_dir, supervisor::History history);
// "SESSION:12", a question's id (or its beginning), a path (of before the session, of when it
// happened, or of now): in SESSION, or when that is empty in the latest session that has it; none,
// and the way further back, if an undo was the last that happened to it. Or all of a session by its
// name, where there is nothing else of that name.
[[nodiscard]] Result<UndoSelection> select_one(const std::string& state_dir,
                                               const std::string& session, const std::string& what);
// The latest session whose workspace FOLDER is in, or that worked below it, and that changed
// something, or made something where SCOPE takes that in, given back since or not, or not kept at
// all, as select_session takes it; an undo is none. kNotFound: there is none.
[[nodiscard]] Result<std::string> last_session(const std::string& state_dir,
                                               const std::string& folder,
                                               UndoScope scope = UndoScope::kChanged);
// Files and folders that the session made, that are still there, and that SCOPE would take away.
[[nodiscard]] std::size_t count_made(const std::string& state_dir,
                                     const supervisor::StoredSession& session, UndoScope scope);

// It made something, still there or not.
[[nodiscard]] bool has_made(const std::string& state_dir, const supervisor::StoredSession& session);

struct ChangesLeft {
  supervisor::FileCount left;
  supervisor::FileCount given_back;
  [[nodiscard]] bool any() const { return left.total() + given_back.total() != 0; }
};
[[nodiscard]] ChangesLeft changes_left(const std::string& state_dir,
                                       const supervisor::StoredSession& session);
// It took something away of which nothing was kept, and which is not there again.
[[nodiscard]] bool has_lost(const std::string& state_dir, const supervisor::StoredSession& session);
// As it is when it has just ended: waits for that a moment.
[[nodiscard]] Result<supervisor::StoredSession> settled(const std::string& state_dir,
                                                        supervisor::StoredSession session);
// The last one of this id.
[[nodiscard]] Result<supervisor::StoredSession> newest_stored_session(const std::string& state_dir,
                                                                      const std::string& id);
[[nodiscard]] Result<supervisor::StoredSession> find_stored_session(const std::string& state_dir,
                                                                    const std::string& session);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_UNDO_UNDO_SELECTION_H_
