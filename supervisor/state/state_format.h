// SPDX-License-Identifier: Apache-2.0
// The format of guard's state folder (audit.db, undo/, redaction.key) and of its configuration
// (grants.yaml, trusted), by number (base/files/folder_format.h). Every change of what lies there,
// so that an older guard would misread it, gets a number here and a step that takes the older over:
// state 1: no note of which kept contents are secrets
// state 2: undo/SESSION/secrets
#ifndef GUARD_SUPERVISOR_STATE_STATE_FORMAT_H_
#define GUARD_SUPERVISOR_STATE_STATE_FORMAT_H_

#include <string>

#include "base/error.h"

namespace guard::supervisor {

inline constexpr int kStateFormat = 2;
inline constexpr int kConfigFormat = 1;

// For everybody who reads or writes there. kUnsupported: a newer guard's; one line for people.
[[nodiscard]] Result<void> check_formats(const std::string& state_folder,
                                         const std::string& config_folder);
// Before a session, or an undo, writes into the state folder, which is there. HOME: of the user,
// canonical.
[[nodiscard]] Result<void> take_over_state(const std::string& state_folder,
                                           const std::string& home);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_STATE_STATE_FORMAT_H_
