// SPDX-License-Identifier: Apache-2.0
#include "console/blame/file_past.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>

#include "base/clock.h"
#include "base/text/path.h"
#include "console/review/names_before.h"
#include "supervisor/undo/history/history.h"
#include "supervisor/undo/history/made_objects.h"
#include "supervisor/undo/store/held_place.h"
#include "supervisor/undo/store/object_record.h"

namespace guard::console {
namespace {

using Time = std::chrono::system_clock::time_point;
using supervisor::History;
using supervisor::StoredSession;
using supervisor::UndoDeed;
using supervisor::UndoEntry;

bool changes_content(const UndoEntry& entry) {
  return entry.deed == UndoDeed::kModify || entry.deed == UndoDeed::kDelete ||
         entry.deed == UndoDeed::kReplace;
}

Time born(const UndoEntry& entry) {
  return Time(std::chrono::duration_cast<Time::duration>(
      std::chrono::nanoseconds(entry.object.key.born_ns)));
}

// A change, and what tells whether somebody else followed.
struct Seen {
  FileChange change;
  Time own_until;              // until then what happens to the file is the session's
  std::optional<Time> before;  // when what was there before was written
};

// Reads one session; the name that the file had before it becomes the name for those before.
class SessionPast {
 public:
  SessionPast(const std::string& root, const History& history, std::string& path)
      : root_(root),
        history_(history),
        names_(history),
        path_(path),
        before_(names_.of(path, std::numeric_limits<std::uint64_t>::max())) {}

  void add_to(std::vector<Seen>& all) {
    std::vector<Seen> found;
    bool was_before = false;
    Time undone_at = Time::min();  // what came before that is as it was before it
    for (const UndoEntry& entry : history_.entries) {
      // What an undo put back was there before, and so is what it took away.
      if (supervisor::is_made(entry) || !changes_content(entry) || entry.reverts != 0) continue;
      if (names_.of(entry.path, entry.number) != before_) continue;
      was_before = was_before || !entry.is_version;
      if (const auto back = history_.given_back.find(entry.number);
          back != history_.given_back.end())
        undone_at = std::max(undone_at, back->second);
      Seen seen = change(entry);
      if (seen.change.time > undone_at) found.push_back(std::move(seen));
    }
    if (!was_before) add_made(found);
    path_ = before_;
    std::ranges::move(found, std::back_inserter(all));
  }

 private:
  [[nodiscard]] Seen change(const UndoEntry& entry) const {
    Seen seen = blank(entry);
    seen.change.time = parse_iso_time(entry.time).value_or(Time());
    seen.before = supervisor::time_point_of(entry.object.modified);
    if (!entry.content.empty()) seen.change.content = root_ + "/" + entry.content;
    return seen;
  }
  [[nodiscard]] Seen blank(const UndoEntry& entry) const {
    Seen seen;
    seen.change.session = history_.session.id;
    seen.change.session_command = history_.session.command;
    seen.change.command = entry.command.empty() ? history_.session.command : entry.command;
    seen.change.question = entry.question;
    seen.own_until = history_.session.is_running ? Time::max() : history_.own_until;
    return seen;
  }
  void add_made(std::vector<Seen>& found) const {
    for (const UndoEntry& entry : history_.entries) {
      if (!supervisor::is_made(entry) || entry.path != path_) continue;
      if (history_.undone.contains(entry.number)) return;
      Seen seen = blank(entry);
      seen.change.made = true;
      seen.change.time = born(entry);
      if (!found.empty()) seen.change.time = std::min(seen.change.time, found[0].change.time);
      found.insert(found.begin(), std::move(seen));
      return;
    }
  }

  const std::string& root_;
  const History& history_;
  NamesBefore names_;
  std::string& path_;
  const std::string before_;  // its name before the session, by which its acts are known
};

std::optional<Time> written_now(const std::string& path) {
  const UniqueFd held = supervisor::hold_object(path);
  if (!held.valid()) return std::nullopt;
  const auto record = supervisor::record_of(held.get());
  return record ? std::optional(supervisor::time_point_of(record->modified)) : std::nullopt;
}

}  // namespace

Result<FilePast> past_of_file(const std::string& state, const std::string& path,
                              const std::vector<StoredSession>& sessions) {
  FilePast past;
  const std::string root = supervisor::undo_root(state);
  std::string name = path;
  std::vector<Seen> all;
  for (auto session = sessions.rbegin(); session != sessions.rend(); ++session) {
    const auto history =
        supervisor::read_history(state, *session, true, supervisor::Versions::kTakenIn);
    if (!history) return forward(history.error());
    past.damaged += history->damaged;
    SessionPast(root, *history, name).add_to(all);
  }
  std::ranges::stable_sort(all, {}, [](const Seen& seen) { return seen.change.time; });
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto written = i + 1 < all.size() ? all[i + 1].before : written_now(path);
    all[i].change.others_followed = written && *written > all[i].own_until;
    past.changes.push_back(std::move(all[i].change));
  }
  return past;
}

}  // namespace guard::console
