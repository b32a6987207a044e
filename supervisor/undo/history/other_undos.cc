// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/history/other_undos.h"

#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/clock.h"
#include "supervisor/undo/store/journal.h"
#include "supervisor/undo/store/made_list.h"

namespace guard::supervisor {
namespace {

using Time = std::chrono::system_clock::time_point;

bool brings_content(const UndoEntry& entry) {
  const bool takes = entry.deed == UndoDeed::kModify || entry.deed == UndoDeed::kDelete ||
                     entry.deed == UndoDeed::kReplace;
  return takes && (!entry.content.empty() || !entry.object.is_file());
}

// All that a session did to one object.
class Past {
 public:
  void take(const UndoEntry& entry, const History& history) {
    if (entry.object.is_folder() || entry.deed == UndoDeed::kFolder) return;
    const auto given = history.given_back.find(entry.number);
    const bool other_deed = entry.deed == UndoDeed::kRename || entry.deed == UndoDeed::kExchange ||
                            entry.deed == UndoDeed::kLink || entry.deed == UndoDeed::kPlaced;
    if (other_deed || given == history.given_back.end()) {
      is_whole_ = false;  // what somebody else did in between may be in it still
      return;
    }
    if (!first_) first_ = entry.object.changed;
    until_ = std::max(until_, given->second);
    has_content_ = has_content_ || brings_content(entry);
  }
  [[nodiscard]] std::optional<GivenBackWhole> whole() const {
    if (!is_whole_ || !has_content_ || !first_) return std::nullopt;
    return GivenBackWhole{until_, time_point_of(*first_)};
  }

