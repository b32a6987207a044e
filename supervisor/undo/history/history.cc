// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/history/history.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <limits>

#include "base/clock.h"
#include "base/files/unique_fd.h"
#include "base/text/text.h"
#include "supervisor/undo/history/made_objects.h"
#include "supervisor/undo/store/held_place.h"
#include "supervisor/undo/store/journal.h"

namespace guard::supervisor {
namespace {

using Json = nlohmann::json;

constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

struct Lines {
  std::map<std::uint64_t, UndoEntry> entries{};
  std::vector<Checkpoint> checkpoints{};
  std::vector<Unkept> unkept{};
  std::uint64_t damaged = 0;

  void take(const Json& line) {
    if (line.contains("checkpoint")) return take_checkpoint(line);
    if (line.contains("unkept")) return take_unkept(line);
    if (line.contains("cancel")) {
      entries.erase(line.value("cancel", std::uint64_t{0}));
      return;
    }
    if (line.contains("content_of")) {
      const auto found = entries.find(line.value("content_of", std::uint64_t{0}));
      if (found != entries.end()) {
        found->second.content = line.value("content", "");
        found->second.is_original = false;
      }
      return;
    }
    auto entry = entry_from_json(line);
    if (!entry) {
      ++damaged;
    } else {
      entries[entry->number] = std::move(*entry);
    }
  }

  void take_checkpoint(const Json& line) {
    auto checkpoint = checkpoint_from_json(line);
    if (checkpoint)
      checkpoints.push_back(std::move(*checkpoint));
    else
      ++damaged;
  }

