// SPDX-License-Identifier: Apache-2.0
// The stores of a session on the disk: its record, and the copies that undo needs. open_stores()
// opens both once, before CMD is launched; SessionStores holds them as long as the session lives.
#ifndef GUARD_SUPERVISOR_RUN_STORES_H_
#define GUARD_SUPERVISOR_RUN_STORES_H_

#include <memory>
#include <string>

#include "base/error.h"
#include "base/files/unique_fd.h"
#include "supervisor/audit/redaction/redactor.h"
#include "supervisor/audit/store/recorder.h"
#include "supervisor/facts/path_facts.h"
#include "supervisor/run/options.h"
#include "supervisor/undo/store/store.h"

namespace guard::supervisor {

struct Stores {
  std::string key;  // of the redactor
  std::unique_ptr<Recorder> recorder;
  std::unique_ptr<UndoStore> undo;  // null: --no-undo
  UniqueFd name;                    // the session's name is taken for as long as this is open
};

struct SessionStores {
  // Asks the undo store whether it has room. Empty: --no-undo.
  [[nodiscard]] Savable savable() const;
  // The files that the session changed, as far as it keeps them.
  [[nodiscard]] FilesOfBefore files_of_before(std::string state_dir) const;

  std::unique_ptr<Recorder> recorder;
  std::unique_ptr<UndoStore> undo;  // null: --no-undo
  Redactor redactor;                // of what is recorded, asked and told
};

[[nodiscard]] Result<Stores> open_stores(const RunOptions& options);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_RUN_STORES_H_
