// SPDX-License-Identifier: Apache-2.0
#include "console/blame/lines_left.h"

#include <algorithm>
#include <set>
#include <utility>

#include "console/blame/blame.h"
#include "supervisor/undo/history/made_objects.h"
#include "supervisor/undo/store/held_place.h"

namespace guard::console {
namespace {

using supervisor::History;
using supervisor::StoredSession;
using supervisor::UndoDeed;
using supervisor::UndoEntry;

// As they are called now; another may stand where one was deleted.
std::string place_now(const History& history, const UndoEntry& entry) {
  if (supervisor::is_made(entry) || entry.deed == UndoDeed::kDelete) return entry.path;
  const bool changed = entry.deed == UndoDeed::kModify || entry.deed == UndoDeed::kReplace;
  return changed ? history.place_of(entry) : std::string();
}

std::set<std::string> files_of(const History& history) {
  std::set<std::string> paths;
  for (const UndoEntry& entry : history.entries) {
    if (history.undone.contains(entry.number) || entry.object.is_folder()) continue;
    std::string path = place_now(history, entry);
    if (!path.empty() && path.find("/.git/") == std::string::npos) paths.insert(std::move(path));
  }
  return paths;
}

// Where a later session left what it found at PATH, by its moves in their order.
std::string moved_by(const History& history, std::string path) {
  for (const UndoEntry& entry : history.entries) {
    if (entry.deed != UndoDeed::kRename || history.undone.contains(entry.number)) continue;
    if (!supervisor::is_at_or_below(path, entry.path)) continue;
    path = entry.to + path.substr(entry.path.size());
  }
  return path;
}

std::string present_name(const BlameOrder& order, std::string path) {
  for (std::size_t i = 1; i < order.sessions.size(); ++i)
    if (const auto later = order.load(order.sessions[i])) path = moved_by((*later)->history, path);
  return path;
}

LinesLeft count(const Blame& blame, const std::string& session) {
  LinesLeft left;
  left.path = blame.path;
  left.all = blame.owners.size();
  for (const std::size_t owner : blame.owners) {
    if (owner == 0 || blame.sources[owner - 1].change.folder != session) continue;
    ++left.own;
    const BlameSource& source = blame.sources[owner - 1];
    if (!source.is_certain || source.change.others_followed) left.is_certain = false;
  }
  return left;
}

}  // namespace

Result<FilesLeft> lines_left(const std::string& state, const StoredSession& session,
                             std::size_t most,
                             const std::function<bool(const std::string& path)>& is_secret) {
  auto sessions = supervisor::stored_sessions(state);
  if (!sessions) return forward(sessions.error());
  const auto first = std::ranges::find(*sessions, session.name, &StoredSession::name);
  sessions->erase(sessions->begin(), first);
  const BlameOrder order = {state, std::move(*sessions), read_steps_once(state), is_secret,
                            [](const std::string&) { return std::string(); }};
  const auto loaded = order.load(session);
  if (!loaded) return forward(loaded.error());
  FilesLeft found;
  for (const std::string& path : files_of((*loaded)->history)) {
    if (found.files.size() == most) {
      ++found.more;
      continue;
    }
    const auto blame = blame_file(order, present_name(order, path));
    if (!blame || !blame->no_lines.empty()) continue;
    found.files.push_back(count(*blame, session.name));
  }
  return found;
}

}  // namespace guard::console
