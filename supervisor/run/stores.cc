// SPDX-License-Identifier: Apache-2.0
#include "supervisor/run/stores.h"

#include <cstdint>
#include <future>
#include <utility>

#include "supervisor/audit/redaction/redaction_key.h"
#include "supervisor/run/undo_setup.h"

namespace guard::supervisor {

// Record and undo both go to the disk, and neither needs the other.
Result<Stores> open_stores(const RunOptions& options) {
  auto key = load_or_create_redaction_key(options.state_dir);
  if (!key) return forward(key.error());
  auto opening =
      std::async(std::launch::async, [&] { return open_undo_store(options, Redactor(*key)); });
  auto recorder = Recorder::open(options.state_dir, options.session_id);
  auto undo = opening.get();
  if (!recorder) return forward(recorder.error());
  if (!undo) return forward(undo.error());
  return Stores{std::move(*key), std::move(*recorder), std::move(*undo)};
}

Savable SessionStores::savable() const {
  if (undo == nullptr) return {};
  return [store = undo.get()](std::uint64_t bytes) { return store->has_room(bytes); };
}

}  // namespace guard::supervisor
