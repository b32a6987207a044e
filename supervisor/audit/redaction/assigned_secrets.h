// SPDX-License-Identifier: Apache-2.0
// Finds the value that is assigned to a name in a text: "DB_PASSWORD=x", "\"token\": \"x\"",
// "token%3Dx", "environ['API_KEY'] = 'x'", "auth=('user', 'x')", "<password>x</password>", a column
// behind a tab. Uses the runs of one walk; no thread but the walk's.
#ifndef GUARD_SUPERVISOR_AUDIT_REDACTION_ASSIGNED_SECRETS_H_
#define GUARD_SUPERVISOR_AUDIT_REDACTION_ASSIGNED_SECRETS_H_

#include <cstddef>
#include <optional>
#include <string_view>

#include "supervisor/audit/redaction/text_runs.h"

namespace guard::supervisor {

// Could a value follow? Cheap, and false for most names: to be asked before they are looked up.
[[nodiscard]] bool value_may_follow(const TextRuns& runs, std::size_t name_begin,
                                    std::size_t name_end);
// The secret that is assigned to the name.
[[nodiscard]] std::optional<std::string_view> assigned_secret(TextRuns& runs,
                                                              std::size_t name_begin,
                                                              std::size_t name_end);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_REDACTION_ASSIGNED_SECRETS_H_
