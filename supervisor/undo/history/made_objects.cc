// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/history/made_objects.h"

#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "supervisor/undo/history/companions.h"
#include "supervisor/undo/store/aside_place.h"
#include "supervisor/undo/store/held_place.h"
#include "supervisor/undo/store/made_list.h"

namespace guard::supervisor {
namespace {

constexpr std::uint64_t kFirstNumber = 1ULL << 51U;  // below those of companions
constexpr std::uint64_t kFirstRemade = kFirstNumber + (1ULL << 50U);

// The row of the object that has a name, by the rows so far. In the order of paths, so that what
// lies below a folder stands together behind it.
class NamesNow {
 public:
  void made(const std::string& path, std::size_t row) { rows_[path] = row; }

  void moved(const std::string& from, const std::string& to) {
    Names away = take(from);
    (void)take(to);  // it was replaced
    put(std::move(away), from, to);
  }

  void exchanged(const std::string& one, const std::string& other) {
    Names first = take(one);
    Names second = take(other);
    put(std::move(first), one, other);
    put(std::move(second), other, one);
  }

  [[nodiscard]] const std::map<std::string, std::size_t>& all() const { return rows_; }

 private:
  using Names = std::vector<std::pair<std::string, std::size_t>>;

  // The name, and those below it.
  Names take(const std::string& path) {
    Names taken;
    if (const auto own = rows_.find(path); own != rows_.end()) {
      taken.emplace_back(*own);
      rows_.erase(own);
    }
    const std::string below = path + "/";
    const auto begin = rows_.lower_bound(below);
    auto end = begin;
    while (end != rows_.end() && end->first.starts_with(below)) ++end;
    taken.insert(taken.end(), begin, end);
    rows_.erase(begin, end);
    return taken;
  }

  void put(Names names, const std::string& from, const std::string& to) {
    for (auto& [path, row] : names) rows_[to + path.substr(from.size())] = row;
  }

  std::map<std::string, std::size_t> rows_;
};

void take_row(NamesNow& names, const std::vector<MadeRow>& rows, std::size_t number) {
  const MadeRow& row = rows[number];
  if (row.deed == MadeDeed::kMade) names.made(row.path, number);
  if (row.deed == MadeDeed::kMoved) names.moved(row.path, row.to);
  if (row.deed == MadeDeed::kExchanged) names.exchanged(row.path, row.to);
}

NamesNow names_of(const std::vector<MadeRow>& rows) {
  NamesNow names;
  for (std::size_t i = 0; i < rows.size(); ++i) take_row(names, rows, i);
  return names;
}

// Acts by which further names that the session gave to files of before went again.
std::set<std::uint64_t> lost_links(const History& history) {
  std::map<std::string, ObjectKey> links;
  std::set<std::uint64_t> lost;
  for (const UndoEntry& entry : history.entries) {
    const auto link = links.find(entry.path);
    const bool is_of_link = link != links.end() && link->second == entry.object.key;
    if (entry.deed == UndoDeed::kLink) links.insert_or_assign(entry.path, entry.object.key);
    if (is_of_link) lost.insert(entry.number);
    if (is_of_link && entry.deed == UndoDeed::kRename)
      links.insert_or_assign(entry.to, entry.object.key);
  }
  return lost;
}

// Names, with the moves that led away from them, that the session itself had given what it moved.
class GivenNames {
 public:
  explicit GivenNames(const History& history) {
    for (const UndoEntry* move : history.moves) take(*move);
  }
  [[nodiscard]] bool contain(const std::string& path, const UndoEntry& move) const {
    return left_.contains({path, move.number});
  }

 private:
  // The key of the other one of an exchange is not on record.
  using Key = std::optional<ObjectKey>;

