// SPDX-License-Identifier: Apache-2.0
// What a session keeps on the disk: its record, and what undo needs. Opened once, before CMD.
#ifndef GUARD_SUPERVISOR_RUN_STORES_H_
#define GUARD_SUPERVISOR_RUN_STORES_H_

#include <memory>
#include <string>

#include "base/error.h"
#include "supervisor/audit/store/recorder.h"
#include "supervisor/run/options.h"
#include "supervisor/undo/store/store.h"

namespace guard::supervisor {

struct Stores {
  std::string key;  // of the redactor
  std::unique_ptr<Recorder> recorder;
  std::unique_ptr<UndoStore> undo;  // null: --no-undo
};

[[nodiscard]] Result<Stores> open_stores(const RunOptions& options);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_RUN_STORES_H_
