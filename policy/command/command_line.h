// SPDX-License-Identifier: Apache-2.0
// CommandLine: an argument vector read with a program's spec, as getopt would: clusters, attached
// values, "--", abbreviations, options after operands, global options before the subcommand.
// Wrappers are seen through (at most 8, see command_levels.h). Pure, any thread; never fails: what
// cannot be understood stays an operand or a flag of that name.
#ifndef GUARD_POLICY_COMMAND_COMMAND_LINE_H_
#define GUARD_POLICY_COMMAND_COMMAND_LINE_H_

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "policy/model/command_spec.h"

namespace guard::policy {

struct Flag {
  std::string name;  // without dashes; abbreviations are written out; "--" itself is named "--"
  std::optional<std::string> value;
  bool leads = false;  // one letter, before the subcommand: `git -C x` is not `git switch -C x`
  bool operator==(const Flag&) const = default;
};

struct CommandLine {
  std::string program;             // base name of argv[0] (or of the image, when argv[0] lies)
  std::string subcommand;          // its beginning is written out: `npm pub` is "publish"
  std::vector<std::string> meant;  // its other readings: as typed, or each that it begins
  std::vector<Flag> flags;
  std::vector<std::string> operands;
  // "force"; or "X=P*": the flag with a value that fits the glob.
  [[nodiscard]] bool has_flag(std::string_view name) const;
  // The last value given, if any.
  [[nodiscard]] std::optional<std::string> value_of(std::string_view name) const;
  // "push"; "remote set-url"; "* delete-*": globs word by word over the subcommand and the operands
  // after it.
  [[nodiscard]] bool has_subcommand(std::string_view words) const;
  [[nodiscard]] bool has_operand(std::string_view glob) const;
  bool operator==(const CommandLine&) const = default;
};

// LINE may have the flag NAME: tools take the beginning of a long flag for the whole
// (getopt_long(3)), and which flags a tool has SPEC does not always tell. Null: it tells none. For
// what restricts.
[[nodiscard]] bool may_have_flag(const CommandLine& line, std::string_view name,
                                 const CommandSpec* spec);

// LINE may have the subcommand WORDS: as it is, or as one of those that a beginning may mean. For
// what restricts.
[[nodiscard]] bool may_have_subcommand(const CommandLine& line, std::string_view words);

[[nodiscard]] CommandLine parse_command_line(const std::vector<std::string>& argv,
                                             const CommandSpec& spec);

// The command that a wrapper would run: `timeout 5 rm x` -> {rm, x}. Empty when it runs nothing or
// the spec is no wrapper.
struct Unwrapped {
  std::vector<std::string> argv;
  std::optional<std::string> shell_text;  // sh -c TEXT, env -S TEXT
};
[[nodiscard]] Unwrapped unwrap(const std::vector<std::string>& argv, const CommandSpec& spec);

}  // namespace guard::policy

#endif  // GUARD_POLICY_COMMAND_COMMAND_LINE_H_
