// SPDX-License-Identifier: Apache-2.0
// The API's view of a running session, and of what it would do about an act. Control thread.
#ifndef GUARD_SUPERVISOR_RUN_SESSION_VIEW_H_
#define GUARD_SUPERVISOR_RUN_SESSION_VIEW_H_

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/error.h"
#include "supervisor/approval/grants.h"
#include "supervisor/audit/record/record.h"
#include "supervisor/audit/redaction/redactor.h"
#include "supervisor/facts/path_facts.h"
#include "supervisor/judge/judging_stages.h"
#include "supervisor/run/options.h"
#include "supervisor/run/protection_level.h"

namespace guard::supervisor {

// "0.1.0": of this build.
[[nodiscard]] std::string guard_version();

struct SessionCounts {
  std::size_t refused = 0;
  std::size_t pending = 0;
};

// The name of the session's user; the number where the account has no name.
[[nodiscard]] std::string account_name(uid_t uid);

// GET /v1/session. COMMAND: CMD's process.
[[nodiscard]] nlohmann::json session_json(const RunOptions& options, const ProtectionLevel& level,
                                          const Redactor& redactor,
                                          std::chrono::system_clock::time_point started,
                                          pid_t command, SessionCounts counts,
                                          nlohmann::json alerts);

// The release of the machine's policy source that holds, for the start of the record. Nothing: the
// machine has no source.
[[nodiscard]] std::optional<AuditRecord> release_record(const policy::Policy& policy);

// Mode, policy and workspace of the session, for the end of the record: an auditor reads them
// there.
[[nodiscard]] nlohmann::json run_on_record(const RunOptions& options, const Redactor& redactor);

// POST /v1/check: by the rules, facts and answers of this session.
[[nodiscard]] Result<nlohmann::json> check_in_session(const RunOptions& options,
                                                      const JudgingStages& stages,
                                                      const PathFacts& paths, const Grants& grants,
                                                      const nlohmann::json& request);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_RUN_SESSION_VIEW_H_
