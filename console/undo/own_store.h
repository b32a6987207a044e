// SPDX-License-Identifier: Apache-2.0
// The store of an undo's own, which keeps what it is about to change: so an undo is undone like a
// session. Any thread.
#ifndef GUARD_CONSOLE_UNDO_OWN_STORE_H_
#define GUARD_CONSOLE_UNDO_OWN_STORE_H_

#include <memory>
#include <string>

#include "base/error.h"
#include "supervisor/undo/store/store.h"
#include "supervisor/undo/store/store_folder.h"

namespace guard::console {

// "undo-8a86b1".
[[nodiscard]] Result<std::string> new_undo_name();
// UNDONE: whose changes are given back. COMMAND: for people. Kept copies of a secret are out of
// reach for whatever guard supervises.
[[nodiscard]] Result<std::unique_ptr<supervisor::UndoStore>> open_undo_store(
    const std::string& state, const std::string& name, const supervisor::StoredSession& undone,
    std::string command);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_UNDO_OWN_STORE_H_
