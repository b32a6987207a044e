// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/history/other_undos.h"

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

namespace guard::supervisor {
namespace {

using Time = std::chrono::system_clock::time_point;

bool brings_content(const UndoEntry& entry) {
  const bool takes = entry.deed == UndoDeed::kModify || entry.deed == UndoDeed::kDelete ||
                     entry.deed == UndoDeed::kReplace;
  return takes && (!entry.content.empty() || !entry.object.is_file());
}

// Of a session: all that it did to one object.
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

void note_session(const History& other, History& history) {
  for (const auto& [from, to] : other.now) history.now.emplace(from, to);
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

// When the session changed each of its paths for the first time.
std::map<std::string, std::string> first_changes(const History& history) {
  std::map<std::string, std::string> first;
  for (const UndoEntry& entry : history.entries)
    if (changes_content(entry)) first.emplace(entry.path, entry.time);
  return first;
}

// What both changed while both ran: what the other one did later would go with this one's undo.
void note_meanwhile(const std::string& state_dir, const StoredSession& session,
                    const std::map<std::string, std::string>& first, History& history) {
  const auto began = parse_iso_time(history.session.started);
  const auto other_began = parse_iso_time(session.started);
  // A session says that it lives once in a heartbeat.
  const bool ended_before =
      !session.is_running && began && session.last_alive + kHeartbeat < *began;
  if (ended_before || (other_began && *other_began > history.own_until)) return;
  const auto other = read_history(state_dir, session, false, Versions::kTakenIn);
  if (!other || other->damaged > 0) history.unread_beside = session.id;
  if (!other) return;
  for (const UndoEntry& entry : other->entries) {
    if (!changes_content(entry) || other->undone.contains(entry.number)) continue;
    const auto own = first.find(entry.path);
    if (own != first.end() && entry.time > own->second)
      history.meanwhile.insert_or_assign(entry.path, session.id);
  }
}

}  // namespace

void note_other_undos(const std::string& state_dir, History& history) {
  const auto sessions = stored_sessions(state_dir);
  if (!sessions) return;
  note_own_undos(state_dir, *sessions, history);
  for (const StoredSession& session : *sessions) {
    if (session.name == history.session.name || !session.undoes.empty()) continue;
    const auto other = read_history(state_dir, session);
    if (other && !other->given_back.empty()) note_session(*other, history);
  }
}

void note_sessions_beside(const std::string& state_dir, History& history) {
  const auto sessions = stored_sessions(state_dir);
  if (!sessions) return;
  const auto first = first_changes(history);
  for (const StoredSession& session : *sessions)
    if (session.name != history.session.name && session.undoes.empty())
      note_meanwhile(state_dir, session, first, history);
}

}  // namespace guard::supervisor
