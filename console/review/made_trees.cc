// SPDX-License-Identifier: Apache-2.0
#include "console/review/made_trees.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "base/text/path.h"
#include "supervisor/undo/history/made_objects.h"

namespace guard::console {
namespace {

using Folders = std::unordered_map<std::string, ReviewItem*>;

// By the session alone, and as it left it: taking it away asks nobody.
bool is_purely_made(const ReviewItem& item) {
  return item.kind == ReviewKind::kMade && item.conflict.empty() && item.obstacle.empty() &&
         item.note.empty() && std::ranges::all_of(item.entries, supervisor::is_made_number);
}

Folders folders_of(std::vector<ReviewItem>& items, ReviewKind kind) {
  Folders folders;
  for (ReviewItem& item : items)
    if (item.is_folder && item.kind == kind) folders.emplace(item.path(), &item);
  return folders;
}

// The folders above PATH, and PATH itself, hold more than what was made.
void note_mixed(const Folders& made, std::string path, std::unordered_set<std::string>& mixed) {
  for (; path.size() > 1; path = folder_of(path))
    if (made.contains(path) && !mixed.insert(path).second) return;
}

void fold_made(std::vector<ReviewItem>& items) {
  const Folders made = folders_of(items, ReviewKind::kMade);
  if (made.empty()) return;
  std::unordered_set<std::string> mixed;
  for (const ReviewItem& item : items)
    if (!item.now.empty() && !is_purely_made(item)) note_mixed(made, item.now, mixed);
  for (ReviewItem& item : items) {
    if (item.now.empty() || !is_purely_made(item)) continue;
    ReviewItem* uppermost = nullptr;
    for (std::string above = folder_of(item.now); above.size() > 1; above = folder_of(above)) {
      const auto found = made.find(above);
      if (found != made.end() && !mixed.contains(above)) uppermost = found->second;
    }
    if (uppermost == nullptr) continue;
    item.inside = uppermost->now;
    ++uppermost->below;
  }
}

void count_deleted(std::vector<ReviewItem>& items) {
  const Folders deleted = folders_of(items, ReviewKind::kDeleted);
  if (deleted.empty()) return;
  for (const ReviewItem& item : items) {
    for (std::string above = folder_of(item.path()); above.size() > 1; above = folder_of(above)) {
      const auto found = deleted.find(above);
      if (found != deleted.end()) ++found->second->below;
    }
  }
}

}  // namespace

void fold_trees(std::vector<ReviewItem>& items) {
  fold_made(items);
  count_deleted(items);
}

}  // namespace guard::console
