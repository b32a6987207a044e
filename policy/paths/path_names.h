// SPDX-License-Identifier: Apache-2.0
// The meaning of a file's name, wherever its root lies: version control, a secret, something that
// runs or steers later, a build folder, a disk. Tables of names and globs; pure, any thread.
#ifndef GUARD_POLICY_PATHS_PATH_NAMES_H_
#define GUARD_POLICY_PATHS_PATH_NAMES_H_

#include <optional>
#include <span>
#include <string_view>

#include "policy/vocabulary/action.h"

namespace guard::policy {

// The part of `path` below `folder` ("" for the folder itself), or nothing when it lies elsewhere.
[[nodiscard]] std::optional<std::string_view> below(std::string_view path, std::string_view folder);

// kVcs or kConfig (hooks, config: what steers git later) of a path from a folder of git on.
[[nodiscard]] PathClass class_inside_git(std::string_view inside);
// The same for a path with a component .git or kin.
[[nodiscard]] std::optional<PathClass> vcs_class(std::string_view relative);
// kSecret or kConfig by names that mean it in any folder (".env", "id_rsa", ".vscode/tasks.json").
[[nodiscard]] std::optional<PathClass> class_by_name(std::string_view relative);
// The row of the tables by which a path is a secret: by its name ("id_rsa*"), by its place in a
// home
// (".ssh/**"). Empty: by none.
[[nodiscard]] std::string_view secret_name_of(std::string_view relative);
[[nodiscard]] std::string_view home_secret_of(std::string_view relative);
// The tables of secrets: names, with wildcards, that mean one in any folder; and globs of a home.
[[nodiscard]] std::span<const std::string_view> secret_names();
[[nodiscard]] std::span<const std::string_view> home_secrets();
// "tasks.json" in a folder of this name steers programs, wherever that lies.
[[nodiscard]] bool names_steering_folder(std::string_view name);
// kSecret or kConfig by the place in a home folder (".ssh/...", ".bashrc").
[[nodiscard]] std::optional<PathClass> class_in_home(std::string_view relative);
// A secret, or what runs or steers later, is known to lie in that folder of a home (".aws",
// ".config"). Not what agents keep in their own.
[[nodiscard]] bool home_names_below(std::string_view folder);
// One of them, or a secret of any folder, may have a name that begins so (".bash", ".config/gi").
[[nodiscard]] bool home_names_begin(std::string_view beginning);
// An agent's settings inside its own folder: they steer it later.
[[nodiscard]] bool is_agent_setting(std::string_view relative);

[[nodiscard]] bool has_build_folder(std::string_view relative);
// A top-level folder of the system ("/etc"), whatever its content.
[[nodiscard]] bool is_system_folder(std::string_view top_level);
// The class of a device node by its name: null and kin, a terminal, a disk.
[[nodiscard]] PathClass device_class(std::string_view path);
// "/dev/sda1", "/dev/nvme0n1", "/dev/mapper/x": a disk by its name, also when no such node exists.
[[nodiscard]] bool looks_like_disk(std::string_view path);

}  // namespace guard::policy

#endif  // GUARD_POLICY_PATHS_PATH_NAMES_H_
