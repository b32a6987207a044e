// SPDX-License-Identifier: Apache-2.0
#include "policy/assess/unknown_words.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text/text.h"
#include "policy/assess/shell_findings.h"
#include "policy/command/command_levels.h"
#include "policy/effects/exec_effect.h"
#include "policy/shell/nested_text.h"
#include "policy/vocabulary/own_rules.h"

namespace guard::policy {
namespace {

Assessment finding(Category category, std::string_view unknown, const std::string& word) {
  Assessment out;
  out.categories = {category};
  out.tier = 2;
  out.rule = own_rule("shell.unknown");
  out.reason = "it cannot be told " + std::string(unknown) + ": " + safe_text(word) +
               " is known only when it runs";
  out.alternative = "Write it out.";
  return out;
}

// Its operands are taken or written over. A file that is edited in place is saved first, and each
// write is judged when it comes.
bool is_destructive(const CommandLevel& level) {
  if (level.spec == nullptr) return false;
  const OperandRole role = level.spec->operand_role;
  if (role == OperandRole::kFindRoots) return find_deletes(level);
  return role != OperandRole::kNone && role != OperandRole::kEditInPlace;
}

// A file that a CI service tells its jobs to append to; it is judged when it is opened.
bool is_ci_file(const ShellWord& word) {
  constexpr auto kNames = std::to_array<std::string_view>(
      {"GITHUB_OUTPUT", "GITHUB_ENV", "GITHUB_PATH", "GITHUB_STEP_SUMMARY", "GITHUB_STATE"});
  std::string name;
  for (const char c : word.text) {
    if (c != '"' && c != '$' && c != '{' && c != '}') name.push_back(c);
  }
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

const ShellWord* first_unknown(const std::vector<ShellWord>& words) {
  const auto found = std::ranges::find_if_not(words, is_usable);
  return found == words.end() ? nullptr : &*found;
}

// Programs that add words to a command: those that they read or find.
std::string fed_words(const std::vector<std::string>& argv) {
  constexpr auto kReading = std::to_array<std::string_view>({"xargs", "parallel", "rush"});
  constexpr auto kFinding = std::to_array<std::string_view>({"fd", "fdfind"});
  if (argv.empty()) return {};
  const std::string name(base_name(argv[0]));
  if (std::ranges::find(kFinding, name) != kFinding.end()) return "what " + name + " finds";
  const bool given = name != "xargs" && std::ranges::find(argv, ":::") != argv.end();
  const bool reads = std::ranges::find(kReading, name) != kReading.end();
  return reads && !given ? "what " + name + " reads" : std::string();
}

std::string what_is_not_known(const ShellWord* unknown, const std::string& fed) {
  if (unknown != nullptr) return unknown->text;
  return fed.empty() ? "the folder" : fed;
}

std::vector<std::string> spelled(const std::vector<ShellWord>& words) {
  std::vector<std::string> argv;
  for (const ShellWord& word : words) argv.push_back(word.text);
  if (!is_usable(words[0])) {
    if (std::string name = known_name_of(words[0]); !name.empty()) argv[0] = name;
  }
  return argv;
}

}  // namespace

std::string known_name_of(const ShellWord& program) {
  std::string name(base_name(program.text));
  if (name.ends_with('"')) name.pop_back();
  const bool plain = name.find_first_of("$`\"'\\(){}*?[") == std::string::npos;
  return plain && program.text.find('/') != std::string::npos ? name : std::string();
}

std::optional<Assessment> unknown_finding(const std::vector<ShellWord>& words,
                                          const PreviewFolder& folder, const SpecTable& specs) {
  if (words.empty()) return std::nullopt;
  const ShellWord* unknown = first_unknown(words);
  if (unknown == &words[0] && known_name_of(*unknown).empty())
    return finding(Category::kExecArbitrary, "which program this is", unknown->text);
  std::string fed;
  for (const CommandLevel& level : command_levels(spelled(words), specs).levels) {
    if (unknown != nullptr && !level.argv.empty() && level.argv[0] == unknown->text)
      return finding(Category::kExecArbitrary, "which program this is", unknown->text);
    if (unknown != nullptr && level.shell_text &&
        level.shell_text->find(unknown->text) != std::string::npos)
      return finding(Category::kExecArbitrary, "what the shell is given to run", unknown->text);
    if (unknown != nullptr && level.spec != nullptr && level.spec->subcommand &&
        level.line.subcommand == unknown->text)
      return finding(Category::kExecArbitrary, "what " + level.argv[0] + " does", unknown->text);
    if ((unknown != nullptr || !folder.known || !fed.empty()) && is_destructive(level)) {
      const std::string what = "what " + level.argv[0] + " takes or writes over";
      return finding(Category::kFsDeleteOverwrite, what, what_is_not_known(unknown, fed));
    }
    if (fed.empty()) fed = fed_words(level.argv);
  }
  return std::nullopt;
}

std::optional<Assessment> unknown_finding(const Redirection& redirection,
                                          const PreviewFolder& folder) {
  const ShellWord& target = redirection.target;
  if (redirection.op == ">>" && is_ci_file(target)) return std::nullopt;
  const bool hangs = target.literal && !target.text.starts_with('/') && !folder.known;
  if (!writes(redirection) || (is_usable(target) && !hangs)) return std::nullopt;
  return finding(Category::kFsDeleteOverwrite, "what is written over",
                 hangs ? "the folder" : target.text);
}

bool takes_each(const PreviewCommand& command, const SpecTable& specs) {
  const auto& words = command.command.words;
  const std::size_t program = program_index(words);
  const auto known = std::span(words).first(std::min(program + 1, words.size()));
  if (!std::ranges::all_of(known, is_usable)) return false;
  const auto levels = command_levels(spelled(command.words), specs).levels;
  return std::ranges::any_of(levels, is_destructive);
}

}  // namespace guard::policy
