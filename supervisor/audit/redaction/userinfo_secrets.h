// SPDX-License-Identifier: Apache-2.0
// Passwords before the "@" of an address: "https://user:x@host", and without a scheme
// "/srv/user:x@host". Pure, any thread.
#ifndef GUARD_SUPERVISOR_AUDIT_REDACTION_USERINFO_SECRETS_H_
#define GUARD_SUPERVISOR_AUDIT_REDACTION_USERINFO_SECRETS_H_

#include <cstddef>
#include <optional>
#include <string_view>

#include "supervisor/audit/redaction/secret_value.h"

namespace guard::supervisor {

// `begin`: behind "://".
[[nodiscard]] std::optional<Secret> url_secret(std::string_view text, std::size_t begin);
// `at`: of an "@". Without a scheme it must look like a password: "image:1.4@sha256:...",
// "npm:name@1.2" and "mailto:ana@host" are none. Looks back to the "@" or blank before only.
[[nodiscard]] std::optional<Secret> bare_userinfo(std::string_view text, std::size_t at);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_REDACTION_USERINFO_SECRETS_H_
