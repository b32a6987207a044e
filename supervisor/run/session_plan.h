// SPDX-License-Identifier: Apache-2.0
// The plan that a run's options make: CMD as it is launched, the folders that its paths are judged
// by, the Landlock ruleset it enters. Used once a session, by the serving process before its
// threads.
#ifndef GUARD_SUPERVISOR_RUN_SESSION_PLAN_H_
#define GUARD_SUPERVISOR_RUN_SESSION_PLAN_H_

#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/files/unique_fd.h"
#include "interceptor/kernel/kernel_features.h"
#include "interceptor/launch/launcher.h"
#include "policy/paths/path_class.h"
#include "supervisor/actors/agent_processes.h"
#include "supervisor/actors/first_start.h"
#include "supervisor/approval/standing_grants.h"
#include "supervisor/network/key_agents.h"
#include "supervisor/run/options.h"
#include "supervisor/run/protection_level.h"
#include "supervisor/run/serve.h"

namespace guard::supervisor {

// Borrows the terminal's slave, and the image's descriptor from OPTIONS.
[[nodiscard]] interceptor::LaunchPlan launch_plan_of(const RunOptions& options,
                                                     const TerminalPlan& terminal, int front_group);

// The key agent of this user, or of the session that this guard runs for as root.
[[nodiscard]] KeyAgents key_agents_of(const RunOptions& options);

// Reads the file system: where home, workspace and guard's own folders really are.
[[nodiscard]] policy::PathRoots path_roots_of(const RunOptions& options);

// For the run's profile; without one CMD alone is the agent.
[[nodiscard]] AgentProcesses agent_of(const RunOptions& options, const FirstStart& first_start);

// True for a known agent, where somebody may answer.
[[nodiscard]] bool counts_tool_calls(const RunOptions& options);

// Null: nothing can be answered `always` here.
[[nodiscard]] std::unique_ptr<StandingGrants> standing_grants_of(const RunOptions& options);

// Files that no process of the tree may read unasked: with them it could sign or guess, or has the
// former contents of secrets. After an error nobody would hold some of them.
[[nodiscard]] Result<std::vector<std::string>> own_secrets(const RunOptions& options,
                                                           const std::string& home);

// Invalid where the kernel has neither scopes nor roots.
[[nodiscard]] Result<UniqueFd> ruleset_of(const RunOptions& options,
                                          const interceptor::KernelFeatures& features,
                                          const ProtectionLevel& level);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_RUN_SESSION_PLAN_H_
