// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/history/own_changes.h"

#include <algorithm>
#include <map>
#include <utility>

#include "supervisor/undo/history/history.h"
#include "supervisor/undo/history/made_objects.h"
#include "supervisor/undo/store/held_place.h"

namespace guard::supervisor {
namespace {

bool is_there(const std::string& path) {
  return hold_object(path).valid();
}

bool lies_in_git(const std::string& path) {
  return path.find("/.git/") != std::string::npos || path.ends_with("/.git");
}

// By path. A row that says more comes in the place of one that says less.
class Rows {
 public:
  void add(OwnChange change) {
    const auto [row, is_new] = rows_.try_emplace(change.path, change);
    if (!is_new && rank(change.kind) >= rank(row->second.kind)) row->second = std::move(change);
  }
  [[nodiscard]] const std::map<std::string, OwnChange>& all() const { return rows_; }

 private:
  static int rank(std::string_view kind) {
    return kind == "rights" ? 0 : kind == "changed" ? 1 : 2;
  }
  std::map<std::string, OwnChange> rows_;
};

OwnChange change_of(const UndoEntry& entry, std::string path, const char* kind) {
  return {std::move(path), "", kind, entry.command, entry.object.is_folder()};
}

void add_entry(const History& history, const UndoEntry& entry, Rows& rows) {
  if (is_made(entry)) return rows.add(change_of(entry, entry.path, "made"));
  const std::string place = history.place_of(entry);
  switch (entry.deed) {
    case UndoDeed::kDelete:
    case UndoDeed::kReplace: {
      const std::string& path = place.empty() ? entry.path : place;
      return rows.add(change_of(entry, path, is_there(path) ? "changed" : "deleted"));
    }
    case UndoDeed::kModify:
      if (!place.empty()) rows.add(change_of(entry, place, "changed"));
      return;
    case UndoDeed::kMetadata:
      if (!place.empty()) rows.add(change_of(entry, place, "rights"));
      return;
    case UndoDeed::kRename: {
      if (place.empty()) return;
      OwnChange moved = change_of(entry, place, "moved");
      moved.from = entry.path;
      return rows.add(std::move(moved));
    }
    case UndoDeed::kExchange:
      for (const std::string& path : {entry.path, entry.to})
        rows.add(change_of(entry, path, "changed"));
      return;
    case UndoDeed::kFolder:
    case UndoDeed::kLink:
    case UndoDeed::kPlaced:
      return;
  }
}

}  // namespace

Result<OwnChanges> own_changes(const std::string& state_dir, const std::string& name,
                               std::size_t most) {
  StoredSession session;
  session.name = name;
  auto history = read_history(state_dir, session, true);
  if (!history) return forward(history.error());
  look_at_made(*history);
  Rows rows;
  for (const UndoEntry& entry : history->entries)
    if (!history->undone.contains(entry.number)) add_entry(*history, entry, rows);
  OwnChanges found;
  found.complete = history->lists_all_made && history->damaged == 0;
  for (const auto& [path, change] : rows.all()) {
    if (lies_in_git(path)) {
      ++found.in_git;
      continue;
    }
    ++found.count;
    if (found.changes.size() < most) found.changes.push_back(change);
  }
  return found;
}

}  // namespace guard::supervisor
