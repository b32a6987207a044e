// SPDX-License-Identifier: Apache-2.0
// Records for tests, and reading everything back.
#ifndef GUARD_TESTS_SUPERVISOR_AUDIT_SAMPLE_RECORDS_H_
#define GUARD_TESTS_SUPERVISOR_AUDIT_SAMPLE_RECORDS_H_

#include <string>
#include <vector>

#include "base/uuid.h"
#include "supervisor/audit/read/query.h"
#include "supervisor/audit/record/record.h"

namespace guard::supervisor {

// A delete that was asked about and carried out.
inline AuditRecord sample_record(const std::string& object = "/home/me/project/tmp_a") {
  AuditRecord record;
  record.request_id = make_uuid();
  record.user_id = "me";
  record.tool_name = "delete";
  record.args_hash = std::string(64, 'a');
  record.result_summary = "deleted 1 file";
  record.timestamp = "2025-03-01T09:05:07.000250Z";
  record.duration_ms = 12;
  record.risk_tier = 2;
  record.approval_id = make_uuid();
  record.approval_status = "approved";
  record.category = "FS_DELETE_OVERWRITE";
  record.categories = {"FS_DELETE_OVERWRITE", "FS_OUTSIDE_WORKSPACE"};
  record.rule = "fs.delete";
  record.decision = "ask";
  record.reason = "deletes what existed before";
  record.act = "delete";
  record.syscall = "unlinkat";
  record.objects = {object};
  record.argv = {"rm", "-rf", object};
  record.cwd = "/home/me/project";
  record.exe = "/usr/bin/rm";
  record.pid = 4711;
  record.chain = {"4711 rm", "4700 bash"};
  record.effect = {{"files", 3}, {"bytes", 4096}};
  record.outcome = "done";
  record.level = "verified";
  return record;
}

inline std::vector<StoredRecord> read_all(const std::string& directory,
                                          const AuditFilter& filter = {}) {
  std::vector<StoredRecord> out;
  const auto reader = AuditReader::open(directory);
  if (!reader) return out;
  const auto read = (*reader)->each(filter, [&](const StoredRecord& stored) {
    out.push_back(stored);
    return true;
  });
  return read ? out : std::vector<StoredRecord>{};
}

}  // namespace guard::supervisor

#endif  // GUARD_TESTS_SUPERVISOR_AUDIT_SAMPLE_RECORDS_H_
