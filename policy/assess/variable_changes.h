// SPDX-License-Identifier: Apache-2.0
// The effect of a shell's builtins on variables and on the folder: `read`, `export`, `printf -v`,
// `cd`, `pushd` and kin, also behind `command` and `builtin`. Pure, any thread.
#ifndef GUARD_POLICY_ASSESS_VARIABLE_CHANGES_H_
#define GUARD_POLICY_ASSESS_VARIABLE_CHANGES_H_

#include <span>
#include <string>
#include <vector>

#include "policy/assess/shell_state.h"
#include "policy/shell/shell_text.h"

namespace guard::policy {

struct VariableChanges {
  std::vector<Assignment> sets;
  std::vector<std::string> names;   // get values that are not followed
  std::vector<std::string> locals;  // are the function's own
  bool all = false;                 // any variable may be another one
  bool aliases = false;             // one may be a second name of another (declare -n)
};

// The words from the builtin or the program on, without `command`, `builtin` and `time`; empty
// where the shell does nothing itself.
[[nodiscard]] std::span<const ShellWord> builtin_words(std::span<const ShellWord> words);

// COMMAND with its WORDS as they are known.
[[nodiscard]] VariableChanges changes_of(const SimpleCommand& command,
                                         std::span<const ShellWord> words);

[[nodiscard]] bool changes_folder(std::span<const ShellWord> words);
void change_folder(std::span<const ShellWord> words, ShellState& state);
// Those of FOLDERS after `cd WORD`; empty where that is not known.
[[nodiscard]] Folders folders_after(const ShellState& state, const ShellWord& word);

}  // namespace guard::policy

#endif  // GUARD_POLICY_ASSESS_VARIABLE_CHANGES_H_
