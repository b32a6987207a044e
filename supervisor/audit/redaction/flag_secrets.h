// SPDX-License-Identifier: Apache-2.0
// Finds secrets in words by what stands before them: options with secret values ("-u user:pass",
// "--password x", "mysql -px"), NAME=VALUE words, "config set NAME VALUE", operands ("vault login
// x"). Pure, any thread.
#ifndef GUARD_SUPERVISOR_AUDIT_REDACTION_FLAG_SECRETS_H_
#define GUARD_SUPERVISOR_AUDIT_REDACTION_FLAG_SECRETS_H_

#include <span>
#include <string_view>

#include "supervisor/audit/redaction/secret_value.h"

namespace guard::supervisor {

// The secrets point into the words. An empty word without data ends a command.
[[nodiscard]] Secrets secrets_behind_flags(std::span<const std::string_view> words);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_REDACTION_FLAG_SECRETS_H_
