// SPDX-License-Identifier: Apache-2.0
// Finds and reads the policy files of a run: built-in packs, /etc/guard/policy.yaml, the release
// that the machine's policy source gave (supervisor/source), the user's,
// the project's .guard.yaml (may only tighten until its user trusts that very content), or --policy
// FILE in place of user's and project's. Below the user's lie the profiles of agents that they keep
// (profiles/*.yaml beside it). An unreadable file is an error.
#ifndef GUARD_CONSOLE_POLICY_POLICY_FILES_H_
#define GUARD_CONSOLE_POLICY_POLICY_FILES_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "policy/model/policy.h"
#include "supervisor/source/source_places.h"

namespace guard::console {

struct PolicyRequest {
  std::string policy_option;  // --policy or $GUARD_POLICY; empty: the usual files
  std::string config_folder;  // Locations::config
  std::string
      start_folder;  // the project's .guard.yaml is looked for here and in the git top level
  std::string system_file = "/etc/guard/policy.yaml";
  // Nothing: source_places(), where there is a system_file.
  std::optional<supervisor::SourcePlaces> source = std::nullopt;
  // --profile or $GUARD_PROFILE: a name, or a file where it holds a '/'.
  std::string profile = {};
  // Project files as if nobody had trusted them.
  bool ignore_trust = false;
  // In place of all files: those of the session that root's guard belongs to.
  std::optional<std::vector<policy::PolicyFile>> given = std::nullopt;
};

// The texts, in order of rising precedence. The system's file and its folder must be root's and
// writable by nobody else; the user's and their folders, theirs or root's, and writable by nobody
// but them and their private group. One that is not is an error, since leaving it out would drop
// what it holds.
[[nodiscard]] Result<std::vector<policy::PolicyFile>> read_policy_files(
    const PolicyRequest& request);
// Its `files` are absolute, but for the built-in packs. Its `release_note` says what is wrong with
// the release.
[[nodiscard]] Result<policy::Policy> load_policy_files(const PolicyRequest& request);
// Whether a release of the policy source loads over the machine's own file.
[[nodiscard]] Result<void> release_fits_here(const policy::PolicyFile& release);
// NAME as it is meant in the current folder.
[[nodiscard]] std::string absolute_name(const std::string& name);
// The profile of COMMAND, or the one that was asked for, becomes the run's. If a program of the
// project got the profile by its name, guard takes nothing from it that widens.
[[nodiscard]] Result<void> choose_profile_for(const PolicyRequest& request,
                                              const std::vector<std::string>& command,
                                              bool is_of_project, policy::Policy& policy);
// The project's files alone, in the order in which they hold.
[[nodiscard]] Result<std::vector<policy::PolicyFile>> read_project_files(
    const PolicyRequest& request);
// One of them by its name, as if nobody had trusted it; nothing: there is no such file. kRefused:
// it is a link.
[[nodiscard]] Result<std::optional<policy::PolicyFile>> read_project_file(const std::string& path);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_POLICY_POLICY_FILES_H_
