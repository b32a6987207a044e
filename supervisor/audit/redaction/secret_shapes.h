// SPDX-License-Identifier: Apache-2.0
// Secrets that tell by their own shape whose they are: a prefix, then a run of one alphabet. A
// table of rows; adding a vendor is adding a row and a line of the test's corpus. Pure, any thread.
#ifndef GUARD_SUPERVISOR_AUDIT_REDACTION_SECRET_SHAPES_H_
#define GUARD_SUPERVISOR_AUDIT_REDACTION_SECRET_SHAPES_H_

#include <cstddef>
#include <optional>
#include <string_view>

#include "supervisor/audit/redaction/secret_value.h"

namespace guard::supervisor {

// The secret that starts exactly at `at`. Takes time for what it finds only: a text made of near
// misses is no slower than another.
[[nodiscard]] std::optional<Secret> shaped_secret_at(std::string_view text, std::size_t at);

// `value` as a secret; keeps the prefix when all of it is one of a known shape.
[[nodiscard]] Secret whole_secret(std::string_view value);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_REDACTION_SECRET_SHAPES_H_