  void take(const UndoEntry& move) {
    const bool swaps = move.deed == UndoDeed::kExchange;
    note(move.path, move.object.key, move);
    if (swaps) note(move.to, std::nullopt, move);
    given_.erase(move.path);
    if (swaps) given_.insert_or_assign(move.path, std::nullopt);
    given_.insert_or_assign(move.to, move.object.key);
  }
  void note(const std::string& path, const Key& key, const UndoEntry& move) {
    const auto found = given_.find(path);
    if (found == given_.end()) return;
    if (!key || !found->second || *key == *found->second) left_.emplace(path, move.number);
  }
  std::map<std::string, Key> given_;
  std::set<std::pair<std::string, std::uint64_t>> left_;
};

std::set<ObjectKey> made_keys(const History& history) {
  std::set<ObjectKey> keys;
  for (const UndoEntry& entry : history.entries)
    if (is_made(entry)) keys.insert(entry.object.key);
  return keys;
}

// Where something of before comes back to that lost its name in the session, by the moves that are
// in effect: in a folder that was moved it comes back where that is, and another one may have the
// old name. Names that the session itself had given are not of before.
std::set<std::string> places_of_before(const History& history) {
  std::set<std::string> places;
  UndoEntry origin;
  origin.deed = UndoDeed::kDelete;
  const auto add = [&](const std::string& path, std::uint64_t number) {
    origin.path = path;
    origin.number = number;
    places.insert(history.place_of(origin));
  };
  const std::set<std::uint64_t> of_links = lost_links(history);
  for (const auto& [path, number] : history.lost_names)
    if (!of_links.contains(number)) add(path, number);
  const std::set<ObjectKey> made = made_keys(history);
  const GivenNames given(history);
  const auto is_own = [&](const std::string& path, const UndoEntry& move) {
    return made.contains(move.object.key) || of_links.contains(move.number) ||
           given.contain(path, move);
  };
  for (const auto& [path, moves] : history.moves_from)
    for (const UndoEntry* move : moves)
      if (!is_own(path, *move)) add(path, move->number);
  return places;
}

// An undo that found such a folder in the place of one of before gave it what that one had: it
// stands for that one since.
std::set<ObjectKey> stand_for_what_was(const History& history) {
  std::set<ObjectKey> keys;
  for (const UndoEntry& entry : history.entries)
    if (!is_made(entry) && history.undone.contains(entry.number) &&
        history.current(entry.object.key) != entry.object.key)
      keys.insert(history.current(entry.object.key));
  return keys;
}

std::string birth_text(const ObjectRecord& record) {
  using std::chrono::system_clock;
  if (record.key.born_ns <= 0) return iso_time(time_point_of(record.changed));
  return iso_time(system_clock::time_point(std::chrono::duration_cast<system_clock::duration>(
      std::chrono::nanoseconds(record.key.born_ns))));
}

// A name of that moment, by the later moves of folders above it that are in effect.
std::string name_since(const History& history, const std::string& path, std::uint64_t number) {
  UndoEntry name;
  name.deed = UndoDeed::kDelete;
  name.path = path;
  name.number = number;
  return history.place_of(name);
}

// A file in a folder went back with it.
std::string name_after_moves_back(const History& history, std::string path) {
  for (auto at = history.moved_back.rbegin(); at != history.moved_back.rend(); ++at)
    if (is_at_or_below(path, at->to)) path = at->from + path.substr(at->to.size());
  return path;
}

bool is_at(const History& history, const std::string& path, const ObjectKey& key) {
  const UniqueFd held = hold_object(path);
  if (!held.valid()) return false;
  const auto there = key_of(held.get());
  return there && *there == history.current(key);
}

// The place to which other sessions moved it, or a folder that it is in. A person says whether it
// goes.
std::string place_after_others(History& history, const UndoEntry& entry) {
  std::string path = entry.path;
  const std::string* by = nullptr;
  for (const OthersMove& move : history.others_moves) {
    if (!is_at_or_below(path, move.from)) continue;
    path = move.to + path.substr(move.from.size());
    by = &move.session;
  }
  if (by == nullptr || !is_at(history, path, entry.object.key)) return {};
  history.meanwhile_objects.insert_or_assign(history.current(entry.object.key), *by);
  return path;
}

std::string place_after_moves_back(History& history, const UndoEntry& entry) {
  if (is_at(history, entry.path, entry.object.key)) return entry.path;
  if (!history.undone.empty()) {
    const auto back = history.own_back.find(entry.object.key);
    if (back != history.own_back.end()) return back->second;
  }
  if (std::string moved = place_after_others(history, entry); !moved.empty()) return moved;
  if (history.undone.empty()) return entry.path;
  std::string back = name_after_moves_back(history, entry.path);
  if (is_at(history, back, entry.object.key)) return back;
  // An undo moved it out of the way of what came back.
  std::string aside = moved_aside_from(entry.path, history.current(entry.object.key));
  return aside.empty() ? back : aside;
}

// False: nothing, or something else, has that name by now.
bool is_still_there(History& history, UndoEntry& entry) {
  entry.path = place_after_moves_back(history, entry);
  const UniqueFd held = hold_object(entry.path);
  if (!held.valid()) return false;
  auto record = record_of(held.get());
  if (!record || record->key != history.current(entry.object.key)) return false;
  const ObjectKey key = entry.object.key;
  entry.object = std::move(*record);
  entry.object.key = key;
  entry.time = birth_text(entry.object);
  return true;
}

}  // namespace

bool is_made(const UndoEntry& entry) {
  return entry.number >= kFirstNumber && !is_companion(entry);
}

bool is_remade(const UndoEntry& entry) {
  return entry.number >= kFirstRemade && !is_companion(entry);
}

UndoEntry remade_entry(std::size_t index, std::string path, const ObjectKey& key) {
  UndoEntry entry;
  entry.number = kFirstRemade + index;
  entry.deed = UndoDeed::kPlaced;
  entry.path = std::move(path);
  entry.object.key = key;
  entry.object.mode = S_IFDIR;
  return entry;
}

std::set<std::string> names_of_made_folders(const std::string& folder) {
  const MadeRows made = read_made_list(folder + "/made");
  NamesNow names;
  std::set<std::string> all;
  const auto note_below = [&](const std::string& top) {
    for (auto at = names.all().lower_bound(top);
         at != names.all().end() && at->first.starts_with(top); ++at)
      if (S_ISDIR(made.rows[at->second].mode)) all.insert(at->first);
  };
  for (std::size_t i = 0; i < made.rows.size(); ++i) {
    const MadeRow& row = made.rows[i];
    take_row(names, made.rows, i);
    if (row.deed == MadeDeed::kMade && S_ISDIR(row.mode)) all.insert(row.path);
    if (row.deed != MadeDeed::kMade) note_below(row.to);
    if (row.deed == MadeDeed::kExchanged) note_below(row.path);
  }
  return all;
}

std::uint64_t made_row(const UndoEntry& entry) {
  return entry.number - kFirstNumber;
}

bool is_made_number(std::uint64_t number) {
  UndoEntry entry;
  entry.number = number;
  return is_made(entry);
}

namespace {

UndoEntry entry_of(const MadeRow& row, std::size_t number, const std::string& path) {
  UndoEntry entry;
  entry.number = kFirstNumber + number;
  entry.deed = UndoDeed::kPlaced;
  entry.path = path;
  entry.object.key = row.key;
  entry.object.mode = row.mode;
  entry.command = row.command;
  entry.question = row.question;
  return entry;
}

// One for each name that went.
std::vector<UndoEntry> nameless_of(const std::vector<MadeRow>& rows, const NamesNow& names,
                                   const std::set<ObjectKey>& lost) {
  std::vector<UndoEntry> nameless;
  if (lost.empty()) return nameless;
  std::set<std::size_t> named;
  for (const auto& [path, row] : names.all()) named.insert(row);
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i].deed == MadeDeed::kMade && lost.contains(rows[i].key) && !named.contains(i))
      nameless.push_back(entry_of(rows[i], i, rows[i].path));
  return nameless;
}

}  // namespace

