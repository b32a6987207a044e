// SPDX-License-Identifier: Apache-2.0
// The paths that an act names, for rules that hold by the look of a name (`mentions`, `outside`):
// those of its objects, and of a command each word that may be one. Only the program knows which
// words it takes for paths: so each of them counts, and a rule that allows must not go by this.
// Pure, any thread.
#ifndef GUARD_POLICY_DECIDE_NAMED_PATHS_H_
#define GUARD_POLICY_DECIDE_NAMED_PATHS_H_

#include <string>
#include <string_view>
#include <vector>

#include "policy/decide/subject.h"
#include "policy/vocabulary/place.h"

namespace guard::policy {

// For a file act: its objects. For an exec: the objects it would touch, the program where it is not
// an installed one (nor found by its name on PATH), the operands and the values of flags at every
// level, and the parts of these behind '=', ':', ',' and '@'. Neither subcommands nor the names of
// flags.
[[nodiscard]] std::vector<std::string> named_paths(const Subject& subject);

// It has `../`, or is absolute (or begins with `~`) and lies in no folder of the workspace. Devices
// that keep nothing (/dev/null) lie nowhere. Without a workspace every absolute one is outside.
[[nodiscard]] bool is_outside(std::string_view path, const Place& place);

// Letters of ASCII in any case. The folders above the workspace are no part of a name in it.
[[nodiscard]] bool mentions(std::string_view path, std::string_view pattern, const Place& place);

}  // namespace guard::policy

#endif  // GUARD_POLICY_DECIDE_NAMED_PATHS_H_
