// SPDX-License-Identifier: Apache-2.0
// A file of git's configuration, read as git reads it (git-config(1), "Syntax"), one file alone:
// what `include.path` and `includeif.CONDITION.path` would bring is not followed. Pure, any thread.
//   auto config = parse_git_config("[remote \"o\"]\n\turl = ../o.git\n");
//   values_of(*config, "remote.o.url")  // {"../o.git"}
#ifndef GUARD_SUPERVISOR_GIT_GIT_CONFIG_H_
#define GUARD_SUPERVISOR_GIT_GIT_CONFIG_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace guard::supervisor {

struct GitSetting {
  std::string name;  // "remote.Origin.url": section and key in lower case, the middle as it stands
  std::string value;
  bool operator==(const GitSetting&) const = default;
};

// Nothing where git would refuse the file.
[[nodiscard]] std::optional<std::vector<GitSetting>> parse_git_config(std::string_view text);
// All values of a setting, in their order.
[[nodiscard]] std::vector<std::string> values_of(const std::vector<GitSetting>& settings,
                                                 std::string_view name);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_GIT_GIT_CONFIG_H_
