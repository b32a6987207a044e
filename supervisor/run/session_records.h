// SPDX-License-Identifier: Apache-2.0
// GET /v1/audit: the records of one session, newest first, with the filters of `guard audit list`
// as parameters (since, until, category, tier, decision, act, path, command, limit), and `before`,
// the place where an answer before this one ended. At most 1000, of so many rows that a question,
// which this thread answers too, waits for no longer than a moment.
#ifndef GUARD_SUPERVISOR_RUN_SESSION_RECORDS_H_
#define GUARD_SUPERVISOR_RUN_SESSION_RECORDS_H_

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>

#include "base/error.h"

namespace guard::supervisor {

// STARTED: of the session; earlier ones of its name are not told of. PARAMETERS: an object of
// texts. kInvalid for an unknown name or a value that cannot be read.
[[nodiscard]] Result<nlohmann::json> query_audit(const std::string& state_dir,
                                                 const std::string& session_id,
                                                 std::chrono::system_clock::time_point started,
                                                 const nlohmann::json& parameters);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_RUN_SESSION_RECORDS_H_
