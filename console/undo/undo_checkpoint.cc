// SPDX-License-Identifier: Apache-2.0
#include "console/undo/undo_checkpoint.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <set>
#include <utility>

#include "base/text/text.h"
#include "console/undo/made_in_git.h"
#include "supervisor/audit/record/audit_time.h"
#include "supervisor/undo/history/lost_objects.h"
#include "supervisor/undo/history/made_objects.h"
#include "supervisor/undo/store/entry.h"
#include "supervisor/undo/store/made_list.h"
#include "supervisor/undo/store/store_folder.h"

namespace guard::console {
namespace {

using supervisor::Checkpoint;
using supervisor::History;
using supervisor::UndoEntry;

std::optional<std::uint64_t> number_in(const std::string& text) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

template <typename Picks>
const Checkpoint* last_of(const std::vector<Checkpoint>& checkpoints, const Picks& picks) {
  const auto found = std::find_if(checkpoints.rbegin(), checkpoints.rend(), picks);
  return found == checkpoints.rend() ? nullptr : &*found;
}

// Both are ISO in UTC, of one length up to the second.
const Checkpoint* last_until(const std::vector<Checkpoint>& checkpoints, const std::string& time) {
  return last_of(checkpoints, [&](const Checkpoint& one) { return one.time <= time; });
}

std::string points_text(const std::vector<Checkpoint>& checkpoints) {
  constexpr std::size_t kShown = 10;
  const std::size_t first = checkpoints.size() - std::min(checkpoints.size(), kShown);
  std::string text = first == 0 ? "; there are:"
                                : "; there are " + std::to_string(checkpoints.size()) +
                                      " (guard undo --list --session S), the last of them:";
  for (std::size_t i = first; i < checkpoints.size(); ++i)
    text += "\n  " + checkpoint_line(checkpoints[i], ShownTimes());
  return text;
}

Result<std::string> time_in(const std::string& to) {
  return supervisor::audit_time(to, std::chrono::system_clock::now(), supervisor::TimeZone::kLocal);
}

// By a number or a name first: a command may be called like one. A time is none of these: a program
// could give a later point, or a command, the name of a time.
const Checkpoint* by_name(const std::vector<Checkpoint>& checkpoints, const std::string& to) {
  if (const auto number = number_in(to))
    return last_of(checkpoints, [&](const Checkpoint& one) { return one.number == *number; });
  if (time_in(to)) return nullptr;
  if (const auto* named =
          last_of(checkpoints, [&](const Checkpoint& one) { return one.name == to; }))
    return named;
  // The text of a script holds its commands, too.
  if (const auto* begun =
          last_of(checkpoints, [&](const Checkpoint& one) { return one.command.starts_with(to); }))
    return begun;
  return last_of(checkpoints,
                 [&](const Checkpoint& one) { return one.command.find(to) != std::string::npos; });
}

// An object that a plain undo, or one that went further back, gave back has its first state again:
// what it had been later comes back no more.
void leave_given_back(History& history) {
  std::map<supervisor::ObjectKey, std::uint64_t> given_back;
  for (const UndoEntry& entry : history.entries) {
    if (!history.undone.contains(entry.number)) continue;
    const std::uint64_t first = supervisor::is_made(entry) ? 0 : entry.number;
    const auto [found, is_new] = given_back.emplace(entry.object.key, first);
    if (!is_new) found->second = std::min(found->second, first);
  }
  std::erase_if(history.entries, [&](const UndoEntry& entry) {
    const auto found = given_back.find(entry.object.key);
    return entry.is_version && found != given_back.end() && found->second < entry.number;
  });
}

// An object that the session made later did not exist at the checkpoint: undo takes it away, and
// gives back no state of it.
void leave_states_of_what_came_later(const std::string& state_dir, const Checkpoint& checkpoint,
                                     History& history) {
  const auto made = supervisor::read_made_list(supervisor::undo_root(state_dir) + "/" +
                                               history.session.name + "/made");
  std::set<supervisor::ObjectKey> earlier;
  std::set<supervisor::ObjectKey> later;
  for (std::uint64_t row = 0; row < made.rows.size(); ++row) {
    if (made.rows[row].deed != supervisor::MadeDeed::kMade) continue;
    const supervisor::ObjectKey& key = made.rows[row].key;
    if (row < checkpoint.made)
      earlier.insert(key);
    else if (!earlier.contains(key))  // else this is a further name
      later.insert(key);
  }
  std::erase_if(history.entries, [&](const UndoEntry& entry) {
    return entry.is_version && later.contains(entry.object.key);
  });
}

// Further names of what was there already go by the acts that gave them, in the order of all
// others: the list of what was made has no order among these.
void leave_names_of_links(History& history) {
  std::set<supervisor::ObjectKey> linked;
  for (const UndoEntry& entry : history.entries)
    if (entry.is_version && entry.deed == supervisor::UndoDeed::kLink)
      linked.insert(entry.object.key);
  std::erase_if(history.entries, [&](const UndoEntry& entry) {
    return supervisor::is_made(entry) && linked.contains(entry.object.key);
  });
}

// The first state of an object after the checkpoint is the one that it had there. To give
// back the later ones first would mark them as given back, and the undo of that, which finds each
// object once, would not.
void leave_later_states(History& history) {
  using supervisor::UndoDeed;
  std::set<supervisor::ObjectKey> content;
  std::set<supervisor::ObjectKey> rights;  // kept with each content
  std::erase_if(history.entries, [&](const UndoEntry& entry) {
    if (supervisor::is_made(entry)) return false;
    if (entry.deed == UndoDeed::kModify) {
      const bool is_first = content.insert(entry.object.key).second;
      rights.insert(entry.object.key);
      return entry.is_version && !is_first;
    }
    if (entry.deed != UndoDeed::kMetadata) return false;
    return !rights.insert(entry.object.key).second && entry.is_version;
  });
}

bool came_after(const UndoEntry& entry, const Checkpoint& checkpoint) {
  if (supervisor::is_made(entry)) return supervisor::made_row(entry) >= checkpoint.made;
  return entry.number >= checkpoint.next_entry;
}

}  // namespace

std::string checkpoint_line(const Checkpoint& checkpoint, const ShownTimes& times) {
  std::string line = std::to_string(checkpoint.number) + "  " + times.second(checkpoint.time);
  if (!checkpoint.name.empty()) line += "  " + safe_text(checkpoint.name);
  if (!checkpoint.command.empty())
    line += "  before " + shortened(safe_text(checkpoint.command), 80);
  return line;
}

nlohmann::ordered_json checkpoint_json(const Checkpoint& checkpoint) {
  return {{"number", checkpoint.number},
          {"name", safe_text(checkpoint.name)},
          {"command", safe_text(checkpoint.command)},
          {"time", checkpoint.time}};
}

Result<Checkpoint> find_checkpoint(const std::vector<Checkpoint>& checkpoints,
                                   const std::string& to) {
  if (checkpoints.empty()) return fail(Code::kNotFound, "the session has no checkpoints");
  if (to.empty()) return fail(Code::kInvalid, "--to: an empty name names no checkpoint");
  if (const Checkpoint* const named = by_name(checkpoints, to)) return *named;
  const auto time = time_in(to);
  if (time) {
    if (const Checkpoint* const last = last_until(checkpoints, *time)) return *last;
    return checkpoints.front();
  }
  return fail(Code::kNotFound,
              "no checkpoint is meant by " + safe_text(to) + points_text(checkpoints));
}

namespace {

// TO is a time at which the session had not begun.
bool is_before(const std::vector<Checkpoint>& checkpoints, const std::string& to) {
  if (by_name(checkpoints, to) != nullptr) return false;
  const auto time = time_in(to);
  return time && last_until(checkpoints, *time) == nullptr;
}

}  // namespace

Result<PointSelection> select_to(const std::string& state_dir, const std::string& session,
                                 const std::string& to) {
  const auto found = find_stored_session(state_dir, session);
  if (!found) return forward(found.error());
  const auto now = settled(state_dir, *found);
  if (!now) return forward(now.error());
  auto history = supervisor::read_history(state_dir, *now, true, supervisor::Versions::kTakenIn);
  if (!history) return forward(history.error());
  auto checkpoint = find_checkpoint(history->checkpoints, to);
  if (!checkpoint) return forward(checkpoint.error());
  const bool before_start = is_before(history->checkpoints, to);
  leave_given_back(*history);
  std::erase_if(history->entries,
                [&](const UndoEntry& entry) { return !came_after(entry, *checkpoint); });
  leave_states_of_what_came_later(state_dir, *checkpoint, *history);
  leave_later_states(*history);
  leave_names_of_links(*history);
  history->lost_names.clear();
  history->moves.clear();
  history->moves_from.clear();
  history->index();
  supervisor::look_at_made(*history);
  PointSelection point{
      select_rest(state_dir, std::move(*history)), std::move(*checkpoint), before_start, {}};
  leave_made_in_git(*point.selection.history, point.selection.entries, true);
  for (const supervisor::Unkept& one : point.selection.history->unkept)
    if (one.after >= point.checkpoint.number) point.unkept.push_back(one);
  point.selection.lost =
      supervisor::lost_objects(state_dir, *now, [&](const supervisor::LostObject& object) {
        return object.after >= point.checkpoint.number;
      });
  return point;
}

}  // namespace guard::console