MadeEntries made_entries(const std::string& state_dir, const StoredSession& session,
                         const std::set<ObjectKey>& lost) {
  const MadeRows made = read_made_list(undo_root(state_dir) + "/" + session.name + "/made");
  MadeEntries all;
  all.complete = made.complete;
  const NamesNow names = names_of(made.rows);
  for (const auto& [path, row] : names.all())
    all.entries.push_back(entry_of(made.rows[row], row, path));
  all.nameless = nameless_of(made.rows, names, lost);
  return all;
}

void look_at_made(History& history) {
  std::vector<UndoEntry> folders;
  std::vector<UndoEntry> journal;
  std::vector<UndoEntry> others;
  const std::set<ObjectKey> back = stand_for_what_was(history);
  const std::set<std::string> of_before = places_of_before(history);
  for (OwnMove& move : history.moved_back) {
    move.from = name_since(history, move.from, move.number);
    move.to = name_since(history, move.to, move.number);
  }
  for (UndoEntry& entry : history.entries) {
    if (!is_made(entry)) {
      journal.push_back(std::move(entry));
    } else if (history.undone.contains(entry.number)) {
      others.push_back(std::move(entry));
    } else if (!back.contains(history.current(entry.object.key)) &&
               is_still_there(history, entry) && !of_before.contains(entry.path)) {
      (entry.object.is_folder() ? folders : others).push_back(std::move(entry));
    }
  }
  std::ranges::sort(folders, {}, &UndoEntry::path);
  history.entries = std::move(folders);
  for (auto* more : {&journal, &others})
    history.entries.insert(history.entries.end(), std::make_move_iterator(more->begin()),
                           std::make_move_iterator(more->end()));
}

}  // namespace guard::supervisor
