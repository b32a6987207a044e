// SPDX-License-Identifier: Apache-2.0
#include "console/commands/undo/secrets_here.h"

#include <filesystem>
#include <utility>

#include "console/output/complaint.h"
#include "console/policy/policy_files.h"
#include "console/review/secret_paths.h"

namespace guard::console {

std::function<bool(const std::string& path)> secrets_here(const Locations& locations,
                                                          const char* command,
                                                          std::string workspace) {
  std::error_code error;
  const std::string here = std::filesystem::current_path(error).string();
  auto policy = load_policy_files({"", locations.config, here});
  if (!policy)
    complain(0, std::string(command) + ": the policy is left out: " + policy.error().text());
  if (workspace.empty()) workspace = here;
  return secret_paths(policy ? *policy : policy::Policy(), {std::move(workspace)});
}

}  // namespace guard::console
