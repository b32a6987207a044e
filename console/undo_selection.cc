// SPDX-License-Identifier: Apache-2.0
#include "console/undo_selection.h"

#include <sys/stat.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <functional>
#include <thread>
#include <utility>

#include "base/text.h"

namespace guard::console {
namespace {

using supervisor::History;
using supervisor::StoredSession;
using supervisor::UndoDeed;
using supervisor::UndoEntry;
using Picks = std::function<bool(const UndoEntry&)>;

constexpr std::size_t kShortestId = 4;

bool lies_at_or_below(const std::string& path, const std::string& folder) {
  return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

Result<UndoSelection> select(const std::string& state_dir, const StoredSession& found,
                             const Picks& picks) {
  const auto session = settled(state_dir, found);
  if (!session) return forward(session.error());
  auto history = supervisor::read_history(state_dir, *session);
  if (!history) return forward(history.error());
  UndoSelection selection;
  selection.history = std::make_unique<History>(std::move(*history));
  selection.history->moves.clear();
  selection.history->lost_names.clear();
  selection.history->index();
  for (const UndoEntry& entry : selection.history->entries) {
    if (!selection.history->undone.contains(entry.number) && picks(entry))
      selection.entries.push_back(&entry);
  }
  // Times of folders alone are nothing to give back.
  if (std::all_of(selection.entries.begin(), selection.entries.end(),
                  [](const UndoEntry* entry) { return entry->deed == UndoDeed::kFolder; }))
    selection.entries.clear();
  return selection;
}

std::string absolute(const std::string& path) {
  std::error_code error;
  // The folders as they are; the last name may be a link that is meant itself, or be gone.
  const std::filesystem::path given = std::filesystem::absolute(path, error);
  const auto folder = std::filesystem::weakly_canonical(given.parent_path(), error);
  std::string text = error ? given.string() : (folder / given.filename()).string();
  while (text.size() > 1 && text.ends_with('/')) text.pop_back();
  return text;
}

// "SESSION:12".
std::pair<std::string, std::uint64_t> act_of(const std::string& what) {
  const std::size_t colon = what.rfind(':');
  std::uint64_t number = 0;
  if (colon == std::string::npos || colon == 0) return {};
  const char* const end = what.data() + what.size();
  const auto [stop, error] = std::from_chars(what.data() + colon + 1, end, number);
  if (error != std::errc() || stop != end) return {};
  return {what.substr(0, colon), number};
}

// A tree may have made a file that is called like another session's act.
bool is_name_here(const std::string& what) {
  struct stat status {};
  return ::lstat(what.c_str(), &status) == 0;
}

Picks picks_path(const std::string& path) {
  return [path](const UndoEntry& entry) {
    if (entry.deed == UndoDeed::kFolder) return false;
    return lies_at_or_below(entry.path, path) || lies_at_or_below(entry.to, path);
  };
}

Picks picks_question(const std::string& id) {
  return [id](const UndoEntry& entry) {
    return id.size() >= kShortestId && entry.question.starts_with(id);
  };
}

Result<UndoSelection> select_act(const std::string& state_dir, const StoredSession& session,
                                 std::uint64_t number) {
  auto selection = select(state_dir, session,
                          [number](const UndoEntry& entry) { return entry.number == number; });
  if (!selection) return selection;
  const auto& entries = selection->history->entries;
  if (std::none_of(entries.begin(), entries.end(),
                   [number](const UndoEntry& entry) { return entry.number == number; }))
    return fail(Code::kNotFound, "nothing is kept of an act " + safe_text(session.name) + ":" +
                                     std::to_string(number));
  return selection;
}

}  // namespace

// `guard run` returns a moment before the session is over: what is its own and what came after it
// is only told apart then.
Result<StoredSession> settled(const std::string& state_dir, StoredSession session) {
  constexpr auto kTurn = std::chrono::milliseconds(20);
  for (int turns = 25; session.is_running && turns > 0; --turns) {
    std::this_thread::sleep_for(kTurn);
    auto sessions = supervisor::stored_sessions(state_dir);
    if (!sessions) return forward(sessions.error());
    for (StoredSession& now : *sessions)
      if (now.name == session.name) session = std::move(now);
  }
  return session;
}

std::size_t changes_left(const std::string& state_dir, const StoredSession& session) {
  const auto history = supervisor::read_history(state_dir, session);
  if (!history) return 0;
  return static_cast<std::size_t>(
      std::count_if(history->entries.begin(), history->entries.end(), [&](const UndoEntry& entry) {
        return entry.deed != UndoDeed::kFolder && !history->undone.contains(entry.number);
      }));
}

Result<StoredSession> find_stored_session(const std::string& state_dir, const std::string& name) {
  auto sessions = supervisor::stored_sessions(state_dir);
  if (!sessions) return forward(sessions.error());
  std::vector<const StoredSession*> named;
  for (const StoredSession& session : *sessions) {
    const bool first = session.name == session.id && name == session.id + "~1";
    if (first || (session.name == name && session.name != session.id)) return session;
    if (session.id == name || session.name == name) named.push_back(&session);
  }
  if (named.empty())
    return fail(Code::kNotFound, "nothing is kept of a session " + safe_text(name));
  if (named.size() == 1) return *named.front();
  std::string which;
  for (const StoredSession* session : named)
    which += "\n  " + safe_text(session->name + (session->name == session->id ? "~1" : "")) + "  " +
             session->started.substr(0, 19) + "  " + shortened(safe_text(session->command), 60);
  return fail(Code::kInvalid,
              "several sessions are called " + safe_text(name) + "; name one exactly:" + which);
}

Result<UndoSelection> select_session(const std::string& state_dir, const std::string& session) {
  const auto found = find_stored_session(state_dir, session);
  if (!found) return forward(found.error());
  return select(state_dir, *found, [](const UndoEntry&) { return true; });
}

Result<UndoSelection> select_one(const std::string& state_dir, const std::string& session,
                                 const std::string& what) {
  auto sessions = supervisor::stored_sessions(state_dir);
  if (!sessions) return forward(sessions.error());
  if (const auto [name, number] = act_of(what); !name.empty()) {
    const auto found = find_stored_session(state_dir, name);
    if (found && is_name_here(what))
      return fail(Code::kInvalid, safe_text(what) + " is an act of the session " + safe_text(name) +
                                      " and a file here; ./" + safe_text(what) + " is the file");
    if (found) return select_act(state_dir, *found, number);
    if (found.error().code == Code::kInvalid) return forward(found.error());
  }
  std::string only;
  if (!session.empty()) {
    const auto found = find_stored_session(state_dir, session);
    if (!found) return forward(found.error());
    only = found->name;
  }
  const Picks by_path = picks_path(absolute(what));
  const Picks by_question = picks_question(what);
  for (auto at = sessions->rbegin(); at != sessions->rend(); ++at) {
    if (only.empty() ? !at->undoes.empty() : at->name != only) continue;
    auto selection = select(state_dir, *at, [&](const UndoEntry& entry) {
      return by_path(entry) || by_question(entry);
    });
    if (!selection || !selection->entries.empty()) return selection;
  }
  return fail(Code::kNotFound, "nothing is kept of " + safe_text(absolute(what)));
}

}  // namespace guard::console
