// SPDX-License-Identifier: Apache-2.0
// The folders below a home that may be an agent's own (`state` of a profile): everybody of the run
// writes there unasked. Neither what holds secrets or what steers other programs, nor what lies in
// such, nor what many programs share. Told by names; pure, any thread.
#ifndef GUARD_POLICY_PATHS_AGENT_FOLDER_H_
#define GUARD_POLICY_PATHS_AGENT_FOLDER_H_

#include <optional>
#include <string>
#include <string_view>

namespace guard::policy {

// Why PATH ("~/.NAME", "~/.config/NAME/x", "~/.NAME*") may not be an agent's own, and what to do
// instead; nothing when it may.
[[nodiscard]] std::optional<std::string> agent_folder_defect(std::string_view path);
// The widest folder that may be, around a path below the home: "~/.mine" of ".mine/log/a",
// "~/.config/mine" of ".config/mine/x". Nothing for what is somebody else's.
[[nodiscard]] std::optional<std::string> agent_folder_around(std::string_view in_home);

}  // namespace guard::policy

#endif  // GUARD_POLICY_PATHS_AGENT_FOLDER_H_
