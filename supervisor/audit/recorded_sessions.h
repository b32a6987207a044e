// SPDX-License-Identifier: Apache-2.0
// The sessions of a database, for AuditReader::sessions: found by leaps along the index, so that
// only the records of those that are told of are read. One thread.
#ifndef GUARD_SUPERVISOR_AUDIT_RECORDED_SESSIONS_H_
#define GUARD_SUPERVISOR_AUDIT_RECORDED_SESSIONS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "supervisor/audit/query.h"
#include "supervisor/audit/sqlite.h"

namespace guard::supervisor {

// Only their ids and when they began.
[[nodiscard]] Result<std::vector<RecordedSession>> begun_sessions(Database& database,
                                                                  const std::string& since,
                                                                  std::uint64_t limit);
// Those that began at SINCE or later (empty: all), the newest LIMIT (0: all), newest first.
[[nodiscard]] Result<std::vector<RecordedSession>> recorded_sessions(Database& database,
                                                                     const std::string& since,
                                                                     std::uint64_t limit);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_RECORDED_SESSIONS_H_
