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
int policy_grants(const std::vector<std::string>& words);
int policy_test(const std::vector<std::string>& words);
int policy_trust(const std::vector<std::string>& words);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_COMMANDS_POLICY_POLICY_COMMANDS_H_
