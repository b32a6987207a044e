// SPDX-License-Identifier: Apache-2.0
// The part of undo_selection.h about the last session, and about what one made.
#include <vector>

#include "base/text/text.h"
#include "console/undo/made_in_git.h"
#include "console/undo/undo_selection.h"
#include "supervisor/undo/history/lost_objects.h"
#include "supervisor/undo/history/made_objects.h"
#include "supervisor/undo/history/shell_history.h"
#include "supervisor/undo/store/held_place.h"

namespace guard::console {

using supervisor::StoredSession;
using supervisor::UndoEntry;

ChangesLeft changes_left(const std::string& state_dir, const StoredSession& session) {
  const auto history = supervisor::read_history(state_dir, session);
  if (!history) return {};
  supervisor::FileTally left;
  supervisor::FileTally given_back;
  // Each shell writes one when it ends: guard undo leaves it as it is.
  const supervisor::ShellHistories histories(*history);
  for (const UndoEntry& entry : history->entries)
    if (!histories.contain(entry))
      (history->undone.contains(entry.number) ? given_back : left).add(entry);
  return {left.count(), given_back.count()};
}

bool has_lost(const std::string& state_dir, const StoredSession& session) {
  return !supervisor::lost_objects(state_dir, session).objects.empty();
}

bool has_made(const std::string& state_dir, const StoredSession& session) {
  return !supervisor::made_entries(state_dir, session).entries.empty();
}

std::size_t count_made(const std::string& state_dir, const StoredSession& session,
                       UndoScope scope) {
  auto history = supervisor::read_history(state_dir, session, true);
  if (!history) return 0;
  supervisor::look_at_made(*history);
  const supervisor::ShellHistories histories(*history);
  std::vector<const UndoEntry*> made;
  for (const UndoEntry& entry : history->entries)
    if (supervisor::is_made(entry) && !histories.contain(entry) &&
        !history->undone.contains(entry.number))
      made.push_back(&entry);
  leave_made_in_git(*history, made, scope == UndoScope::kAll);
  return made.size();
}

namespace {

bool counts(const std::string& state_dir, const StoredSession& session, UndoScope scope) {
  if (!session.undoes.empty()) return false;
  const ChangesLeft changes = changes_left(state_dir, session);
  return changes.any() || has_lost(state_dir, session) ||
         (scope != UndoScope::kChanged && has_made(state_dir, session));
}

// A session whose workspace is not known may have worked anywhere.
bool worked_in(const StoredSession& session, const std::string& folder) {
  return session.workspace.empty() || supervisor::is_at_or_below(folder, session.workspace) ||
         supervisor::is_at_or_below(session.workspace, folder);
}

Error none_here(const StoredSession* elsewhere) {
  if (elsewhere == nullptr) return {Code::kNotFound, 0, "no session changed anything that is kept"};
  return {Code::kNotFound, 0,
          "no session that worked here changed anything that is kept; the last one that did is " +
              safe_text(elsewhere->typed) + ", in " + safe_text(elsewhere->workspace) +
              ": name it with --session"};
}

}  // namespace

Result<std::string> last_session(const std::string& state_dir, const std::string& folder,
                                 UndoScope scope) {
  const auto sessions = supervisor::stored_sessions(state_dir);
  if (!sessions) return forward(sessions.error());
  const StoredSession* elsewhere = nullptr;
  for (auto at = sessions->rbegin(); at != sessions->rend(); ++at) {
    const bool is_here = worked_in(*at, folder);
    if ((!is_here && elsewhere != nullptr) || !counts(state_dir, *at, scope)) continue;
    if (is_here) return at->name + (at->name == at->id ? "~1" : "");
    elsewhere = &*at;
  }
  return forward(none_here(elsewhere));
}

}  // namespace guard::console
