// SPDX-License-Identifier: Apache-2.0
// The check that `guard check`, `guard policy explain` and `guard policy diff` judge with: by the
// policy and the tree as they are here and now, without a session.
#ifndef GUARD_CONSOLE_CHECK_LOCAL_CHECKS_H_
#define GUARD_CONSOLE_CHECK_LOCAL_CHECKS_H_

#include <memory>
#include <string>

#include "base/error.h"
#include "console/options/option_parser.h"
#include "console/policy/policy_files.h"
#include "supervisor/check/local_check.h"

namespace guard::console {

// By the options --cwd, --policy, --profile, --mode and --workspace, those of them that the command
// has, else by their variables. AGENT: the command of a run, which picks a profile where none is
// chosen; empty: none does.
[[nodiscard]] Result<std::unique_ptr<supervisor::LocalCheck>> prepare_local_check(
    const ParsedOptions& options, const std::vector<std::string>& agent = {});
// By a policy that was loaded otherwise.
[[nodiscard]] Result<std::unique_ptr<supervisor::LocalCheck>> local_check_of(
    policy::Policy policy, const std::vector<std::string>& workspace, const std::string& cwd);
// --cwd, else the current folder; canonical.
[[nodiscard]] Result<std::string> working_folder(const ParsedOptions& options);
// The files that hold in that folder.
[[nodiscard]] Result<PolicyRequest> policy_request_at(const std::string& cwd,
                                                      const std::string& policy_option);
[[nodiscard]] std::string option_or_variable(const ParsedOptions& options, const char* option,
                                             const char* variable);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_CHECK_LOCAL_CHECKS_H_
