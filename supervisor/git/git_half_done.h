// SPDX-License-Identifier: Apache-2.0
// The files that git keeps of a merge, a rebase, a cherry-pick or patches that are half done. Any
// thread; blocks on nothing but the disk.
#ifndef GUARD_SUPERVISOR_GIT_GIT_HALF_DONE_H_
#define GUARD_SUPERVISOR_GIT_GIT_HALF_DONE_H_

#include <filesystem>
#include <string_view>
#include <vector>

#include "supervisor/git/git_place.h"

namespace guard::supervisor {

// The files and folders that are there; what cannot be looked at counts as there. SUBCOMMAND:
// merge, rebase, am, cherry-pick or revert; of others there is none.
[[nodiscard]] std::vector<std::filesystem::path> half_done_work(const GitPlace& place,
                                                                std::string_view subcommand);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_GIT_GIT_HALF_DONE_H_
