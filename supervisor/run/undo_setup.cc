// SPDX-License-Identifier: Apache-2.0
#include "supervisor/run/undo_setup.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>

#include "base/files/unique_fd.h"
#include "base/text/text.h"
#include "supervisor/undo/store/kept_secrets.h"
#include "supervisor/undo/store/store_folder.h"

namespace guard::supervisor {
namespace {

Result<void> sync_file(const std::string& path, int flags) {
  const UniqueFd file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | flags));
  if (!file.valid() || ::fsync(file.get()) != 0) return fail_errno("store what is kept");
  return {};
}

// The gate would hold this process, too: the copy reaches the disk first.
Result<bool> hold_copy(const std::string& folder, const std::string& name, SecretReads& secrets) {
  const std::string path = folder + "/" + name;
  if (auto synced = sync_file(path, 0); !synced) return forward(synced.error());
  if (auto synced = sync_file(folder, O_DIRECTORY); !synced) return forward(synced.error());
  secrets.hold(path);
  return true;
}

}  // namespace

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

void keep_secrets_out_of_reach(UndoStore& store, SecretReads& secrets) {
  store.watch_contents([&](int held, const std::string& name, bool linked) -> Result<bool> {
    if (!secrets.holds(held).value_or(false)) return false;
    if (auto noted = note_kept_secret(store.folder(), name); !noted) return forward(noted.error());
    if (auto synced = sync_kept_secrets(store.folder()); !synced) return forward(synced.error());
    return linked ? Result<bool>(true) : hold_copy(store.folder() + "/content", name, secrets);
  });
}

}  // namespace guard::supervisor
