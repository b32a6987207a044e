// SPDX-License-Identifier: Apache-2.0
// CommandLevels: one exec as the chain of commands that it stands for, outermost first: `sudo env
// A=1 python3 -m pip install x` is sudo, env, python3, pip. Names are settled on the way: git-push
// is git push. At most eight; a longer chain says so, and its end is not known. Pure, any thread.
#ifndef GUARD_POLICY_COMMAND_COMMAND_LEVELS_H_
#define GUARD_POLICY_COMMAND_COMMAND_LEVELS_H_

#include <optional>
#include <string>
#include <vector>

#include "policy/command/command_line.h"
#include "policy/model/spec_table.h"

namespace guard::policy {

struct CommandLevel {
  std::vector<std::string> argv;      // argv[0] is the program's name
  std::string called = {};            // the program as it was written: "./bin/deploy"
  const CommandSpec* spec = nullptr;  // nullptr: nothing is known of the program
  CommandLine line;
  std::optional<std::string> shell_text;  // what it hands to a shell
};

struct CommandLevels {
  std::vector<CommandLevel> levels;
  bool too_deep = false;
  const SpecTable* specs = nullptr;  // by which they were read
};

[[nodiscard]] CommandLevels command_levels(std::vector<std::string> argv, const SpecTable& specs);
// {"/usr/lib/git-core/git-push", "o"} -> {"git", "push", "o"}; other vectors as they are, with the
// base name first.
[[nodiscard]] std::vector<std::string> with_settled_name(std::vector<std::string> argv,
                                                         const SpecTable& specs);

}  // namespace guard::policy

#endif  // GUARD_POLICY_COMMAND_COMMAND_LEVELS_H_
