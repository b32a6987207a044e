// SPDX-License-Identifier: Apache-2.0
// Audit records as text for people: one line each, all fields of one, and counts. Everything that
// programs chose passes through safe_text. Pure, any thread.
#ifndef GUARD_CONSOLE_AUDIT_VIEW_H_
#define GUARD_CONSOLE_AUDIT_VIEW_H_

#include <cstddef>
#include <string>

#include "supervisor/audit/query.h"

namespace guard::console {

// Lines without a line break, at most `columns` wide (0: as wide as it gets).
[[nodiscard]] std::string audit_heading();
[[nodiscard]] std::string audit_line(const supervisor::StoredRecord& stored, std::size_t columns);

// "name  value" lines, with line breaks.
[[nodiscard]] std::string audit_details(const supervisor::StoredRecord& stored);
[[nodiscard]] std::string stats_text(const supervisor::AuditStats& stats);

[[nodiscard]] nlohmann::json stats_json(const supervisor::AuditStats& stats);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_AUDIT_VIEW_H_
