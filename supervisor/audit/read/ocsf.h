// SPDX-License-Identifier: Apache-2.0
// A record as one event of the Open Cybersecurity Schema Framework 1.1.0, for log collectors
// (docs/audit_format.md, "OCSF"): File System, Process, Network, Kernel Activity, else Base Event.
// A field that the schema has no place for stands under `unmapped`. Pure, any thread.
#ifndef GUARD_SUPERVISOR_AUDIT_READ_OCSF_H_
#define GUARD_SUPERVISOR_AUDIT_READ_OCSF_H_

#include <string>

#include "supervisor/audit/read/query.h"

namespace guard::supervisor {

inline constexpr const char* kOcsfVersion = "1.1.0";

// One line of JSON without its end.
[[nodiscard]] std::string ocsf_event(const StoredRecord& stored);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_READ_OCSF_H_
