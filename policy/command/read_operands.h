// SPDX-License-Identifier: Apache-2.0
// The operands that a command reads as files, where its words tell: `cat .env`, `grep KEY .env`.
// For a preview alone: when it runs, what it opens is judged, whatever its words say. Pure, any
// thread.
#ifndef GUARD_POLICY_COMMAND_READ_OPERANDS_H_
#define GUARD_POLICY_COMMAND_READ_OPERANDS_H_

#include <string>
#include <vector>

namespace guard::policy {

// None of a program that is not known to read what its words name.
[[nodiscard]] std::vector<std::string> read_operands(const std::vector<std::string>& argv);

}  // namespace guard::policy

#endif  // GUARD_POLICY_COMMAND_READ_OPERANDS_H_