  void take_unkept(const Json& line) {
    try {
      unkept.push_back(
          {bytes_from_json(line.at("unkept")), line.at("after"), line.value("why", "")});
    } catch (const Json::exception&) {
      ++damaged;
    }
  }
};

ObjectKey key_in(const Json& numbers) {
  return {numbers[0], numbers[1], numbers[2]};
}

void take_remade(History& history, std::map<std::uint64_t, UndoEntry>& entries, const Json& line) {
  UndoEntry entry =
      remade_entry(history.remade++, bytes_from_json(line["remade"]), key_in(line["key"]));
  entries.emplace(entry.number, std::move(entry));
}

void take_mark(History& history, std::map<std::uint64_t, UndoEntry>& entries, const Json& line) {
  if (line.contains("remade")) return take_remade(history, entries, line);
  if (line.contains("staged")) history.staged.push_back(bytes_from_json(line["staged"]));
  const auto number = line.value("n", std::uint64_t{0});
  const auto time = parse_iso_time(line.value("time", ""));
  const auto found = entries.find(number);
  // A file that the session made beside another one came back as another object.
  if (found == entries.end() && line.contains("key") && line.contains("was"))
    history.now[key_in(line["was"])] = key_in(line["key"]);
  if (found == entries.end()) return;  // that, or the end of an undo
  if (time) history.touch(found->second.object.key, *time);
  const bool begun = line.value("begun", false);
  if (begun || line.value("again", false)) {
    history.undone.erase(number);
  } else {
    history.undone.insert(number);
  }
  if (begun) {
    history.begun.insert(found->second.object.key);
  } else {
    history.begun.erase(found->second.object.key);
  }
  if (line.contains("content")) {
    found->second.content = line.value("content", "");
    found->second.is_original = line.value("original", false);
  }
  if (line.contains("key")) {
    const ObjectKey now = key_in(line["key"]);
    history.now[line.contains("was") ? key_in(line["was"]) : found->second.object.key] = now;
    if (time) history.touch(now, *time);
  }
  if (!begun) found->second.is_name_gone = line.value("name_gone", false);
  history.undone_by.erase(number);
  if (history.undone.contains(number)) history.undone_by.emplace(number, line.value("by", ""));
  history.given_back.erase(number);
  if (time && history.undone.contains(number)) history.given_back.emplace(number, *time);
}

void move_along(std::string& path, const std::string& from, const std::string& to) {
  if (is_at_or_below(path, from)) path = to + path.substr(from.size());
}

}  // namespace

ObjectKey History::current(ObjectKey key) const {
  for (std::size_t steps = 0; steps <= now.size(); ++steps) {
    const auto found = now.find(key);
    if (found == now.end() || found->second == key) return key;
    key = found->second;
  }
  return key;
}

MoveHalf History::half_of(std::uint64_t move) const {
  const auto found = halves.find(move);
  return found == halves.end() ? MoveHalf::kWhole : found->second;
}

bool History::was_back_before(std::uint64_t move, std::uint64_t act) const {
  const auto found = back_since.find(move);
  return found != back_since.end() && found->second <= act;
}

std::chrono::system_clock::time_point History::changed_by_others(
    const ObjectKey& key, std::chrono::system_clock::time_point time) const {
  const auto [begin, end] = elsewhere.equal_range(key);
  while (true) {
    const auto found = std::find_if(begin, end, [time](const auto& given) {
      return time <= given.second.until && given.second.before < time;
    });
    if (found == end) return time;
    time = found->second.before;
  }
}

void History::touch(const ObjectKey& key, std::chrono::system_clock::time_point until) {
  auto& known = touched[key];
  known = std::max(known, until);
}

bool History::is_others_change(const ObjectKey& key,
                               std::chrono::system_clock::time_point time) const {
  const auto changed = changed_by_others(key, time);
  if (changed <= own_until) return false;
  const auto found = touched.find(key);
  return found == touched.end() || changed > found->second;
}

void History::index() {
  for (const UndoEntry& entry : entries) {
    if (undone.contains(entry.number)) continue;
    if (entry.deed == UndoDeed::kRename || entry.deed == UndoDeed::kExchange) {
      moves.push_back(&entry);
      moves_from[entry.path].push_back(&entry);
    }
    if (entry.deed == UndoDeed::kExchange) moves_from[entry.to].push_back(&entry);
    if (entry.deed == UndoDeed::kDelete || entry.deed == UndoDeed::kReplace)
      lost_names.emplace(entry.path, entry.number);
  }
}

bool History::went_from(const std::string& path, std::uint64_t after, std::uint64_t before,
                        const IsBack& is_back) const {
  const auto [begin, end] = lost_names.equal_range(path);
  return std::any_of(begin, end, [&](const auto& name) {
    return name.second > after && name.second < before && !(is_back && is_back(name.second));
  });
}

// A name that went stays where it was, but for the folders above it.
const UndoEntry* History::next_move(const std::string& path, std::uint64_t after,
                                    bool of_folders) const {
  const UndoEntry* next = nullptr;
  for (std::string from = of_folders ? folder_of(path) : path;; from = folder_of(from)) {
    const auto found = moves_from.find(from);
    if (found != moves_from.end()) {
      const auto at = std::upper_bound(
          found->second.begin(), found->second.end(), after,
          [](std::uint64_t number, const UndoEntry* move) { return number < move->number; });
      if (at != found->second.end() && (next == nullptr || (*at)->number < next->number))
        next = *at;
    }
    if (from.size() <= 1) return next;
  }
}

std::string History::place_of(const UndoEntry& entry, const IsBack& is_back) const {
  const bool lost = entry.deed == UndoDeed::kDelete || entry.deed == UndoDeed::kReplace;
  const bool moves_itself = entry.deed == UndoDeed::kRename || entry.deed == UndoDeed::kExchange;
  std::string path = moves_itself ? entry.to : entry.path;
  // An object that was there before it came went without it.
  std::uint64_t since = entry.number;
  for (const UndoEntry* move = next_move(path, since, lost); move != nullptr;
       move = next_move(path, move->number, lost)) {
    if (is_back && is_back(move->number)) continue;
    if (!lost && went_from(path, since, move->number, is_back)) return {};
    const bool forth = is_at_or_below(path, move->path);
    move_along(path, forth ? move->path : move->to, forth ? move->to : move->path);
    since = move->number;
  }
  return !lost && went_from(path, since, kNever, is_back) ? std::string() : path;
}

UndoEntry origin_of(const UndoEntry& entry) {
  UndoEntry origin;
  origin.number = entry.number;
  origin.deed = UndoDeed::kDelete;
  origin.path = entry.path;
  origin.object.key = entry.object.key;
  return origin;
}

std::chrono::system_clock::time_point time_point_of(const timespec& time) {
  return std::chrono::system_clock::time_point(
      std::chrono::duration_cast<std::chrono::system_clock::duration>(
          std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec)));
}

namespace {

// Where the end of its tree was not noted, guard was killed, or something ran on: then as long as
// its guard lived, and at most until its next heartbeat would have come.
std::chrono::system_clock::time_point own_until(const StoredSession& session) {
  if (session.tree_ended != std::chrono::system_clock::time_point()) return session.tree_ended;
  return session.has_ended ? session.last_alive : session.last_alive + kHeartbeat;
}

}  // namespace

