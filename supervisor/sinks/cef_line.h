// SPDX-License-Identifier: Apache-2.0
// A record as a line of the Common Event Format (CEF:0), for collectors that take no JSON. Long
// fields are cut; the hashes of the record's links stand in it, so that what arrived can be proven
// to be complete, though not unchanged. Pure.
#ifndef GUARD_SUPERVISOR_SINKS_CEF_LINE_H_
#define GUARD_SUPERVISOR_SINKS_CEF_LINE_H_

#include <string>

#include "supervisor/audit/read/query.h"

namespace guard::supervisor {

[[nodiscard]] std::string cef_line(const StoredRecord& stored);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SINKS_CEF_LINE_H_
