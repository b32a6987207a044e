// SPDX-License-Identifier: Apache-2.0
// The commands inside a command's words: the program behind wrappers (sudo, env, timeout, xargs,
// find -exec) and the shell text that it would run (sh -c TEXT, eval, env -S, ssh host CMD). For
// previews and provenance; the verdict of record is that of the exec itself. Pure, any thread.
#ifndef GUARD_POLICY_SHELL_NESTED_TEXT_H_
#define GUARD_POLICY_SHELL_NESTED_TEXT_H_

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "policy/shell/shell_text.h"

namespace guard::policy {

struct NestedText {
  std::string text;
  bool remote = false;   // runs on another machine, user or folder tree: ssh, chroot
  bool unknown = false;  // it is text, but holds an expansion: `text` is its source
  std::size_t word = 0;  // where it stands among the words
  bool operator==(const NestedText&) const = default;
};

// The index of the program behind up to eight wrappers; 0 when there is none. words.size() when the
// wrappers run nothing.
[[nodiscard]] std::size_t program_index(std::span<const ShellWord> words);
// The command that a program runs for each file, or in the project's environment, as its arguments
// have it: `find -exec CMD ;`, `npx CMD`, `bundle exec CMD`. Empty where there is none.
[[nodiscard]] std::span<const ShellWord> run_command(std::span<const ShellWord> words);

// The shell text that this command runs, wrappers seen through.
[[nodiscard]] std::optional<NestedText> nested_text(std::span<const ShellWord> words);

// The folder that a wrapper changes to before it runs the command: `env -C FOLDER CMD`.
[[nodiscard]] std::optional<ShellWord> wrapped_folder(std::span<const ShellWord> words);

// An argument vector as the words of a command: every one literal.
[[nodiscard]] std::vector<ShellWord> literal_words(const std::vector<std::string>& argv);
// sh, bash, dash, zsh and kin, by base name.
[[nodiscard]] bool is_shell(std::string_view program);

}  // namespace guard::policy

#endif  // GUARD_POLICY_SHELL_NESTED_TEXT_H_
