// SPDX-License-Identifier: Apache-2.0
// The defects of policy files with the line that each stands in, and a mark below the place. Texts
// of files are made safe. Pure, any thread.
#ifndef GUARD_CONSOLE_POLICY_SOURCE_LINES_H_
#define GUARD_CONSOLE_POLICY_SOURCE_LINES_H_

#include <vector>

#include "base/error.h"
#include "policy/model/policy.h"

namespace guard::console {

// ERROR: as load_policy gives it. An error stays as it is, unless it is a "FILE:LINE:COLUMN:
// message" of one of FILES.
[[nodiscard]] Error with_source_lines(Error error, const std::vector<policy::PolicyFile>& files);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_POLICY_SOURCE_LINES_H_
