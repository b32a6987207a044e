// SPDX-License-Identifier: Apache-2.0
// Says what would become of a command that an agent is about to run, for callers that announce it:
// hooks and the MCP server. Inside a session the session says, with what it knows; else the policy
// as it is. Judges only; what enforces is the session. One thread.
#ifndef GUARD_CONSOLE_CHECK_JUDGED_COMMAND_H_
#define GUARD_CONSOLE_CHECK_JUDGED_COMMAND_H_

#include <nlohmann/json.hpp>
#include <string>

#include "base/error.h"
#include "console/options/option_parser.h"

namespace guard::console {

struct Judged {
  std::string decision;  // allow, ask, deny, block
  std::string reason;    // with the rule
  std::string message;   // of the rule's author; may be empty
  std::string instead;   // what else could be done; may be empty
  std::string category;
  std::string risk_level;
  int tier = 0;
};
// "MESSAGE (REASON)", or "REASON. Instead: ..." where nobody wrote one.
[[nodiscard]] std::string told_text(const Judged& judged);

// The caller whose command is judged names the folder, and must not thereby choose the policy:
// kInvalid for a policy or a file of profiles (of OPTIONS, GUARD_POLICY or GUARD_PROFILE) that is
// not named by an absolute path.
[[nodiscard]] Result<void> policy_is_of_no_folder(const ParsedOptions& options);

// CHECK: of POST /v1/check, shell text or words. CWD: absolute; empty: the current folder. PROGRAM:
// who asks.
[[nodiscard]] Result<Judged> judged_by_session(nlohmann::json check, const std::string& cwd,
                                               const std::string& program);
// Goes to CWD. By the options that prepare_local_check knows; policy_is_of_no_folder must hold.
// AGENT: as there.
[[nodiscard]] Result<Judged> judged_here(const nlohmann::json& check, const std::string& cwd,
                                         const ParsedOptions& options,
                                         const std::vector<std::string>& agent = {});

}  // namespace guard::console

#endif  // GUARD_CONSOLE_CHECK_JUDGED_COMMAND_H_
