// SPDX-License-Identifier: Apache-2.0
// What undo_selection.h says of the last session, and of what one made.
#include <algorithm>
#include <set>

#include "console/undo/undo_selection.h"
#include "supervisor/undo/history/lost_objects.h"
#include "supervisor/undo/history/made_objects.h"
#include "supervisor/undo/history/shell_history.h"

namespace guard::console {

using supervisor::StoredSession;
using supervisor::UndoDeed;
using supervisor::UndoEntry;

ChangesLeft changes_left(const std::string& state_dir, const StoredSession& session) {
  ChangesLeft changes;
  const auto history = supervisor::read_history(state_dir, session);
  if (!history) return changes;
  // An undo takes one file away and puts another in its place: to people that is one change.
  std::set<std::string> taken_away;
  for (const UndoEntry& entry : history->entries)
    if (entry.deed == UndoDeed::kDelete) taken_away.insert(entry.path);
  const supervisor::ShellHistories histories(*history);
  for (const UndoEntry& entry : history->entries) {
    const bool replaces = entry.deed == UndoDeed::kPlaced && taken_away.contains(entry.path);
    if (entry.deed != UndoDeed::kFolder && !replaces && !histories.contain(entry))
      ++(history->undone.contains(entry.number) ? changes.given_back : changes.left);
  }
  return changes;
}

bool has_lost(const std::string& state_dir, const StoredSession& session) {
  return !supervisor::lost_objects(state_dir, session).objects.empty();
}

bool has_made(const std::string& state_dir, const StoredSession& session) {
  return !supervisor::made_entries(state_dir, session).entries.empty();
}

std::size_t count_made(const std::string& state_dir, const StoredSession& session) {
  auto history = supervisor::read_history(state_dir, session, true);
  if (!history) return 0;
  supervisor::look_at_made(*history);
  const supervisor::ShellHistories histories(*history);
  return static_cast<std::size_t>(std::ranges::count_if(history->entries, [&](const auto& entry) {
    return supervisor::is_made(entry) && !histories.contain(entry) &&
           !history->undone.contains(entry.number);
  }));
}

Result<std::string> last_session(const std::string& state_dir, UndoScope scope) {
  const auto sessions = supervisor::stored_sessions(state_dir);
  if (!sessions) return forward(sessions.error());
  for (auto at = sessions->rbegin(); at != sessions->rend(); ++at) {
    if (!at->undoes.empty()) continue;
    const ChangesLeft changes = changes_left(state_dir, *at);
    const bool counts = changes.left + changes.given_back != 0 || has_lost(state_dir, *at) ||
                        (scope != UndoScope::kChanged && has_made(state_dir, *at));
    if (counts) return at->name + (at->name == at->id ? "~1" : "");
  }
  return fail(Code::kNotFound, "no session changed anything that is kept");
}

}  // namespace guard::console
