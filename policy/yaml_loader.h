// SPDX-License-Identifier: Apache-2.0
// The only door to yaml-cpp: texts of policy files -> one Policy. Reads no file itself (the caller
// gives the texts). Any defect is an error with file, line, column and, for an unknown key, the
// nearest valid one; then nothing is loaded.
#ifndef GUARD_POLICY_YAML_LOADER_H_
#define GUARD_POLICY_YAML_LOADER_H_

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "policy/policy.h"

namespace guard::policy {

// The packs that are built in (policy/packs), by name: "default", "commands/git", ...
[[nodiscard]] std::vector<PolicyFile> built_in_packs();

// Layers in order of rising precedence. Error text: "FILE:LINE:COLUMN: message".
[[nodiscard]] Result<Policy> load_policy(const std::vector<PolicyFile>& layers);

}  // namespace guard::policy

#endif  // GUARD_POLICY_YAML_LOADER_H_
