// SPDX-License-Identifier: Apache-2.0
// The stashes of a repository, by the log that git keeps of them. Any thread; blocks on nothing but
// the disk.
#ifndef GUARD_SUPERVISOR_GIT_GIT_STASHES_H_
#define GUARD_SUPERVISOR_GIT_GIT_STASHES_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "supervisor/git/git_place.h"

namespace guard::supervisor {

// The newest first, for people: "WIP on main: 1234567 fix it". Nothing: the log cannot be read.
[[nodiscard]] std::optional<std::vector<std::string>> stashes_of(const GitPlace& place);
// "stash@{2}", "2"; nothing: another form.
[[nodiscard]] std::optional<std::size_t> number_of_stash(std::string_view word);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_GIT_GIT_STASHES_H_
