// SPDX-License-Identifier: Apache-2.0
#include "supervisor/run/stores.h"

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <future>
#include <utility>

#include "supervisor/audit/redaction/redaction_key.h"
#include "supervisor/run/session_name.h"
#include "supervisor/run/undo_setup.h"
#include "supervisor/undo/history/kept_before.h"

namespace guard::supervisor {

// As in a container with a read-only root, where an earlier run made the folder.
Error with_way_out(Error why) {
  if (why.sys_errno == EACCES || why.sys_errno == EROFS)
    why.context += " (--state-dir or GUARD_STATE_DIR names another folder)";
  return why;
}

// Record and undo both go to the disk, and neither needs the other.
Result<Stores> open_stores(const RunOptions& options) {
  constexpr std::chrono::seconds kWhileItCloses(10);
  auto name = hold_session_name(options.state_dir, options.session_id, kWhileItCloses);
  if (!name) return forward(with_way_out(name.error()));
  auto key = load_or_create_redaction_key(options.state_dir);
  if (!key) return forward(with_way_out(key.error()));
  auto opening =
      std::async(std::launch::async, [&] { return open_undo_store(options, Redactor(*key)); });
  auto recorder = Recorder::open(options.state_dir, options.session_id);
  auto undo = opening.get();
  if (!recorder) return forward(with_way_out(recorder.error()));
  if (!undo) return forward(with_way_out(undo.error()));
  return Stores{std::move(*key), std::move(*recorder), std::move(*undo), std::move(*name)};
}

Savable SessionStores::savable() const {
  if (undo == nullptr) return {};
  return [store = undo.get()](std::uint64_t bytes) { return store->has_room(bytes); };
}

FilesOfBefore SessionStores::files_of_before(std::string state_dir) const {
  if (undo == nullptr) return {};
  return [state_dir = std::move(state_dir),
          name = undo->name()](const auto& paths) -> std::optional<std::vector<FileOfBefore>> {
    auto kept = kept_before(state_dir, name, paths);
    if (!kept) return std::nullopt;
    std::vector<FileOfBefore> files;
    for (KeptBefore& file : *kept)
      files.push_back({std::move(file.path),
                       std::move(file.content),
                       {file.key.device, file.key.inode, file.key.born_ns}});
    return files;
  };
}

}  // namespace guard::supervisor
