// SPDX-License-Identifier: Apache-2.0
// Tells by their paths which files a policy calls secrets: a review shows nothing of what is in
// them.
#ifndef GUARD_CONSOLE_REVIEW_SECRET_PATHS_H_
#define GUARD_CONSOLE_REVIEW_SECRET_PATHS_H_

#include <functional>
#include <string>
#include <vector>

#include "policy/model/policy.h"

namespace guard::console {

// WORKSPACE: canonical folders. The returned function is called by one thread, and owns all that it
// needs.
[[nodiscard]] std::function<bool(const std::string& path)> secret_paths(
    const policy::Policy& policy, std::vector<std::string> workspace);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_REVIEW_SECRET_PATHS_H_
