// SPDX-License-Identifier: Apache-2.0
// An export that appears under its name only when it is whole, readable by its owner only. A file
// that is no ordinary one (a pipe, a device) is written to directly. One thread.
#ifndef GUARD_SUPERVISOR_AUDIT_READ_EXPORT_FILE_H_
#define GUARD_SUPERVISOR_AUDIT_READ_EXPORT_FILE_H_

#include <string>

#include "supervisor/audit/read/export.h"

namespace guard::supervisor {

[[nodiscard]] Result<void> export_to_file(AuditReader& reader, const AuditFilter& filter,
                                          ExportFormat format, const std::string& path);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_READ_EXPORT_FILE_H_
