// SPDX-License-Identifier: Apache-2.0
// The fields of a record as data: name and member. Canonical text, JSON, SQLite columns and CSV all
// derive from this table. Sorted by name, because canonical JSON is. A new field is a row here, a
// column in the schema, a line in docs/audit_format.md, and a name at the end of the CSV header.
#ifndef GUARD_SUPERVISOR_AUDIT_RECORD_FIELDS_H_
#define GUARD_SUPERVISOR_AUDIT_RECORD_FIELDS_H_

#include <algorithm>
#include <array>
#include <string_view>
#include <variant>

#include "supervisor/audit/record/record.h"

namespace guard::supervisor {

using RecordMember =
    std::variant<std::string AuditRecord::*, std::optional<std::string> AuditRecord::*,
                 std::vector<std::string> AuditRecord::*, int AuditRecord::*,
                 std::int64_t AuditRecord::*, std::uint64_t AuditRecord::*,
                 nlohmann::json AuditRecord::*>;

struct RecordField {
  std::string_view name;
  RecordMember member;
};

inline constexpr std::array kRecordFields = {
    RecordField{"act", &AuditRecord::act},
    RecordField{"approval_id", &AuditRecord::approval_id},
    RecordField{"approval_status", &AuditRecord::approval_status},
    RecordField{"args_hash", &AuditRecord::args_hash},
    RecordField{"argv", &AuditRecord::argv},
    RecordField{"categories", &AuditRecord::categories},
    RecordField{"category", &AuditRecord::category},
    RecordField{"chain", &AuditRecord::chain},
    RecordField{"cwd", &AuditRecord::cwd},
    RecordField{"decision", &AuditRecord::decision},
    RecordField{"duration_ms", &AuditRecord::duration_ms},
    RecordField{"effect", &AuditRecord::effect},
    RecordField{"errno", &AuditRecord::error},
    RecordField{"exe", &AuditRecord::exe},
    RecordField{"hash", &AuditRecord::hash},
    RecordField{"kind", &AuditRecord::kind},
    RecordField{"level", &AuditRecord::level},
    RecordField{"objects", &AuditRecord::objects},
    RecordField{"outcome", &AuditRecord::outcome},
    RecordField{"pid", &AuditRecord::pid},
    RecordField{"prev_hash", &AuditRecord::prev_hash},
    RecordField{"reason", &AuditRecord::reason},
    RecordField{"request_id", &AuditRecord::request_id},
    RecordField{"result_summary", &AuditRecord::result_summary},
    RecordField{"risk_tier", &AuditRecord::risk_tier},
    RecordField{"rule", &AuditRecord::rule},
    RecordField{"seq", &AuditRecord::seq},
    RecordField{"session_id", &AuditRecord::session_id},
    RecordField{"syscall", &AuditRecord::syscall},
    RecordField{"timestamp", &AuditRecord::timestamp},
    RecordField{"tool_name", &AuditRecord::tool_name},
    RecordField{"undo_id", &AuditRecord::undo_id},
    RecordField{"user_id", &AuditRecord::user_id},
};

static_assert(std::is_sorted(kRecordFields.begin(), kRecordFields.end(),
                             [](const RecordField& a, const RecordField& b) {
                               return a.name < b.name;
                             }));

// Turns what is not UTF-8 into text, in every field: done once, before hashing and storing.
void make_storable(AuditRecord& record);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_RECORD_FIELDS_H_
