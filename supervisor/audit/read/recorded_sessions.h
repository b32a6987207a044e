// SPDX-License-Identifier: Apache-2.0
// The sessions of a database, for AuditReader::sessions: found by leaps along the index, so that
// only the records of those that are told of are read. One thread.
#ifndef GUARD_SUPERVISOR_AUDIT_READ_RECORDED_SESSIONS_H_
#define GUARD_SUPERVISOR_AUDIT_READ_RECORDED_SESSIONS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "supervisor/audit/read/query.h"
#include "supervisor/audit/store/sqlite.h"

namespace guard::supervisor {

struct BegunSession {
  std::string id;
  std::string first;  // timestamps of its first and its last record
  std::string last;
};
// All of them, the newest first.
[[nodiscard]] Result<std::vector<BegunSession>> begun_sessions(Database& database);
// Oldest first: each ends with a closing record, or before a record of kind `begin`.
[[nodiscard]] Result<std::vector<SessionRun>> runs_of(Database& database,
                                                      const std::string& session);
// Those that began at SINCE or later (empty: all), the newest LIMIT (0: all), newest first.
[[nodiscard]] Result<std::vector<RecordedSession>> recorded_sessions(Database& database,
                                                                     const std::string& since,
                                                                     std::uint64_t limit);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_READ_RECORDED_SESSIONS_H_
