// SPDX-License-Identifier: Apache-2.0
// Secrets that a shell's text hands to a program's standard input: "echo x | sudo -S make", "docker
// login --password-stdin <<<x". Two tables: what writes its words, what reads a secret. Pure, any
// thread.
#ifndef GUARD_SUPERVISOR_AUDIT_REDACTION_PIPED_SECRETS_H_
#define GUARD_SUPERVISOR_AUDIT_REDACTION_PIPED_SECRETS_H_

#include "supervisor/audit/redaction/secret_value.h"
#include "supervisor/audit/redaction/shell_pieces.h"

namespace guard::supervisor {

// They point into the pieces' words.
[[nodiscard]] Secrets secrets_in_pipes(const ShellPieces& pieces);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_REDACTION_PIPED_SECRETS_H_
