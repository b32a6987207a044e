// SPDX-License-Identifier: Apache-2.0
// History: what one session of the store has kept, as far as it has not been given back. Reads
// journal and `undone`; a torn or damaged line is counted, never guessed at. Values; any thread.
#ifndef GUARD_SUPERVISOR_UNDO_HISTORY_HISTORY_H_
#define GUARD_SUPERVISOR_UNDO_HISTORY_HISTORY_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/error.h"
#include "supervisor/undo/store/checkpoint.h"
#include "supervisor/undo/store/entry.h"
#include "supervisor/undo/store/journal.h"
#include "supervisor/undo/store/store_folder.h"

namespace guard::supervisor {

// A session that runs says so at least this often.
inline constexpr auto kHeartbeat = std::chrono::seconds(2);

// By an undo: until then nothing but that, and before it this was the last change.
struct GivenBackWhole {
  std::chrono::system_clock::time_point until;
  std::chrono::system_clock::time_point before;
};

// An object that was made beside files that are given back (companions.h).
struct MadeBeside {
  std::vector<std::uint64_t> owners;  // the entries of these files
  bool both_ways = false;             // where it cannot go, they must not come back without it
  bool by_others = false;             // the session has not on record that it made it
};

// The versions that checkpoints lack (UndoStore::keep_version).
struct Unkept {
  std::string path;
  std::uint64_t after = 0;  // the checkpoint
  std::string why;
};

// A move of a file of the session's own, which a plain undo knows nothing of.
struct OwnMove {
  std::uint64_t number = 0;  // among the entries
  std::string from;
  std::string to;
};

// The part of a move that is meant, if another file of the session's took the old name since, as an
// editor does that keeps a backup: the move as a whole, that the new name goes, or that the old
// name gets the old content.
enum class MoveHalf { kWhole, kName, kContent };

// A move that another session made of what may be this one's.
struct OthersMove {
  std::string session;  // its id
  std::string from;
  std::string to;
  std::string time;  // as an entry has it
};

struct History {
  StoredSession session;
  std::vector<UndoEntry> entries;  // in the order in which they happened, cancelled ones left out
  std::set<std::uint64_t> undone;
  // Names that undos made for what they were about to put in its place (staged_object.h).
  std::vector<std::string> staged;
  std::size_t remade = 0;  // folders of the session's own that undos made anew
  // Objects into which an undo began to write and did not come to its end: what is there now is
  // nobody's.
  std::set<ObjectKey> begun;
  // An object that was put back by a copy is another one with the same past: old key -> new key.
  std::map<ObjectKey, ObjectKey> now;
  // Until then changes are the session's own.
  std::chrono::system_clock::time_point own_until;
  // Until then those of one object are an undo's that touched it: of this session, or of such an
  // undo.
  std::map<ObjectKey, std::chrono::system_clock::time_point> touched;
  std::uint64_t damaged = 0;
  // When what was undone was given back: entry -> time.
  std::map<std::uint64_t, std::chrono::system_clock::time_point> given_back;
  std::map<std::uint64_t, std::string> undone_by;  // entry -> name of the undo
  // Paths that another session changed after this one had, while both ran: by its id
  // (other_undos.h).
  std::map<std::string, std::string> meanwhile;
  // The same by the object, under whatever name: what it changed of this one's, and what it made.
  std::map<ObjectKey, std::string> meanwhile_objects;
  std::map<ObjectKey, std::string> made_meanwhile;
  std::vector<OthersMove> others_moves;  // in the order in which they happened
  std::string unread_beside;             // one that ran beside it, and whose changes cannot be read
  // The objects that undos of other sessions gave back (other_undos.h).
  std::multimap<ObjectKey, GivenBackWhole> elsewhere;

