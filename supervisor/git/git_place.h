// SPDX-License-Identifier: Apache-2.0
// Where a git command works, and what git's configuration says there, read from its words and from
// the disk before it runs. No program is run. Where GIT_* settings or options say what it works on,
// nothing is certain. Blocks on nothing but the disk; any thread.
#ifndef GUARD_SUPERVISOR_GIT_GIT_PLACE_H_
#define GUARD_SUPERVISOR_GIT_GIT_PLACE_H_

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "policy/command/command_line.h"
#include "policy/vocabulary/action.h"
#include "supervisor/git/git_config.h"

namespace guard::supervisor {

struct GitPlace {
  std::filesystem::path top;       // where git works: relative addresses hang from here
  std::filesystem::path folder;    // with HEAD and the index; may hang from TOP
  std::filesystem::path common;    // with the configuration and the objects
  std::filesystem::path cwd = {};  // after `-C`, canonical
};

// That which FOLDER, canonical, lies in. Its `cwd` is not set.
[[nodiscard]] std::optional<GitPlace> repository_around(std::filesystem::path folder);

// The folder that `git -C A -C B` works in. Nothing where other options or settings say what it
// works on.
[[nodiscard]] std::optional<std::filesystem::path> git_working_folder(
    const policy::Action& exec, const policy::CommandLine& line);

// EXEC starts git itself with these words.
[[nodiscard]] std::optional<GitPlace> git_place_of(const policy::Action& exec,
                                                   const policy::CommandLine& line);

using GitSettings = std::vector<GitSetting>;
// The repository whose work tree TOP is, as of a submodule; nothing: it has none of its own, or one
// that is not understood.
[[nodiscard]] std::optional<GitPlace> git_place_at(const std::filesystem::path& top);
// The settings of the system, the user and the repository. HOME: of the user whose configuration
// holds. Nothing: a file cannot be read.
[[nodiscard]] std::optional<GitSettings> settings_of(const GitPlace& repository,
                                                     const std::string& home);

// "main"; empty: HEAD names none.
[[nodiscard]] std::string branch_of(const GitPlace& repository);
// The commit that HEAD of this work tree stands for.
[[nodiscard]] std::optional<std::string> head_of(const GitPlace& place);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_GIT_GIT_PLACE_H_
