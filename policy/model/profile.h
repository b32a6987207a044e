// SPDX-License-Identifier: Apache-2.0
// Profile: what is known of an agent: by which command it is told, which folders are its own, which
// hosts its model answers at. It is picked by the command that a person started, once, and holds
// for the run; no program of the tree gets anything by being called like an agent. Values; pure,
// any thread.
#ifndef GUARD_POLICY_MODEL_PROFILE_H_
#define GUARD_POLICY_MODEL_PROFILE_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "policy/text/document.h"

namespace guard::policy {

struct Profile {
  std::string name;
  std::vector<std::string> commands;      // base names of what is started
  std::vector<std::string> packages;      // of npm: what node or npx starts
  std::vector<std::string> launches;      // programs by which it goes on as another process
  std::vector<std::string> helpers;       // programs that it starts for itself
  std::vector<std::string> state;         // "~/.claude": its own folders; "~/.claude.json*": files
  std::vector<std::string> settings;      // globs in these: what runs or steers later
  std::vector<std::string> secrets;       // globs in these: its credentials
  std::vector<std::string> hosts;         // of its model
  std::vector<std::string> reports;       // hosts that it reports to, which tell it nothing
  std::vector<std::string> wrapped;       // what it puts around a command: "source * && eval {}"
  std::vector<std::string> git_settings;  // that it gives by the environment: "core.hooksPath="
  std::string source;                     // "FILE:LINE"
  bool operator==(const Profile&) const = default;
};

// NODE is checked by the schema; here what one key cannot tell.
[[nodiscard]] Result<Profile> read_profile(const Node& name, const Node& node);

// The latest one that COMMAND fits: its first word, or the package that node, npx and the like are
// told to run. Null: none does.
[[nodiscard]] const Profile* profile_for(const std::vector<Profile>& profiles,
                                         const std::vector<std::string>& command);

// The globs of PROFILE's settings or secrets, below each of its folders, absolute.
[[nodiscard]] std::vector<std::string> below_state(const Profile& profile,
                                                   const std::vector<std::string>& globs,
                                                   std::string_view home);

// The files that PROFILE's state names with a wildcard, absolute: they hold settings too, and are
// the agent's own process's to write, as its credentials are.
[[nodiscard]] std::vector<std::string> mixed_files(const Profile& profile, std::string_view home);

// The command inside of a TEXT that is WRAPPED ("{}" its place, "*" one word of the agent's, as the
// name of a file); nothing when TEXT is not so. As it was meant: "eval 'a b'" gives "a b".
[[nodiscard]] std::optional<std::string> unwrapped(std::string_view wrapped, std::string_view text);

}  // namespace guard::policy

#endif  // GUARD_POLICY_MODEL_PROFILE_H_
