// SPDX-License-Identifier: Apache-2.0
#include "console/undo/discarding.h"

#include <unistd.h>

#include <cstdio>
#include <set>
#include <utility>

#include "base/text/text.h"
#include "console/output/complaint.h"
#include "console/undo/undo_giving.h"
#include "console/undo/undo_selection.h"
#include "supervisor/undo/restore/foresight.h"
#include "supervisor/undo/store/store_folder.h"

namespace guard::console {
namespace {

using supervisor::StoredSession;

std::string by_hand(const std::string& name) {
  return command_text({"guard", "undo", "--all", "--session", name});
}

Result<StoredSession> newest_of(const std::string& state_dir, const std::string& session) {
  auto newest = newest_stored_session(state_dir, session);
  return newest ? settled(state_dir, std::move(*newest)) : newest;
}

void give_all_back(const std::string& state_dir, const std::string& name) {
  const auto selection = select_session(state_dir, name, UndoScope::kAll);
  if (!selection) return (void)complain(0, "not discarded: " + selection.error().text());
  if (selection->entries.empty())
    return (void)complain(0, "the run failed: it left nothing to discard");
  const auto steps = supervisor::foresee(state_dir, *selection->history, selection->entries,
                                         supervisor::OnConflict::kSkip);
  std::set<std::uint64_t> conflicts;
  for (const auto& [number, step] : steps)
    if (!step.conflict.empty()) conflicts.insert(number);
  complain(0, "the run failed: what it changed and made is discarded");
  (void)give_back({.state = state_dir,
                   .words = {"guard", "run", "--discard-on-fail"},
                   .conflicts = "skip",
                   .is_final = false,
                   .json = false},
                  *selection, conflicts);
}

}  // namespace

void discard_session(const std::string& state_dir, const std::string& session) {
  std::fflush(nullptr);
  (void)::dup2(STDERR_FILENO, STDOUT_FILENO);
  const auto newest = newest_of(state_dir, session);
  if (!newest) return (void)complain(0, "not discarded: " + newest.error().text());
  const std::string& name = newest->name;  // an id that several had is not the newest one's
  if (newest->is_running)
    return (void)complain(
        0, "not discarded, as something of the session still runs; later: " + by_hand(name));
  give_all_back(state_dir, name);
  std::fflush(stdout);
}

}  // namespace guard::console
