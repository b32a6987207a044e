// SPDX-License-Identifier: Apache-2.0
#include "console/check/local_checks.h"

#include <cstdlib>
#include <filesystem>

#include "base/text/text.h"
#include "console/options/chosen_mode.h"
#include "console/places/command_search.h"
#include "console/places/locations.h"
#include "console/places/workspace.h"
#include "supervisor/approval/grant_kind.h"
#include "supervisor/approval/grants.h"
#include "supervisor/facts/path_roots.h"

namespace guard::console {

std::string option_or_variable(const ParsedOptions& options, const char* option,
                               const char* variable) {
  const char* value = std::getenv(variable);
  return options.get(option, value == nullptr ? "" : value);
}

Result<std::string> working_folder(const ParsedOptions& options) {
  namespace fs = std::filesystem;
  std::error_code error;
  const std::string wanted = options.get("cwd", ".");
  const fs::path folder = fs::canonical(wanted, error);
  if (error) return fail_with(error.value(), safe_text(wanted));
  if (!fs::is_directory(folder, error)) {
    return fail(Code::kInvalid, safe_text(wanted) + ": not a folder");
  }
  return folder.string();
}

Result<PolicyRequest> policy_request_at(const std::string& cwd, const std::string& policy_option) {
  const auto locations = find_locations("");
  if (!locations) return forward(locations.error());
  PolicyRequest request;
  request.policy_option = policy_option;
  request.config_folder = locations->config;
  request.start_folder = cwd;
  return request;
}

namespace {

// The acts that were answered `always` here.
supervisor::LocalCheck::Remembered standing_answers(const std::string& config,
                                                    const std::vector<std::string>& workspace) {
  if (workspace.empty()) return nullptr;
  const auto grants = std::make_shared<supervisor::Grants>(
      std::make_unique<supervisor::StandingGrants>(config + "/grants.yaml", workspace.front()));
  return [grants](const policy::Action& action,
                  const policy::Assessment& assessment) -> std::optional<std::string> {
    const auto grant = grants->covering(action, assessment, {}, std::chrono::system_clock::now());
    return grant ? std::optional(supervisor::extent_text(*grant)) : std::nullopt;
  };
}

}  // namespace

Result<std::unique_ptr<supervisor::LocalCheck>> local_check_of(
    policy::Policy policy, const std::vector<std::string>& workspace, const std::string& cwd) {
  const auto locations = find_locations("");
  if (!locations) return forward(locations.error());
  const auto found = find_workspace(workspace.empty() ? policy.workspace : workspace, cwd,
                                    supervisor::home_folder());
  if (!found) return forward(found.error());
  auto roots = supervisor::find_path_roots(
      policy, found->folders, {locations->state, locations->runtime, locations->config});
  return std::make_unique<supervisor::LocalCheck>(
      std::move(policy), std::move(roots), cwd, search_path_of_environment(),
      standing_answers(locations->config, found->folders));
}

Result<std::unique_ptr<supervisor::LocalCheck>> prepare_local_check(
    const ParsedOptions& options, const std::vector<std::string>& agent) {
  const auto cwd = working_folder(options);
  if (!cwd) return forward(cwd.error());
  auto request = policy_request_at(*cwd, option_or_variable(options, "policy", "GUARD_POLICY"));
  if (!request) return forward(request.error());
  request->profile = option_or_variable(options, "profile", "GUARD_PROFILE");
  auto policy = load_policy_files(*request);
  if (!policy) return forward(policy.error());
  if (const auto chosen = choose_profile_for(*request, agent, false, *policy); !chosen)
    return forward(chosen.error());
  const auto mode = choose_mode(*policy, option_or_variable(options, "mode", "GUARD_MODE"));
  if (!mode) return forward(mode.error());
  if (auto done = choose_safe_mode(*policy); !done) return forward(done.error());
  return local_check_of(std::move(*policy), options.values("workspace"), *cwd);
}

}  // namespace guard::console
