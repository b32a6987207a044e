// SPDX-License-Identifier: Apache-2.0
// Finds secrets in plain text by what stands there: vendors' shapes, private key blocks, JWTs,
// passwords in URLs, HTTP headers, assignments ("DB_PASSWORD=x", "\"token\": \"x\""). One pass, no
// backtracking. Pure, any thread.
#ifndef GUARD_SUPERVISOR_AUDIT_REDACTION_TEXT_SECRETS_H_
#define GUARD_SUPERVISOR_AUDIT_REDACTION_TEXT_SECRETS_H_

#include <string_view>

#include "supervisor/audit/redaction/secret_value.h"

namespace guard::supervisor {

// They may overlap.
[[nodiscard]] Secrets secrets_in_text(std::string_view text);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_REDACTION_TEXT_SECRETS_H_
