// SPDX-License-Identifier: Apache-2.0
#include "policy/decide/pre_confirmed.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "base/text/text.h"
#include "policy/command/injected_loaders.h"
#include "policy/command/loader_run.h"
#include "policy/shell/shell_text.h"
#include "policy/text/glob.h"
#include "policy/vocabulary/on_the_way.h"

namespace guard::policy {
namespace {

std::string escaped(std::string_view text) {
  std::string pattern;
  for (const char byte : text) {
    if (std::string_view("*?[\\").find(byte) != std::string_view::npos) pattern += '\\';
    pattern += byte;
  }
  return pattern;
}

std::string pattern_of(const ShellWord& word) {
  if (!word.glob) return escaped(word.text);
  return word.pattern.empty() ? word.text : word.pattern;
}

// "/w/./a//b/../c" -> "/w/a/c": a person writes operands, the objects they are compared with are
// canonical.
std::string normal(std::string_view path) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t slash = std::min(path.find('/', at), path.size());
    const auto part = path.substr(at, slash - at);
    if (part == ".." && !parts.empty()) parts.pop_back();
    if (!part.empty() && part != "." && part != "..") parts.push_back(part);
    at = slash + 1;
  }
  std::string text;
  for (const auto part : parts) text.append("/").append(part);
  return text.empty() ? "/" : text;
}

std::vector<std::string> named_places(const PreConfirmed& operation, const CommandLine& line,
                                      const Place& place) {
  std::vector<std::string> places;
  for (const auto& operand : line.operands) {
    const auto pattern = operation.patterns.find(operand);
    if (pattern == operation.patterns.end()) continue;
    for (const auto& root : place.workspace) {
      places.push_back(normal(anchored_glob(pattern->second, root, "")));
    }
  }
  return places;
}

bool effect_inside(const Effect& effect, const std::vector<std::string>& places) {
  return !effect.operands.empty() &&
         std::ranges::all_of(effect.operands, [&](const EffectOperand& operand) {
           return is_on_the_way(effect, operand) ||
                  std::ranges::any_of(places, [&](const std::string& pattern) {
                    return path_glob_covers(pattern, operand.object.path);
                  });
         });
}

bool reaches_no_further(const CommandLine& line, const CommandLine& confirmed,
                        const std::vector<std::string>& recursive_flags) {
  const auto recursive = [&](const CommandLine& any) {
    return std::ranges::any_of(recursive_flags, [&](auto& flag) { return any.has_flag(flag); });
  };
  return !recursive(line) || recursive(confirmed);
}

// The rest of a command that no files tell of. HOME leads to settings as a repository does.
constexpr std::array<std::string_view, 5> kSteering = {"home", "xdg_*", "*_proxy", "kubeconfig",
                                                       "ssh_*"};

std::string lower(std::string_view text) {
  std::string lowered(text);
  std::ranges::transform(lowered, lowered.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lowered;
}

// GIT_DIR of git, PIP_INDEX_URL of pip: the same words would mean something else.
bool is_steered(const Action& action, const std::string& program) {
  return std::ranges::any_of(action.environment_changes, [&](const std::string& change) {
    const std::string name = lower(std::string_view(change).substr(0, change.find('=')));
    return name.starts_with(lower(program) + "_") ||
           std::ranges::any_of(kSteering, [&](auto glob) { return word_glob_matches(glob, name); });
  });
}

// If the files of a command are not known beforehand, the words say all: these, no other, where
// relative names hang from.
bool words_are_confirmed(const PreConfirmed& operation, const Action& action,
                         const CommandLevel& level, const Place& place) {
  return action.argv == operation.argv && level.spec != nullptr &&
         level.spec->operand_role == OperandRole::kNone && !is_loader(level) &&
         !is_steered(action, level.line.program) &&
         std::ranges::find(place.workspace, action.cwd) != place.workspace.end();
}

}  // namespace

Result<PreConfirmed> read_pre_confirmed(const std::string& line) {
  const ShellText text = parse_shell_text(line);
  if (!text.parsed || text.commands.size() != 1) {
    return fail(Code::kInvalid, "\"" + safe_text(line) + "\" is not one simple command");
  }
  const SimpleCommand& command = text.commands.front();
  if (!command.redirections.empty() || !command.assignments.empty() || command.background) {
    return fail(Code::kInvalid, "only a program and its words can be confirmed beforehand");
  }
  PreConfirmed operation;
  for (const auto& word : command.words) {
    if (!word.literal) {
      return fail(Code::kInvalid, "\"" + safe_text(word.text) + "\" is known only when it runs");
    }
    operation.argv.push_back(word.text);
    // The same word once quoted and once not: the narrower meaning holds.
    const auto [known, fresh] = operation.patterns.try_emplace(word.text, pattern_of(word));
    if (!fresh && !word.glob) known->second = pattern_of(word);
  }
  if (operation.argv.size() < 2) {
    return fail(Code::kInvalid, "name what the command may touch");
  }
  return operation;
}

bool covers(const PreConfirmed& operation, const Subject& subject, const SpecTable& specs,
            const Place& place) {
  const Action& action = subject.action;
  const auto& effect = subject.assessment.effect;
  if (action.act != Act::kExec || injected_loader(action)) return false;
  const auto& levels = subject.chain.levels;
  const bool seen_through = runs_what_it_says(subject) && !subject.chain.too_deep &&
                            std::all_of(levels.begin(), levels.end() - 1, is_plain_wrapper);
  const auto confirmed = command_levels(operation.argv, specs).levels;
  if (!seen_through || confirmed.size() != 1 || confirmed[0].spec == nullptr) return false;
  if (!effect) return words_are_confirmed(operation, action, levels.back(), place);
  const CommandLine& line = levels.back().line;
  const CommandLine& wanted = confirmed[0].line;
  if (line.program != wanted.program || line.subcommand != wanted.subcommand) return false;
  // For a deletion the place says all; for anything else (find's tests, mv's order) the words
  // count.
  const CommandSpec& spec = *confirmed[0].spec;
  const bool same_act = spec.operand_role == OperandRole::kDelete
                            ? reaches_no_further(line, wanted, spec.recursive_flags)
                            : levels.back().argv == confirmed[0].argv;
  return same_act && effect_inside(*effect, named_places(operation, wanted, place));
}

}  // namespace guard::policy
