// SPDX-License-Identifier: Apache-2.0
// Whether git has a file by now: the commit that HEAD of its repository names has its very content
// under its name. No configuration, filter or hook has a say, so a file that only they would make
// equal is not committed. Blocks on nothing but the disk; any thread.
#ifndef GUARD_SUPERVISOR_GIT_GIT_COMMITTED_H_
#define GUARD_SUPERVISOR_GIT_GIT_COMMITTED_H_

#include <functional>
#include <string>

#include "supervisor/git/git_place.h"

namespace guard::supervisor {

// PATH: canonical, a file or a link. False where it cannot be told. If it lies in several
// repositories, the outermost one counts whose commit has that name: anybody can make a new one
// further in. COUNTS: leaves a repository out; by default all count.
[[nodiscard]] bool is_committed_now(const std::string& path,
                                    const std::function<bool(const GitPlace&)>& counts = {});

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_GIT_GIT_COMMITTED_H_
