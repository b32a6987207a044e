// SPDX-License-Identifier: Apache-2.0
#include "console/undo/undo_selection.h"

#include <sys/stat.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <thread>
#include <utility>

#include "base/text/text.h"
#include "console/undo/made_in_git.h"
#include "supervisor/undo/history/companions.h"
#include "supervisor/undo/history/earlier_names.h"
#include "supervisor/undo/history/made_objects.h"
#include "supervisor/undo/history/other_undos.h"
#include "supervisor/undo/history/shell_history.h"
#include "supervisor/undo/restore/move_halves.h"
#include "supervisor/undo/restore/moved_back.h"
#include "supervisor/undo/restore/moved_there.h"
#include "supervisor/undo/store/held_place.h"

namespace guard::console {
namespace {

using supervisor::EarlierNames;
using supervisor::History;
using supervisor::is_at_or_below;
using supervisor::StoredSession;
using supervisor::UndoDeed;
using supervisor::UndoEntry;
using Picks = std::function<bool(const UndoEntry&)>;
using MakePicks = std::function<Picks(const History&)>;

constexpr std::size_t kShortestId = 4;

void index_anew(History& history) {
  history.moves.clear();
  history.moves_from.clear();
  history.lost_names.clear();
  history.index();
}

// Files that belong to the meant ones (companions.h) are meant too.
std::set<std::uint64_t> picked_with_groups(const std::string& root, const History& history,
                                           const Picks& picks) {
  std::set<std::uint64_t> picked;
  for (const UndoEntry& entry : history.entries)
    if (picks(entry)) picked.insert(entry.number);
  if (picked.size() == history.entries.size()) return picked;
  supervisor::FileGroups groups(root, history);
  std::set<std::string> wanted;
  for (const UndoEntry& entry : history.entries)
    if (picked.contains(entry.number)) wanted.insert(groups.name_of(entry));
  wanted.erase("");
  for (const UndoEntry& entry : history.entries)
    if (!wanted.empty() && wanted.contains(groups.name_of(entry))) picked.insert(entry.number);
  return picked;
}

void add_what_lies_beside(const std::string& root, History& history,
                          std::set<std::uint64_t> chosen) {
  for (const std::uint64_t number : history.undone) chosen.erase(number);
  supervisor::add_companions(root, history, chosen);
  index_anew(history);
}

std::set<std::uint64_t> numbers_of(const UndoSelection& selection) {
  std::set<std::uint64_t> chosen;
  for (const UndoEntry* entry : selection.entries) chosen.insert(entry->number);
  return chosen;
}

void choose(UndoSelection& selection, const std::set<std::uint64_t>& chosen) {
  selection.entries.clear();
  for (const UndoEntry& entry : selection.history->entries)
    if (chosen.contains(entry.number)) selection.entries.push_back(&entry);
}

// Files that the session moved to where something comes back are meant too.
void add_what_is_in_the_way(UndoSelection& selection) {
  auto chosen = numbers_of(selection);
  supervisor::add_moves_in_the_way(*selection.history, chosen);
  if (chosen.size() != selection.entries.size()) choose(selection, chosen);
}

// If a file has a backup, one of the two may be meant alone.
void halve_moves_at(const std::string& path, UndoSelection& selection) {
  auto chosen = numbers_of(selection);
  supervisor::halve_moves(*selection.history, chosen, path);
  if (!selection.history->halves.empty()) choose(selection, chosen);
}

UndoSelection select_from(const std::string& state_dir, History history,
                          const MakePicks& make_picks) {
  UndoSelection selection;
  selection.history = std::make_unique<History>(std::move(history));
  index_anew(*selection.history);
  const Picks own_picks = make_picks(*selection.history);
  const std::string root = supervisor::undo_root(state_dir);
  const auto picked = picked_with_groups(root, *selection.history, own_picks);
  add_what_lies_beside(root, *selection.history, picked);
  std::vector<const UndoEntry*> undone;
  for (const UndoEntry& entry : selection.history->entries) {
    if (!supervisor::is_companion(entry) && !picked.contains(entry.number)) continue;
    const bool is_undone = selection.history->undone.contains(entry.number);
    (is_undone ? undone : selection.entries).push_back(&entry);
  }
  selection.given_back = given_back_of(*selection.history, undone);
  look_for_undos(state_dir, selection.given_back);
  supervisor::follow_moves_back(*selection.history, supervisor::moved_back(*selection.history));
  index_anew(*selection.history);
  add_what_is_in_the_way(selection);
  // Times of folders alone are nothing to give back.
  if (std::all_of(selection.entries.begin(), selection.entries.end(),
                  [](const UndoEntry* entry) { return entry->deed == UndoDeed::kFolder; }))
    selection.entries.clear();
  return selection;
}

Result<UndoSelection> select(const std::string& state_dir, const StoredSession& found,
                             const MakePicks& make_picks, bool with_made = false) {
  const auto session = settled(state_dir, found);
  if (!session) return forward(session.error());
  auto history = supervisor::read_history(state_dir, *session, with_made);
  if (!history) return forward(history.error());
  if (with_made) {
    // An object that another session's undo made anew stands for the one that this one had made.
    supervisor::note_other_undos(state_dir, *history);
    supervisor::note_others_moves(state_dir, *history);
    supervisor::look_at_made(*history);
  }
  return select_from(state_dir, std::move(*history), make_picks);
}

std::string absolute(const std::string& path) {
  std::error_code error;
  // The folders as they are; the last name may be a link that is meant itself, or be gone.
  std::filesystem::path given = std::filesystem::absolute(path, error);
  if (given.filename() == "." || given.filename() == "..")
    given = std::filesystem::weakly_canonical(given, error);
  const auto folder = std::filesystem::weakly_canonical(given.parent_path(), error);
  std::string text = error ? given.string() : (folder / given.filename()).string();
  while (text.size() > 1 && text.ends_with('/')) text.pop_back();
  return text;
}

// As it is written: a link may stand now where a folder was.
std::string as_written(const std::string& path) {
  std::error_code error;
  std::string text = std::filesystem::absolute(path, error).lexically_normal().string();
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

// The files at PATH or below it that the session gave further names: they may have been changed
// under these.
std::set<supervisor::ObjectKey> linked_at(const History& history, const EarlierNames& names,
                                          const std::string& path) {
  std::set<supervisor::ObjectKey> keys;
  for (const UndoEntry& entry : history.entries) {
    if (entry.deed != UndoDeed::kLink || entry.of.empty()) continue;
    UndoEntry file;
    file.deed = UndoDeed::kModify;
    file.path = entry.of;
    file.number = entry.number;
    const std::string place = history.place_of(file);
    if (place.empty()) continue;
    for (const std::string& name : {place, entry.of, names.before(file)})
      if (is_at_or_below(name, path)) keys.insert(entry.object.key);
  }
  return keys;
}

// By any name that people may know it by: of before the session, of when it was changed, of now.
Picks picks_path(const History& history, const std::string& path) {
  const EarlierNames names(history);
  return [&history, path, names, moved = names.concern(path),
          linked = linked_at(history, names, path)](const UndoEntry& entry) {
    if (entry.deed == UndoDeed::kFolder) return false;
    if (is_at_or_below(entry.path, path) || is_at_or_below(entry.to, path)) return true;
    const bool changes = entry.deed == UndoDeed::kModify || entry.deed == UndoDeed::kMetadata;
    if (changes && linked.contains(entry.object.key)) return true;
    return moved && (is_at_or_below(names.before(entry), path) ||
                     is_at_or_below(history.place_of(entry), path));
  };
}

// A file in a folder that the session moved comes back where that is now: the folder is not what
// was asked for, and others are in it.
std::string moved_with(const History& history, const std::string& path) {
  const UndoEntry* const move = EarlierNames(history).move_above(path);
  if (move == nullptr) return {};
  return "its folder was moved: " + safe_text(move->path) + " is now " + safe_text(move->to) +
         "; to move it back: guard undo " + command_text({move->to});
}

Picks picks_question(const std::string& id) {
  return [id](const UndoEntry& entry) {
    return id.size() >= kShortestId && entry.question.starts_with(id);
  };
}

Result<UndoSelection> select_act(const std::string& state_dir, const StoredSession& session,
                                 std::uint64_t number) {
  auto selection = select(state_dir, session, [number](const History&) {
    return [number](const UndoEntry& entry) { return entry.number == number; };
  });
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

std::string UndoSelection::lost_line() const {
  const std::string text = supervisor::lost_text(lost, history->session.workspace);
  return text.empty() ? text : "not given back: " + text;
}

Result<StoredSession> newest_stored_session(const std::string& state_dir, const std::string& id) {
  const auto sessions = supervisor::stored_sessions(state_dir);
  if (!sessions) return forward(sessions.error());
  const auto newest = std::find_if(sessions->rbegin(), sessions->rend(),
                                   [&](const auto& stored) { return stored.id == id; });
  if (newest == sessions->rend())
    return fail(Code::kNotFound, "nothing is kept of session " + safe_text(id));
  return *newest;
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

UndoSelection select_rest(const std::string& state_dir, History history) {
  return select_from(state_dir, std::move(history), [](const History& whole) {
    return [histories = supervisor::ShellHistories(whole)](const UndoEntry& entry) {
      return !histories.contain(entry);
    };
  });
}

namespace {

bool takes_in(UndoScope scope, bool made) {
  return scope == UndoScope::kAll || (scope == UndoScope::kMade) == made;
}

}  // namespace

Result<UndoSelection> select_session(const std::string& state_dir, const std::string& session,
                                     UndoScope scope) {
  const auto found = find_stored_session(state_dir, session);
  if (!found) return forward(found.error());
  // An undo gave one back because somebody named it.
  const bool is_undo = !found->undoes.empty();
  auto selection = select(
      state_dir, *found,
      [is_undo, scope](const History& whole) {
        return [is_undo, scope,
                histories = supervisor::ShellHistories(whole)](const UndoEntry& entry) {
          return takes_in(scope, supervisor::is_made(entry)) &&
                 (is_undo || !histories.contain(entry));
        };
      },
      scope != UndoScope::kChanged);
  if (selection) selection->is_whole = true;
  if (selection) note_whole(state_dir, *selection->history, selection->given_back);
  if (selection && scope != UndoScope::kChanged)
    leave_made_in_git(*selection->history, selection->entries, scope == UndoScope::kAll);
  if (selection && !is_undo) leave_packed(selection->entries);
  if (!selection || is_undo || scope == UndoScope::kMade) return selection;
  const History& history = *selection->history;
  const supervisor::ShellHistories histories(history);
  for (const UndoEntry& entry : history.entries)
    if (histories.contain(entry) && !supervisor::is_made(entry) &&
        !history.undone.contains(entry.number))
      selection->histories.push_back(entry.path);
  selection->lost = supervisor::lost_objects(state_dir, *found);
  return selection;
}

namespace {

// An act's id was told with the name of the session's folder, which is no other session's: a later
// one of the same id has a number behind it. Where that folder is gone, none of the others is
// meant.
Result<StoredSession> find_session_of_act(const std::vector<StoredSession>& sessions,
                                          const std::string& name) {
  std::string others;
  for (const StoredSession& session : sessions) {
    const bool first = session.name == session.id && name == session.id + "~1";
    if (first || session.name == name) return session;
    if (session.id == name) others += (others.empty() ? "" : ", ") + safe_text(session.name);
  }
  if (others.empty()) return fail(Code::kNotFound, "no session is called " + safe_text(name));
  return fail(Code::kGone, "nothing is kept any more of the first session that was called " +
                               safe_text(name) + "; of later ones: " + others);
}

void keep_last_undone(std::optional<UndoSelection>& last, UndoSelection selection) {
  if (selection.given_back.empty()) return;
  if (last && last_undo(selection.given_back).time <= last_undo(last->given_back).time) return;
  last = std::move(selection);
}

// A path or a question. An undo that was the last change ends the search: whoever runs the same
// command twice by mistake loses nothing that the first run gave back.
Result<UndoSelection> select_change(const std::string& state_dir,
                                    const std::vector<StoredSession>& sessions,
                                    const std::string& session, const std::string& what,
                                    const std::string& path) {
  std::string only;
  if (!session.empty()) {
    const auto found = find_stored_session(state_dir, session);
    if (!found) return forward(found.error());
    only = found->name;
  }
  const Picks by_question = picks_question(what);
  const auto picks = [&](const History& history) {
    return [&by_question, by_path = picks_path(history, path)](const UndoEntry& entry) {
      return by_path(entry) || by_question(entry);
    };
  };
  const auto picks_lost = [&](const supervisor::LostObject& object) {
    return is_at_or_below(object.path, path) ||
           (what.size() >= kShortestId && object.question.starts_with(what));
  };
  std::string moved;
  std::optional<UndoSelection> given_back;  // of the session whose undo was the last one
  for (auto at = sessions.rbegin(); at != sessions.rend(); ++at) {
    if (only.empty() ? !at->undoes.empty() : at->name != only) continue;
    auto selection = select(state_dir, *at, picks);
    if (!selection) return selection;
    if (moved.empty()) moved = moved_with(*selection->history, path);
    halve_moves_at(path, *selection);
    selection->lost = supervisor::lost_objects(state_dir, *at, picks_lost);
    if (selection->entries.empty() && selection->given_back.empty() &&
        !selection->lost.objects.empty())
      return selection;
    if (selection->entries.empty()) {
      keep_last_undone(given_back, std::move(*selection));
      continue;
    }
    if (given_back && undo_is_last(given_back->given_back, selection->entries)) {
      given_back->further = {what, at->typed};
      break;
    }
    // A question is no path, whatever was moved.
    if (std::any_of(selection->entries.begin(), selection->entries.end(),
                    [&](const UndoEntry* entry) { return !by_question(*entry); }))
      selection->moved_with = std::move(moved);
    return selection;
  }
  if (given_back) return std::move(*given_back);
  if (!moved.empty())
    return fail(Code::kNotFound, "nothing is kept of " + safe_text(path) + " itself; " + moved);
  return fail(Code::kNotFound, "nothing is kept of " + safe_text(path) +
                                   ": no session changed or deleted it (guard undo --list: what is "
                                   "kept; guard review SESSION FILE "
                                   "--discard takes away what a session made)");
}

// WHAT names a session too: what was found of a path or a question counts only where it is plain
// that this is meant.
Result<UndoSelection> session_or(Result<UndoSelection> change, const std::string& state_dir,
                                 const std::string& what) {
  const std::string called = "a session is called " + safe_text(what);
  const std::string by_option = command_text({"guard", "undo", "--session", what});
  const bool is_here = is_name_here(what);
  if (change && is_here) return change;
  if (change)
    return fail(Code::kInvalid, called +
                                    ", and something was that a session changed: " + by_option +
                                    ", or " + command_text({"guard", "undo", "./" + what}));
  if (change.error().code != Code::kNotFound) return change;
  if (!is_here) return select_session(state_dir, what);
  return forward(
      Error{Code::kNotFound, 0, change.error().text() + "; " + called + ": " + by_option});
}

}  // namespace

Result<UndoSelection> select_one(const std::string& state_dir, const std::string& session,
                                 const std::string& what) {
  // A variable that was not set is not everything.
  if (what.empty()) return fail(Code::kInvalid, "an empty name names nothing to give back");
  auto sessions = supervisor::stored_sessions(state_dir);
  if (!sessions) return forward(sessions.error());
  if (const auto [name, number] = act_of(what); !name.empty()) {
    const auto found = find_session_of_act(*sessions, name);
    if (found && is_name_here(what))
      return fail(Code::kInvalid, safe_text(what) + " is an act of the session " + safe_text(name) +
                                      " and a file here; ./" + safe_text(what) + " is the file");
    if (found) return select_act(state_dir, *found, number);
    if (found.error().code == Code::kGone && !is_name_here(what))
      return fail(Code::kNotFound, found.error().context);
  }
  auto change = select_change(state_dir, *sessions, session, what, absolute(what));
  if (!change && change.error().code == Code::kNotFound && as_written(what) != absolute(what))
    if (auto written = select_change(state_dir, *sessions, session, what, as_written(what)))
      change = std::move(written);
  const auto named = find_stored_session(state_dir, what);
  const bool is_session = named || named.error().code == Code::kInvalid;
  return session.empty() && is_session ? session_or(std::move(change), state_dir, what)
                                       : std::move(change);
}

}  // namespace guard::console
