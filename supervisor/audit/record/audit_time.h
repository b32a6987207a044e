// SPDX-License-Identifier: Apache-2.0
// Times as people give them to filters. Pure, any thread.
#ifndef GUARD_SUPERVISOR_AUDIT_RECORD_AUDIT_TIME_H_
#define GUARD_SUPERVISOR_AUDIT_RECORD_AUDIT_TIME_H_

#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/error.h"

namespace guard::supervisor {

// The clock for days and hours if a time names no zone: UTC's, or that of TZ.
enum class TimeZone { kUtc, kLocal };

// "2h", "3d" (s m h d w), "2 hours ago": so long before now; "today", "yesterday": where that day
// begins; or ISO 8601 -> the form of a record's timestamp.
[[nodiscard]] Result<std::string> audit_time(std::string_view text, TimePoint now,
                                             TimeZone zone = TimeZone::kUtc);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_RECORD_AUDIT_TIME_H_
