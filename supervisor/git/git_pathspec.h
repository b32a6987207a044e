// SPDX-License-Identifier: Apache-2.0
// The paths that a git command names, as gitglossary(7) reads them: a file, a folder with all below
// it, a wildcard that crosses folders, ":/" for the top. Pure.
#ifndef GUARD_SUPERVISOR_GIT_GIT_PATHSPEC_H_
#define GUARD_SUPERVISOR_GIT_GIT_PATHSPEC_H_

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "supervisor/git/git_place.h"

namespace guard::supervisor {

// Takes paths below the top of the work tree, without a slash in front.
using GitCovers = std::function<bool(std::string_view)>;

// WORDS: as typed, from PLACE.cwd. None: everything. Nothing: one of them is of another form, or
// lies outside.
[[nodiscard]] std::optional<GitCovers> covers_of(const std::vector<std::string>& words,
                                                 const GitPlace& place);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_GIT_GIT_PATHSPEC_H_
