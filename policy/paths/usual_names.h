// SPDX-License-Identifier: Apache-2.0
// Names that a secret usually has. They are tried in a folder that can be entered, and not listed.
// Pure, any thread.
#ifndef GUARD_POLICY_PATHS_USUAL_NAMES_H_
#define GUARD_POLICY_PATHS_USUAL_NAMES_H_

#include <set>
#include <string>

#include "policy/paths/path_class.h"

namespace guard::policy {

// The usual names of files, and of folders that hold some: the words of the built-in tables and of
// the policy's patterns that have no wildcard, and the names that usually fit those that have one.
[[nodiscard]] std::set<std::string> usual_names(const PathClassifier& classifier);

}  // namespace guard::policy

#endif  // GUARD_POLICY_PATHS_USUAL_NAMES_H_
