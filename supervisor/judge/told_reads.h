// SPDX-License-Identifier: Apache-2.0
// A client that its words tell to read a file (policy/command/told_files.h) does not read it as its
// own: it may show or send it. Looks up each name that the words may hold; any thread.
#ifndef GUARD_SUPERVISOR_JUDGE_TOLD_READS_H_
#define GUARD_SUPERVISOR_JUDGE_TOLD_READS_H_

#include <sys/stat.h>

#include <string>

#include "policy/vocabulary/action.h"

namespace guard::supervisor {

// True: some word of ACTOR names the file HELD, by this or another name. CWD: where ACTOR began.
[[nodiscard]] bool is_told_to_read(const policy::Actor& actor, const std::string& cwd,
                                   const struct stat& held);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_JUDGE_TOLD_READS_H_
