// SPDX-License-Identifier: Apache-2.0
// The commit or tag of git's that an ssh signature is about. ssh-keygen has it in a file that its
// command line names; only where the file's hash is the one that gets signed is it told. Reads that
// file; any thread.
#ifndef GUARD_SUPERVISOR_SIGNING_SIGNED_OBJECT_H_
#define GUARD_SUPERVISOR_SIGNING_SIGNED_OBJECT_H_

#include <string>
#include <string_view>
#include <vector>

#include "supervisor/signing/ssh_message.h"

namespace guard::supervisor {

// "git commit: its subject", "git tag v1: its subject" of what git signs; empty for anything else.
[[nodiscard]] std::string git_object_text(std::string_view object);
// The same of what ARGV, of a ssh-keygen that runs in FOLDER, has signed. Empty: it cannot be told.
[[nodiscard]] std::string signed_object_text(const SshSignature& signature,
                                             const std::vector<std::string>& argv,
                                             const std::string& folder);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SIGNING_SIGNED_OBJECT_H_
