// SPDX-License-Identifier: Apache-2.0
// hold_session_name: a name of a session is taken for as long as the session lives, whatever socket
// it listens at: two that wrote one record under one name could be told apart nowhere. The lock is
// a range of one file, `names.lock` in the state folder, so that names leave nothing behind. Start
// of a session, one thread.
#ifndef GUARD_SUPERVISOR_RUN_SESSION_NAME_H_
#define GUARD_SUPERVISOR_RUN_SESSION_NAME_H_

#include <chrono>
#include <string>

#include "base/error.h"
#include "base/files/unique_fd.h"

namespace guard::supervisor {

// Held until the descriptor is closed. PATIENCE: a session that has just ended still closes its
// record. kBusy: a session of that name runs.
[[nodiscard]] Result<UniqueFd> hold_session_name(const std::string& state_dir,
                                                 const std::string& name,
                                                 std::chrono::milliseconds patience);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_RUN_SESSION_NAME_H_
