// SPDX-License-Identifier: Apache-2.0
#include "console/blame/file_past.h"

#include <algorithm>
#include <map>
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
  seen.change.folder = history.session.name;
  seen.change.typed = history.session.typed;
  seen.change.session_command = history.session.command;
  seen.change.command = std::move(step.command);
  seen.change.question = std::move(step.question);
  seen.change.time = step.time;
  seen.change.undone_at = step.undone_at;
  seen.change.gives_back = !history.session.undoes.empty();
  seen.change.made = step.made;
  seen.change.content = step.content.empty() ? step.content_at : root + "/" + step.content;
  if (!step.made) seen.before = step.written;
  seen.own_until = history.session.is_running ? Time::max() : history.own_until;
  return seen;
}

std::optional<supervisor::ObjectRecord> there_now(const std::string& path) {
  const UniqueFd held = supervisor::hold_object(path);
  if (!held.valid()) return std::nullopt;
  auto record = supervisor::record_of(held.get());
  return record ? std::optional(std::move(*record)) : std::nullopt;
}

}  // namespace

LoadSteps read_steps(std::string state) {
  return [state = std::move(state)](
             const StoredSession& session) -> Result<std::shared_ptr<const SessionSteps>> {
    auto history = supervisor::read_history(state, session, true, supervisor::Versions::kTakenIn);
    if (!history) return forward(history.error());
    return std::make_shared<const SessionSteps>(state, std::move(*history));
  };
}

LoadSteps read_steps_once(std::string state) {
  using Known = std::map<std::string, std::shared_ptr<const SessionSteps>>;
  return [read = read_steps(std::move(state)), known = std::make_shared<Known>()](
             const StoredSession& session) -> Result<std::shared_ptr<const SessionSteps>> {
    if (const auto found = known->find(session.name); found != known->end()) return found->second;
    auto loaded = read(session);
    if (loaded) known->emplace(session.name, *loaded);
    return loaded;
  };
}

Result<FilePast> past_of_file(const std::string& state, const std::string& path,
                              const std::vector<StoredSession>& sessions, const LoadSteps& load) {
  FilePast past;
  const std::string root = supervisor::undo_root(state);
  std::string name = path;
  const auto there = there_now(path);
  const auto object = there ? std::optional(there->key) : std::nullopt;
  std::vector<Seen> all;
  for (auto session = sessions.rbegin(); session != sessions.rend(); ++session) {
    const auto loaded = load(*session);
    if (!loaded) return forward(loaded.error());
    const SessionSteps& of_session = **loaded;
    past.damaged += of_session.history.damaged;
    const bool lacks_states = of_session.steps.lacks_states(name);
    for (FileStep& step : of_session.steps.of(name, object)) {
      all.push_back(seen_of(of_session.history, root, std::move(step)));
      all.back().change.lacks_states = lacks_states;
    }
    std::string before = of_session.steps.name_before(name);
    if (before != name) past.names.push_back({of_session.history.session.typed, before});
    name = std::move(before);
  }
  std::ranges::reverse(past.names);
  std::ranges::stable_sort(all, {}, [](const Seen& seen) { return seen.change.time; });
  const auto now = there ? std::optional(supervisor::time_point_of(there->modified)) : std::nullopt;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto written = i + 1 < all.size() ? all[i + 1].before : now;
    all[i].change.others_followed = written && *written > all[i].own_until;
    past.changes.push_back(std::move(all[i].change));
  }
  return past;
}

}  // namespace guard::console