 private:
  bool is_whole_ = true;
  bool has_content_ = false;
  std::optional<timespec> first_;
  std::chrono::system_clock::time_point until_;
};

// END: of the last undo of the other one. It gives folders their times last of all.
void note_session(const History& other, Time end, History& history) {
  for (const auto& [from, to] : other.now) history.now.emplace(from, to);
  for (const UndoEntry& entry : other.entries)
    if (entry.object.is_folder() && other.undone.contains(entry.number))
      history.touch(other.current(entry.object.key), end);
  std::map<ObjectKey, Past> pasts;
  for (const UndoEntry& entry : other.entries)
    pasts[other.current(entry.object.key)].take(entry, other);
  for (const auto& [key, past] : pasts)
    if (const auto whole = past.whole()) history.elsewhere.emplace(key, *whole);
}

// When the undo BY came to its end, as the session that it undid has it on record.
std::optional<Time> end_of(const std::string& state_dir, const StoredSession& undo) {
  std::optional<Time> end;
  (void)read_journal(undo_root(state_dir) + "/" + undo.undoes + "/undone",
                     [&](const nlohmann::json& line) {
                       if (line.value("by", "") == undo.name)
                         end = parse_iso_time(line.value("time", ""));
                     });
  return end;
}

// All that an undo moved, made and gave back: also what only stood in its way, and folders whose
// times it gave back last of all.
void note_undo(const std::string& state_dir, const StoredSession& undo, History& history) {
  const auto end = end_of(state_dir, undo);
  const auto done = end ? read_history(state_dir, undo) : fail(Code::kNotFound, undo.name);
  if (!done) return;
  for (const UndoEntry& entry : done->entries) {
    history.touch(entry.object.key, *end);
    history.touch(done->current(entry.object.key), *end);
  }
}

// Undos of the session, and undos of those.
void note_own_undos(const std::string& state_dir, const std::vector<StoredSession>& sessions,
                    History& history) {
  std::set<std::string> family = {history.session.name};
  for (bool grew = true; grew;) {
    grew = false;
    for (const StoredSession& session : sessions) {
      if (!family.contains(session.undoes) || !family.insert(session.name).second) continue;
      note_undo(state_dir, session, history);
      grew = true;
    }
  }
}

bool changes_content(const UndoEntry& entry) {
  return entry.deed == UndoDeed::kModify || entry.deed == UndoDeed::kDelete ||
         entry.deed == UndoDeed::kReplace;
}

// The changes and makings of the session, for the question what somebody else changed after it had.
struct OwnFirst {
  std::map<std::string, std::string> paths;  // the time of the first change
  std::map<ObjectKey, std::string> objects;  // that of what it made: empty, before all changes
};

OwnFirst own_first(const std::string& state_dir, const History& history) {
  OwnFirst first;
  const auto made = read_made_list(undo_root(state_dir) + "/" + history.session.name + "/made");
  for (const MadeRow& row : made.rows)
    if (row.deed == MadeDeed::kMade) first.objects.emplace(history.current(row.key), "");
  for (const UndoEntry& entry : history.entries) {
    if (!changes_content(entry)) continue;
    first.paths.emplace(entry.path, entry.time);
    first.objects.emplace(history.current(entry.object.key), entry.time);
  }
  return first;
}

// False: one of the two was over before the other one began.
bool ran_beside(const StoredSession& session, const History& history) {
  const auto began = parse_iso_time(history.session.started);
  const auto other_began = parse_iso_time(session.started);
  // A session says that it lives once in a heartbeat.
  const bool ended_before =
      !session.is_running && began && session.last_alive + kHeartbeat < *began;
  return !ended_before && !(other_began && *other_began > history.own_until);
}

// Notes what the other one made where this one's files stood, since this one began.
void note_made_meanwhile(const std::string& state_dir, const StoredSession& session,
                         const OwnFirst& first, History& history) {
  const auto began = parse_iso_time(history.session.started).value_or(Time());
  const auto made = read_made_list(undo_root(state_dir) + "/" + session.name + "/made");
  for (const MadeRow& row : made.rows) {
    const bool is_old =
        row.key.born_ns > 0 && std::chrono::nanoseconds(row.key.born_ns) < began.time_since_epoch();
    if (row.deed != MadeDeed::kMade || is_old || first.objects.contains(row.key)) continue;
    history.made_meanwhile.emplace(row.key, session.id);
  }
}

// Notes what both changed while both ran: what the other one did later would go with this one's
// undo. By path, and by object: the other one may have moved it before.
void note_meanwhile(const std::string& state_dir, const StoredSession& session,
                    const OwnFirst& first, History& history) {
  if (!ran_beside(session, history)) return;
  const auto other = read_history(state_dir, session, false, Versions::kTakenIn);
  if (!other || other->damaged > 0) history.unread_beside = session.id;
  if (!other) return;
  for (const UndoEntry& entry : other->entries) {
    if (!changes_content(entry) || other->undone.contains(entry.number)) continue;
    const auto path = first.paths.find(entry.path);
    if (path != first.paths.end() && entry.time > path->second)
      history.meanwhile.insert_or_assign(entry.path, session.id);
    const ObjectKey key = history.current(other->current(entry.object.key));
    const auto object = first.objects.find(key);
    if (object != first.objects.end() && entry.time > object->second)
      history.meanwhile_objects.insert_or_assign(key, session.id);
  }
  note_made_meanwhile(state_dir, session, first, history);
}

}  // namespace

namespace {

// When something of it was last given back; nothing: never. It is noted in a file of its own.
std::optional<Time> last_undo_of(const std::string& state_dir, const StoredSession& session) {
  struct stat notes {};
  const std::string file = undo_root(state_dir) + "/" + session.name + "/undone";
  if (::stat(file.c_str(), &notes) != 0 || notes.st_size == 0) return std::nullopt;
  return time_point_of(notes.st_mtim);
}

}  // namespace

void note_other_undos(const std::string& state_dir, History& history) {
  const auto sessions = stored_sessions(state_dir);
  if (!sessions) return;
  note_own_undos(state_dir, *sessions, history);
  for (const StoredSession& session : *sessions) {
    // Only undos of the same session count: of one file each may undo a part.
    const bool is_beside = session.undoes.empty() || session.undoes == history.session.undoes;
    if (session.name == history.session.name || !is_beside) continue;
    const auto end = last_undo_of(state_dir, session);
    if (!end) continue;
    const auto other = read_history(state_dir, session);
    if (other && !other->given_back.empty()) note_session(*other, *end, history);
  }
}

void note_others_moves(const std::string& state_dir, History& history) {
  const auto sessions = stored_sessions(state_dir);
  const auto began = parse_iso_time(history.session.started);
  if (!sessions || !began) return;
  std::map<std::string, OthersMove> moves;  // by time
  for (const StoredSession& session : *sessions) {
    const bool was_over = !session.is_running && session.last_alive + kHeartbeat < *began;
    if (session.name == history.session.name || !session.undoes.empty() || was_over) continue;
    const auto other = read_history(state_dir, session);
    if (!other) continue;
    for (const UndoEntry& entry : other->entries)
      if (entry.deed == UndoDeed::kRename && !other->undone.contains(entry.number))
        moves.emplace(entry.time + session.name + std::to_string(entry.number),
                      OthersMove{session.id, entry.path, entry.to, entry.time});
  }
  for (auto& [time, move] : moves) history.others_moves.push_back(std::move(move));
}

void note_sessions_beside(const std::string& state_dir, History& history) {
  const auto sessions = stored_sessions(state_dir);
  if (!sessions) return;
  const OwnFirst first = own_first(state_dir, history);
  for (const StoredSession& session : *sessions)
    if (session.name != history.session.name && session.undoes.empty())
      note_meanwhile(state_dir, session, first, history);
}

}  // namespace guard::supervisor
