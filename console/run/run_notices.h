// SPDX-License-Identifier: Apache-2.0
// The lines that a person who starts a session on a terminal gets from guard itself: a shell that
// looks as ever says that it is guarded, as which session, and where its questions can be answered;
// a session that lost or changed something of before says how to get it back. Pure but for
// changes_notice, which reads the undo store, and workspace_notice, which looks at folders.
#ifndef GUARD_CONSOLE_RUN_RUN_NOTICES_H_
#define GUARD_CONSOLE_RUN_RUN_NOTICES_H_

#include <string>
#include <vector>

#include "policy/model/policy.h"

namespace guard::console {

// The options by which other commands find a session outside of the usual places, as they are
// typed: " --state-dir DIR"; empty: nothing.
struct Whereabouts {
  std::string of_session;      // guard pending, approve, deny, watch
  std::string of_state;        // guard undo, audit
  std::string workspace = {};  // workspace_notice()
};
[[nodiscard]] Whereabouts whereabouts(const std::string& socket, const std::string& state_dir);

// Says which folder counts as the workspace, if the person may take another one for it: in a git
// submodule, and below the workspace's top. START: the canonical start folder. Empty: nothing.
[[nodiscard]] std::string workspace_notice(const std::vector<std::string>& workspace,
                                           const std::string& start);
// Empty where CMD is no shell to type into: what draws a screen of its own needs no line on it.
[[nodiscard]] std::vector<std::string> start_notice(const std::vector<std::string>& command,
                                                    const std::string& session, bool saves,
                                                    const Whereabouts& where = {});
// For the newest session of that name; empty if it changed nothing of before, and nothing that it
// made is there.
[[nodiscard]] std::string changes_notice(const std::string& state_dir, const std::string& session,
                                         const Whereabouts& where = {});

enum class PolicyChosen { kByPlace, kByOption };  // --policy, or the usual files

// NOT_APPLIED of a policy: what a project's file would have loosened, why it was left out, and what
// helps. A line for each reason; none where there is nothing.
[[nodiscard]] std::vector<std::string> not_applied_notices(
    const std::vector<std::string>& not_applied, PolicyChosen chosen);

// The rules of POLICY that let acts of tier 3 go unasked; none: no line.
[[nodiscard]] std::vector<std::string> unasked_notices(const policy::Policy& policy);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_RUN_RUN_NOTICES_H_
