// SPDX-License-Identifier: Apache-2.0
// guard policy's subcommands that have a file of their own. Each gets the words after its name and
// returns the exit status.
#ifndef GUARD_CONSOLE_COMMANDS_POLICY_POLICY_COMMANDS_H_
#define GUARD_CONSOLE_COMMANDS_POLICY_POLICY_COMMANDS_H_

#include <string>
#include <vector>

namespace guard::console {

int policy_diff(const std::vector<std::string>& words);
int policy_explain(const std::vector<std::string>& words);
int policy_edit(const std::vector<std::string>& words);
int policy_init(const std::vector<std::string>& words);
int policy_list(const std::vector<std::string>& words);
int policy_validate(const std::vector<std::string>& words);
int policy_grants(const std::vector<std::string>& words);
int policy_fetch(const std::vector<std::string>& words);
int policy_status(const std::vector<std::string>& words);
int policy_keygen(const std::vector<std::string>& words);
int policy_sign(const std::vector<std::string>& words);
int policy_publish(const std::vector<std::string>& words);
int policy_test(const std::vector<std::string>& words);
int policy_trust(const std::vector<std::string>& words);

// With the machine's own policy no run would start with it: why; empty: one would.
[[nodiscard]] std::string why_refused_here(const std::string& path);
// Says on standard output that the file is sound, or what is wrong; the exit status.
int validate_policy_file(const std::string& path);
// kDone once all output has arrived; a full disk is no success.
int policy_written();

}  // namespace guard::console

#endif  // GUARD_CONSOLE_COMMANDS_POLICY_POLICY_COMMANDS_H_