  std::vector<Checkpoint> checkpoints;  // in their order
  std::vector<Unkept> unkept;
  std::vector<OwnMove> own_moves;  // not undone, the first one first; without versions alone
  // The session's own files that it had moved, and that undos moved back: where those put them.
  std::map<ObjectKey, std::string> own_back;
  std::vector<OwnMove> moved_back;  // all moves that undos moved back, the first one first
  // The session ran on after an undo: a move that was undone -> the first act since. Changes by
  // that and later acts under the move's new name are about the object that stands there since.
  std::map<std::uint64_t, std::uint64_t> back_since;

  std::map<std::uint64_t, MoveHalf> halves;  // of the moves that are meant in part (move_halves.h)

  bool lists_all_made = true;                  // false: the session made more than is on record
  std::map<std::uint64_t, MadeBeside> beside;  // by the entry that takes it away

  [[nodiscard]] ObjectKey current(ObjectKey key) const;
  [[nodiscard]] MoveHalf half_of(std::uint64_t move) const;
  // The move had been undone when the act happened.
  [[nodiscard]] bool was_back_before(std::uint64_t move, std::uint64_t act) const;
  void touch(const ObjectKey& key, std::chrono::system_clock::time_point until);
  // The object was changed at TIME: by somebody else than the session and its undos.
  [[nodiscard]] bool is_others_change(const ObjectKey& key,
                                      std::chrono::system_clock::time_point time) const;
  void index();
  // The object of KEY was changed at TIME: when it was last changed by somebody else than an undo.
  [[nodiscard]] std::chrono::system_clock::time_point changed_by_others(
      const ObjectKey& key, std::chrono::system_clock::time_point time) const;
  // Where the object of ENTRY is, by the later renames of the session that are not BACK (none is
  // unless told); empty: it went.
  using IsBack = std::function<bool(std::uint64_t number)>;
  [[nodiscard]] std::string place_of(const UndoEntry& entry, const IsBack& is_back = {}) const;

  // Whether the object at PATH went by an act between these two.
  [[nodiscard]] bool went_from(const std::string& path, std::uint64_t after, std::uint64_t before,
                               const IsBack& is_back) const;
  // The first one after that act which took what is at PATH, or a folder above it, elsewhere.
  [[nodiscard]] const UndoEntry* next_move(const std::string& path, std::uint64_t after,
                                           bool of_folders) const;

  std::vector<const UndoEntry*> moves;  // renames and exchanges
  // The same by the name that they led away from; exchanges by both.
  std::unordered_map<std::string, std::vector<const UndoEntry*>> moves_from;
  std::multimap<std::string, std::uint64_t> lost_names;  // by path: the deletes
};

[[nodiscard]] std::chrono::system_clock::time_point time_point_of(const timespec& time);
// The name that ENTRY's object had before it, as one that went: for History::place_of.
[[nodiscard]] UndoEntry origin_of(const UndoEntry& entry);
// An entry that is kept for checkpoints alone is left out unless it is meant.
enum class Versions { kLeftOut, kTakenIn };
// WITH_MADE: what it made too (made_objects.h), as far as that is not looked at yet.
[[nodiscard]] Result<History> read_history(const std::string& state_dir,
                                           const StoredSession& session, bool with_made = false,
                                           Versions versions = Versions::kLeftOut);

// Lines of `undone`.
struct UndoneMark {
  std::uint64_t number = 0;      // 0: the undo has come to its end
  std::string by;                // the undo that did it
  std::optional<ObjectKey> key;  // what stands for the object now
  bool again = false;            // that undo was undone itself
  std::string content;           // where the content is by now, when it moved
  bool begun = false;            // it is about to be written, not done
  // What KEY stands for, where that is not the entry's own object: what an undo had put aside came
  // back as another one (a link, a pipe).
  std::optional<ObjectKey> was = {};
  bool is_name_gone = false;  // UndoEntry::is_name_gone
};
[[nodiscard]] Result<void> append_mark(Journal& journal, const UndoneMark& mark);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_UNDO_HISTORY_HISTORY_H_
