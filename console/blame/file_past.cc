// SPDX-License-Identifier: Apache-2.0
#include "console/blame/file_past.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "console/review/file_steps.h"
#include "supervisor/undo/history/history.h"
#include "supervisor/undo/store/held_place.h"
#include "supervisor/undo/store/object_record.h"

namespace guard::console {
namespace {

using Time = std::chrono::system_clock::time_point;
using supervisor::History;
using supervisor::StoredSession;

// A change, and what tells whether somebody else followed.
struct Seen {
  FileChange change;
  Time own_until;              // until then what happens to the file is the session's
  std::optional<Time> before;  // when what was there before was written
};

Seen seen_of(const History& history, const std::string& root, FileStep step) {
  Seen seen;
  seen.change.session = history.session.id;
  seen.change.session_command = history.session.command;
  seen.change.command = std::move(step.command);
  seen.change.question = std::move(step.question);
  seen.change.time = step.time;
  seen.change.made = step.made;
  if (!step.content.empty()) seen.change.content = root + "/" + step.content;
  if (!step.made) seen.before = step.written;
  seen.own_until = history.session.is_running ? Time::max() : history.own_until;
  return seen;
}

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
    const FileSteps steps(state, *history);
    for (FileStep& step : steps.of(name)) all.push_back(seen_of(*history, root, std::move(step)));
    name = steps.name_before(name);
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
