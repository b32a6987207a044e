// SPDX-License-Identifier: Apache-2.0
// The files that a program writes because its words name them: `sort -o F`, `uniq IN OUT`, `find
// -fprint F`, `sed "w F"`. For a preview alone: when it runs, each file that it opens is judged,
// whatever its words say. A table; pure, any thread.
#ifndef GUARD_POLICY_COMMAND_WRITTEN_FILES_H_
#define GUARD_POLICY_COMMAND_WRITTEN_FILES_H_

#include <string>
#include <vector>

#include "policy/command/command_levels.h"

namespace guard::policy {

struct WrittenFiles {
  std::vector<std::string> files;  // as they were given; a word too many is possible
  bool made_alone = false;         // one that is there already keeps what is in it (touch, mkdir)
  bool starts = false;             // a script of sed's starts programs
  bool others = false;  // it may write files, or start programs, that these words do not tell
};

// Nothing of a program that is not in the table, and of standard output and /dev/null.
[[nodiscard]] WrittenFiles written_files(const CommandLevel& level);

}  // namespace guard::policy

#endif  // GUARD_POLICY_COMMAND_WRITTEN_FILES_H_
