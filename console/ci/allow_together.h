// SPDX-License-Identifier: Apache-2.0
// The lines that would let refused acts through (to_allow.h), as one policy file: a key of YAML
// stands in a file once. Pure, any thread.
#ifndef GUARD_CONSOLE_CI_ALLOW_TOGETHER_H_
#define GUARD_CONSOLE_CI_ALLOW_TOGETHER_H_

#include <cstddef>
#include <string>
#include <vector>

#include "console/ci/ci_report.h"

namespace guard::console {

// More lines than these are nothing to read in a log or a page: `--learn` writes them.
inline constexpr std::size_t kMostLinesTogether = 50;

// Those of REFUSALS that are lines of a policy file, and not a reason why there is none.
[[nodiscard]] std::vector<std::string> policy_lines(const std::vector<CiRefusal>& refusals);
// Each entry once, one line for each key.
[[nodiscard]] std::string allow_together(const std::vector<std::string>& lines);

// A whole policy file with them, each below a comment that says what it lets through; and, as
// comments, what no line lets through.
[[nodiscard]] std::string ci_policy(const CiReport& report);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_CI_ALLOW_TOGETHER_H_
