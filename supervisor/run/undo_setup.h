// SPDX-License-Identifier: Apache-2.0
// The undo store of a session that starts.
#ifndef GUARD_SUPERVISOR_RUN_UNDO_SETUP_H_
#define GUARD_SUPERVISOR_RUN_UNDO_SETUP_H_

#include <memory>

#include "base/error.h"
#include "supervisor/audit/redaction/redactor.h"
#include "supervisor/run/options.h"
#include "supervisor/secrets/secret_reads.h"
#include "supervisor/undo/store/store.h"

namespace guard::supervisor {

// Null with --no-undo. An error ends the start: nobody runs unsaved who thinks to be saved.
[[nodiscard]] Result<std::unique_ptr<UndoStore>> open_undo_store(const RunOptions& options,
                                                                 const Redactor& redactor);

// Removes what is older than `undo.keep`, then the oldest until new things fit into `undo.max`, and
// tells the store how much is left. It looks at every session that is kept: not while somebody
// waits. After an error this session may keep more than `undo.max` allows.
[[nodiscard]] Result<void> make_room_for_undo(const RunOptions& options, UndoStore& store);

// From now on what STORE keeps of a secret is held like one, here and in later sessions. SECRETS
// outlives what STORE saves.
void keep_secrets_out_of_reach(UndoStore& store, SecretReads& secrets);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_RUN_UNDO_SETUP_H_
