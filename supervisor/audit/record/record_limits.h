// SPDX-License-Identifier: Apache-2.0
// The most that a record holds, so that a tree that starts programs with megabytes of arguments
// does not fill the disk with them: a list (argv, objects, chain) 64 KiB, a text 24 KiB, both as
// JSON, where a control character takes six bytes. 24 KiB hold every path, bytes that are no text
// included (PATH_MAX of \xNN). A text that is cut says how long it was. Pure, any thread.
#ifndef GUARD_SUPERVISOR_AUDIT_RECORD_RECORD_LIMITS_H_
#define GUARD_SUPERVISOR_AUDIT_RECORD_RECORD_LIMITS_H_

#include <cstddef>
#include <string>

#include "supervisor/audit/record/record.h"

namespace guard::supervisor {

inline constexpr std::size_t kMostListBytes = 64U << 10U;
inline constexpr std::size_t kMostTextBytes = 24U << 10U;

// The values are UTF-8 (make_storable). `args_hash` stays: that of all arguments.
void cut_to_limits(AuditRecord& record);
void cut_to_limit(std::string& text);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_RECORD_RECORD_LIMITS_H_
