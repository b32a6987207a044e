// SPDX-License-Identifier: Apache-2.0
// The body in place of a record that is too large for one datagram: JSON that names it, its hashes
// and what became of it, with `"cut":true`. Nothing of it proves its content. Pure.
#ifndef GUARD_SUPERVISOR_SINKS_SHORT_BODY_H_
#define GUARD_SUPERVISOR_SINKS_SHORT_BODY_H_

#include <string>

#include "supervisor/audit/read/query.h"

namespace guard::supervisor {

[[nodiscard]] std::string short_body(const StoredRecord& stored);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SINKS_SHORT_BODY_H_
