// SPDX-License-Identifier: Apache-2.0
// The layout of STATE/undo: a folder for each session (0700), with session.json (who, when, where),
// journal, undone, content/ and `state` (how much it keeps; its time of change says until when the
// session lived). Reading, listing and removing; any thread.
#ifndef GUARD_SUPERVISOR_UNDO_STORE_STORE_FOLDER_H_
#define GUARD_SUPERVISOR_UNDO_STORE_STORE_FOLDER_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/error.h"

namespace guard::supervisor {

struct UndoSession;

enum class SessionLife { kRunning, kEnded };
// A pinned session is never pruned.
enum class Pin { kPutOn, kTakenOff };

struct UndoUsage {
  std::uint64_t bytes = 0;
  std::uint64_t files = 0;
};

// A session of the store, as found.
struct StoredSession {
  std::string name;  // of the folder: the session's id, "ID~2" when that was there
  std::string id;
  // As commands take it: "ID~1" where a later session of the store has that id too.
  std::string typed;
  std::string command;
  std::string workspace;
  std::string undoes;
  std::string started;  // ISO 8601
  std::chrono::system_clock::time_point last_alive;
  // When nothing of it ran any more, which is before its guard ends. The epoch: it was not noted.
  std::chrono::system_clock::time_point tree_ended;
  UndoUsage usage;
  bool is_running = false;
  bool has_ended = false;  // by itself: a guard that was killed says nothing
  bool is_pinned = false;  // kept until it is unpinned
  // False: the journal could not name all that is lacking for checkpoints (a full disk).
  bool names_unkept = true;
};

struct SessionFolder {
  std::string root;  // STATE/undo
  std::string name;
};

[[nodiscard]] std::string undo_root(const std::string& state_dir);
// Makes the root with its README, and a folder of its own for the session.
[[nodiscard]] Result<SessionFolder> make_session_folder(const std::string& state_dir,
                                                        const UndoSession& session, int same_names);
// The words of a session about itself in `state`.
struct StoredState {
  UndoUsage usage;
  SessionLife life = SessionLife::kRunning;
  std::int64_t tree_ended_ns = 0;  // since the epoch; 0: something may still run
  bool names_unkept = true;        // as StoredSession's
};
void write_session_state(const std::string& folder, const StoredState& state);

// Oldest first. A store that is not there has none.
[[nodiscard]] Result<std::vector<StoredSession>> stored_sessions(const std::string& state_dir);

// Removes a session's folder with all that is in it.
[[nodiscard]] Result<void> remove_session(const std::string& state_dir, const std::string& name);
[[nodiscard]] Result<void> pin_session(const std::string& state_dir, const std::string& name,
                                       Pin pin);

struct PruneRules {
  std::chrono::system_clock::time_point oldest;  // what ended before that goes
  std::uint64_t bytes = 0;  // then the oldest go until no more than this is kept
};
struct Pruned {
  std::vector<StoredSession> sessions;
  UndoUsage left;
};
// Never one that runs or is pinned. DRY: only says what would go.
[[nodiscard]] Result<Pruned> prune_store(const std::string& state_dir, const PruneRules& rules,
                                         bool dry);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_STORE_STORE_FOLDER_H_