namespace {

// The first of several moves that were undone led away from where it is now.
void note_own_move(History& history, const UndoEntry& entry, Versions versions) {
  if (entry.deed != UndoDeed::kRename) return;
  if (history.undone.contains(entry.number)) {
    history.own_back.emplace(entry.object.key, entry.path);
  } else if (versions == Versions::kLeftOut) {
    history.own_moves.push_back({entry.number, entry.path, entry.to});
  }
}

using Entries = std::map<std::uint64_t, UndoEntry>;

// It took the name of something that the session had made itself.
bool is_own_loss(const UndoEntry& entry) {
  return entry.is_version && (entry.deed == UndoDeed::kDelete || entry.deed == UndoDeed::kReplace);
}

std::set<ObjectKey> lost_own(const Entries& entries) {
  std::set<ObjectKey> lost;
  for (const auto& [number, entry] : entries)
    if (is_own_loss(entry)) lost.insert(entry.object.key);
  return lost;
}

// The names among these by which something is on the list already.
void leave_named(const std::vector<std::uint64_t>& nameless, const Entries& entries,
                 std::map<ObjectKey, std::set<std::string>>& returned) {
  const std::set<std::uint64_t> without(nameless.begin(), nameless.end());
  for (const auto& [number, entry] : entries) {
    if (!is_made(entry) || without.contains(number)) continue;
    const auto found = returned.find(entry.object.key);
    if (found != returned.end()) found->second.erase(entry.path);
  }
}

// An object of the session's own that an undo to a checkpoint brought back has its name again. The
// rest of the NAMELESS is nowhere.
void place_returned(const History& history, const std::vector<std::uint64_t>& nameless,
                    Entries& entries) {
  std::map<ObjectKey, std::set<std::string>> returned;
  for (const auto& [number, entry] : entries)
    if (is_own_loss(entry) && history.undone.contains(number))
      returned[entry.object.key].insert(entry.path);
  if (!returned.empty()) leave_named(nameless, entries, returned);
  for (const std::uint64_t number : nameless) {
    UndoEntry& entry = entries.at(number);
    const auto found = returned.find(entry.object.key);
    if (found != returned.end() && !found->second.empty()) {
      entry.path = std::move(found->second.extract(found->second.begin()).value());
    } else if (!history.undone.contains(number)) {
      entries.erase(number);
    }
  }
}

}  // namespace

namespace {

// An undo took the new name of a moved file away, and kept its content: until that has come back.
void drop_content_that_came_back(const std::string& root, UndoEntry& entry) {
  if (entry.deed != UndoDeed::kRename || entry.is_version || entry.content.empty()) return;
  if (::access((root + "/" + entry.content).c_str(), F_OK) != 0) entry.content.clear();
}

}  // namespace

namespace {

void note_acts_after_undos(History& history, const Entries& entries) {
  for (const OwnMove& move : history.moved_back) {
    const auto back = history.given_back.find(move.number);
    if (back == history.given_back.end()) continue;
    const auto since =
        std::find_if(entries.upper_bound(move.number), entries.end(), [&](const auto& one) {
          const auto time = parse_iso_time(one.second.time);
          return !is_made(one.second) && time && back->second <= *time;
        });
    if (since != entries.end()) history.back_since.emplace(move.number, since->first);
  }
}

}  // namespace

Result<History> read_history(const std::string& state_dir, const StoredSession& session,
                             bool with_made, Versions versions) {
  const std::string folder = undo_root(state_dir) + "/" + session.name;
  History history;
  history.session = session;
  history.own_until = own_until(session);
  Lines lines;
  std::vector<std::uint64_t> nameless;
  auto read = read_journal(folder + "/journal", [&](const Json& line) { lines.take(line); });
  if (!read) return forward(read.error());
  if (with_made) {
    MadeEntries made = made_entries(state_dir, session, lost_own(lines.entries));
    history.lists_all_made = made.complete;
    for (const UndoEntry& entry : made.nameless) nameless.push_back(entry.number);
    for (auto* entries : {&made.entries, &made.nameless})
      for (UndoEntry& entry : *entries) lines.entries[entry.number] = std::move(entry);
  }
  const auto marks = read_journal(
      folder + "/undone", [&](const Json& line) { take_mark(history, lines.entries, line); });
  if (!marks) return forward(marks.error());
  if (!with_made)
    std::erase_if(lines.entries, [](const auto& one) { return is_remade(one.second); });
  place_returned(history, nameless, lines.entries);
  history.damaged = lines.damaged + read->damaged + marks->damaged;
  history.checkpoints = std::move(lines.checkpoints);
  history.unkept = std::move(lines.unkept);
  for (const auto& [number, entry] : lines.entries)
    if (entry.deed == UndoDeed::kRename && history.undone.contains(number))
      history.moved_back.push_back({number, entry.path, entry.to});
  note_acts_after_undos(history, lines.entries);
  for (auto& [number, entry] : lines.entries) {
    if (entry.is_version) note_own_move(history, entry, versions);
    drop_content_that_came_back(undo_root(state_dir), entry);
    if (!entry.is_version || versions == Versions::kTakenIn)
      history.entries.push_back(std::move(entry));
  }
  history.index();
  return history;
}

Result<void> append_mark(Journal& journal, const UndoneMark& mark) {
  nlohmann::ordered_json line = {{"n", mark.number}, {"by", mark.by}};
  if (mark.key) line["key"] = {mark.key->device, mark.key->inode, mark.key->born_ns};
  if (mark.was) line["was"] = {mark.was->device, mark.was->inode, mark.was->born_ns};
  if (mark.again) line["again"] = true;
  if (mark.begun) line["begun"] = true;
  if (mark.is_name_gone) line["name_gone"] = true;
  if (!mark.content.empty()) {
    line["content"] = mark.content;
    line["original"] = true;
  }
  line["time"] = iso_time(std::chrono::system_clock::now());
  return journal.append(line);
}

}  // namespace guard::supervisor
