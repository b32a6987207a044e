// SPDX-License-Identifier: Apache-2.0
// Variables of the environment by which a program loads code that is not its own. Pure, any thread.
#ifndef GUARD_SUPERVISOR_JUDGE_FOREIGN_CODE_H_
#define GUARD_SUPERVISOR_JUDGE_FOREIGN_CODE_H_

#include <string>
#include <vector>

namespace guard::supervisor {

// A program whose code comes from elsewhere than its image is not the installed one.
// ENVIRONMENT_CHANGES: "NAME=VALUE".
[[nodiscard]] bool loads_other_code(const std::vector<std::string>& environment_changes);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_JUDGE_FOREIGN_CODE_H_
