// SPDX-License-Identifier: Apache-2.0
#include "supervisor/run/session_plan.h"

#include <optional>
#include <string>
#include <utility>

#include "base/process/environment.h"
#include "base/weaken.h"
#include "interceptor/kernel/landlock.h"
#include "supervisor/alerts/alert_plan.h"
#include "supervisor/audit/redaction/redaction_key.h"
#include "supervisor/facts/path_roots.h"
#include "supervisor/run/landlock_roots.h"
#include "supervisor/sinks/sink_plan.h"
#include "supervisor/undo/store/kept_secrets.h"

namespace guard::supervisor {

interceptor::LaunchPlan launch_plan_of(const RunOptions& options, const TerminalPlan& terminal,
                                       int front_group) {
  interceptor::LaunchPlan plan;
  plan.image = options.image;
  plan.argv = options.command;
  plan.envp = policy::kept_environment(options.policy->environment, own_environment());
  plan.terminal = options.own_terminal ? terminal.pty_slave.get() : -1;
  plan.replace_stdin = terminal.stdin_is_tty;
  plan.replace_stdout = terminal.stdout_is_tty;
  plan.replace_stderr = terminal.stderr_is_tty;
  plan.front_group = front_group;
  plan.inheritance = options.inheritance;
  return plan;
}

KeyAgents key_agents_of(const RunOptions& options) {
  return options.ssh_socket.empty() ? KeyAgents::of_environment() : KeyAgents(options.ssh_socket);
}

policy::PathRoots path_roots_of(const RunOptions& options) {
  return find_path_roots(*options.policy, options.workspace, options.guard_folders, options.home);
}

AgentProcesses agent_of(const RunOptions& options, const FirstStart& first_start) {
  const auto& profile = options.policy->profile;
  if (!profile) return {};
  const std::string home = home_folder();
  auto keeps = policy::below_state(*profile, profile->secrets, home);
  for (std::string& file : policy::mixed_files(*profile, home)) keeps.push_back(std::move(file));
  return {*profile, std::move(keeps), [&first_start] { return !first_start.is_over(); }};
}

bool counts_tool_calls(const RunOptions& options) {
  return !options.in_ci && options.policy->profile.has_value();
}

std::unique_ptr<StandingGrants> standing_grants_of(const RunOptions& options) {
  if (options.grants_file.empty() || options.workspace.empty()) return nullptr;
  return std::make_unique<StandingGrants>(options.grants_file, options.workspace.front());
}

Result<UniqueFd> ruleset_of(const RunOptions& options, const interceptor::KernelFeatures& features,
                            const ProtectionLevel& level) {
  if (weakened("landlock-scope") || (!level.roots && !features.landlock_scopes)) return UniqueFd();
  std::optional<interceptor::LandlockRoots> roots;
  if (level.roots && !weakened("landlock-roots")) roots = landlock_roots_of(path_roots_of(options));
  return interceptor::make_ruleset(features.landlock_abi, roots);
}

Result<std::vector<std::string>> own_secrets(const RunOptions& options, const std::string& home) {
  auto kept = kept_secrets_in(options.state_dir);
  if (!kept) return kept;
  std::vector<std::string> files = std::move(*kept);
  files.push_back(redaction_key_in(options.state_dir));
  const std::string alert = alert_secret_of(options.policy->alerts, home);
  if (!alert.empty()) files.push_back(alert);
  for (std::string& file : sink_secrets_of(options.policy->sinks, home))
    files.push_back(std::move(file));
  return files;
}

}  // namespace guard::supervisor
