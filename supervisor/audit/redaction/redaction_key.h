// SPDX-License-Identifier: Apache-2.0
// The key of the redactor's tags: 32 random bytes in DIR/redaction.key (0600), made once per
// installation. Several processes may ask for it at the same time and get the same.
#ifndef GUARD_SUPERVISOR_AUDIT_REDACTION_REDACTION_KEY_H_
#define GUARD_SUPERVISOR_AUDIT_REDACTION_REDACTION_KEY_H_

#include <string>

#include "base/error.h"

namespace guard::supervisor {

// Makes DIR (not its parents) and the key when they are missing. Refuses a key that is a symlink,
// of somebody else, or of another size.
// Where it lies below DIRECTORY.
[[nodiscard]] std::string redaction_key_in(const std::string& directory);
[[nodiscard]] Result<std::string> load_or_create_redaction_key(const std::string& directory);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_AUDIT_REDACTION_REDACTION_KEY_H_
