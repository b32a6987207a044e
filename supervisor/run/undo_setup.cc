// SPDX-License-Identifier: Apache-2.0
#include "supervisor/run/undo_setup.h"

#include <chrono>

#include "base/text/text.h"
#include "supervisor/undo/store/store_folder.h"

namespace guard::supervisor {

Result<std::unique_ptr<UndoStore>> open_undo_store(const RunOptions& options,
                                                   const Redactor& redactor) {
  if (!options.undo) return nullptr;
  const policy::Policy& policy = *options.policy;
  UndoSession session;
  session.id = options.session_id;
  session.command = command_text(redactor.argv(options.command));
  if (!options.workspace.empty()) session.workspace = options.workspace.front();
  const UndoLimits limits{policy.undo_max, policy.undo_max_file, policy.undo_max_files};
  return UndoStore::open(options.state_dir, session, limits);
}

Result<void> make_room_for_undo(const RunOptions& options, UndoStore& store) {
  const policy::Policy& policy = *options.policy;
  // A quarter is left free: a session that may save nothing asks about every edit.
  const PruneRules rules{std::chrono::system_clock::now() - policy.undo_keep,
                         policy.undo_max / 4 * 3};
  const auto pruned = prune_store(options.state_dir, rules, false);
  if (!pruned) return forward(pruned.error().during("undo store"));
  store.note_used_by_others(pruned->left.bytes);
  return {};
}

}  // namespace guard::supervisor
