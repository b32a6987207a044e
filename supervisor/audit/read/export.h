// SPDX-License-Identifier: Apache-2.0
// Exporter: records one by one as JSON lines, a JSON array, OCSF events (ocsf.h), or CSV (RFC 4180:
// CRLF, header line, quotes doubled). Holds one record at a time. A CSV cell of text that a
// spreadsheet would run as a formula (it begins with = + - @ or a tab) gets a ' in front. One
// thread.
#ifndef GUARD_SUPERVISOR_AUDIT_READ_EXPORT_H_
#define GUARD_SUPERVISOR_AUDIT_READ_EXPORT_H_

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "supervisor/audit/read/query.h"

namespace guard::supervisor {

enum class ExportFormat { kJsonl, kJson, kCsv, kOcsf };

[[nodiscard]] std::optional<ExportFormat> export_format_named(std::string_view name);

// One record in a format of lines (JSON lines or OCSF), without the line's end.
[[nodiscard]] std::string export_line(const StoredRecord& stored, ExportFormat format);

// Takes the next piece of text; an error ends the export.
using Sink = std::function<Result<void>(std::string_view)>;

[[nodiscard]] Result<void> export_records(AuditReader& reader, const AuditFilter& filter,
                                          ExportFormat format, const Sink& sink);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_READ_EXPORT_H_
