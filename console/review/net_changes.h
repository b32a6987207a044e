// SPDX-License-Identifier: Apache-2.0
// The entries of a session's journal -> what came of them: one item for each file. A file that was
// edited three times is one change; one that was edited and is as it was before is none. Nearly
// linear in the number of entries. Pure but for the questions that it asks of World; any thread.
#ifndef GUARD_CONSOLE_REVIEW_NET_CHANGES_H_
#define GUARD_CONSOLE_REVIEW_NET_CHANGES_H_

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "console/review/review_item.h"
#include "supervisor/undo/history/history.h"
#include "supervisor/undo/restore/foresight.h"

namespace guard::console {

// The things that are there now.
struct ReviewWorld {
  // The object at a path; nothing: there is none.
  std::function<std::optional<supervisor::ObjectRecord>(const std::string& path)> look;
  // A file of the store ("SESSION/content/12") has the content of the file at PATH.
  std::function<bool(const std::string& content, const std::string& path)> same_content;
  // Two files have the same content.
  std::function<bool(const std::string& one, const std::string& other)> same_files = {};
};

struct NetChanges {
  std::vector<ReviewItem> items;  // in the order of paths
  // Files that were touched and are as they were, and the entries that would give them back.
  std::size_t untouched = 0;
};

// CHOSEN: entries of HISTORY, the oldest first; STEPS: what giving them back would meet.
[[nodiscard]] NetChanges net_changes(const supervisor::History& history,
                                     const std::vector<const supervisor::UndoEntry*>& chosen,
                                     const supervisor::Foresights& steps, const ReviewWorld& world);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_REVIEW_NET_CHANGES_H_
