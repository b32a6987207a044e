// SPDX-License-Identifier: Apache-2.0
// Whether a command may read and change the undo store of a state folder. Any thread.
#ifndef GUARD_CONSOLE_UNDO_STORE_ACCESS_H_
#define GUARD_CONSOLE_UNDO_STORE_ACCESS_H_

#include <string>

#include "base/error.h"

namespace guard::console {

// kRefused: the store is another user's, or lies out of reach inside a session. Else this process
// may open as many files as the kernel lets it, as an undo holds many at once. IS_NAMED: somebody
// gave the folder by --state-dir.
[[nodiscard]] Result<void> use_undo_store(const std::string& state, bool is_named);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_UNDO_STORE_ACCESS_H_
