// SPDX-License-Identifier: Apache-2.0
// Why a path counts as a secret, for people: the pattern of the policy, or the name or place of
// guard's own tables that it fits. By the tables that the path classifier decides with. Pure, any
// thread.
#ifndef GUARD_POLICY_PATHS_SECRET_REASON_H_
#define GUARD_POLICY_PATHS_SECRET_REASON_H_

#include <string>
#include <string_view>

#include "policy/paths/path_class.h"

namespace guard::policy {

// PATH with "~" for the home.
[[nodiscard]] std::string home_shown(const PathClassifier& classifier, std::string_view path);
// PATH: of a file that CLASSIFIER calls a secret. "named by the policy: ~/vault/**",
// "usual place: ~/.ssh/**", "usual name: .env.*".
[[nodiscard]] std::string secret_reason(const PathClassifier& classifier, std::string_view path);

}  // namespace guard::policy

#endif  // GUARD_POLICY_PATHS_SECRET_REASON_H_
