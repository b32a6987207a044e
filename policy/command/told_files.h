// SPDX-License-Identifier: Apache-2.0
// Clients that show or send what their words name: `curl -w @FILE`, `wget -i FILE`, `gpg --store
// FILE`, `aws s3 cp FILE`. A file that the words name is the caller's choice, also where the client
// would read it as its own. A table; pure, any thread.
#ifndef GUARD_POLICY_COMMAND_TOLD_FILES_H_
#define GUARD_POLICY_COMMAND_TOLD_FILES_H_

#include <string>
#include <string_view>
#include <vector>

namespace guard::policy {

// The names that the words of such a client may hold: whole words, and the rest behind `@`, `=` or
// a letter. An option of its own credentials (`--netrc-file FILE`) adds none. Empty: PROGRAM is no
// such client.
[[nodiscard]] std::vector<std::string> told_files(std::string_view program,
                                                  const std::vector<std::string>& argv);

}  // namespace guard::policy

#endif  // GUARD_POLICY_COMMAND_TOLD_FILES_H_
