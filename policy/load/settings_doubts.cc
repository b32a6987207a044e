// SPDX-License-Identifier: Apache-2.0
#include "policy/load/settings_doubts.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "base/text/text.h"
#include "policy/assess/assessor.h"
#include "policy/command/command_levels.h"
#include "policy/decide/allowed_raises.h"
#include "policy/decide/pre_confirmed.h"
#include "policy/load/example_facts.h"

namespace guard::policy {
namespace {

constexpr int kHighestConfirmed = 2;

bool is_free(PathClass path_class) {
  return path_class == PathClass::kTmp || path_class == PathClass::kCache ||
         path_class == PathClass::kOwnState;
}

bool names_nothing(std::string_view pattern) {
  return pattern.find_first_not_of("*?/.") == std::string_view::npos;
}

// "./**" of the workspace, "~/**" of the home, and what means the same.
std::string_view whole_place_of(std::string_view pattern) {
  if (pattern.starts_with('~') && names_nothing(pattern.substr(1))) return "your whole home";
  return names_nothing(pattern) ? "the whole workspace" : "";
}

Action exec_of(const std::vector<std::string>& argv, const std::string& cwd) {
  Action action;
  action.act = Act::kExec;
  action.cwd = cwd;
  action.exe = "/usr/bin/" + std::string(base_name(argv.front()));
  action.argv = argv;
  return action;
}

// ".venv/bin/pip", "~/bin/tool": no place of installed programs.
bool named_from_here(std::string_view program) {
  return program.starts_with('~') ||
         (!program.starts_with('/') && program.find('/') != std::string_view::npos);
}

// "rm -rf *": whatever a workspace holds, which no person has approved file by file.
std::string why_too_much(const PreConfirmed& line) {
  const auto wide = std::ranges::find_if(line.patterns, [](const auto& word) {
    return word.second.find('*') != std::string::npos && !whole_place_of(word.second).empty();
  });
  if (wide == line.patterns.end()) return {};
  return "takes in " + std::string(whole_place_of(wide->second)) +
         ", unasked: name a folder, as in \"./scratch/*\"";
}

// Why a line whose words could be read never confirms anything. Empty: it may.
std::string why_never(const Assessor& assessor, const PreConfirmed& line) {
  const auto levels = command_levels(line.argv, assessor.specs()).levels;
  if (levels.size() != 1)
    return "names a program that starts another one: name the inner command alone, which holds "
           "behind env, timeout and nice as well";
  if (named_from_here(line.argv.front()))
    return "names a file that may become another program: only an installed program, called by its "
           "name, is confirmed beforehand. To let that file do all it can unasked write rules: "
           "[{id: " +
           safe_text(levels.front().line.program) + ", when: {command: \"" +
           safe_text(line.argv.front()) + "\"}, decision: allow}]";
  if (levels.front().spec == nullptr)
    return "is of a program whose words guard does not know: write a rule, {command: " +
           safe_text(levels.front().line.program) + "} with `decision: allow`";
  return {};
}

std::optional<LineDoubt> doubt_about(const Assessor& assessor, const std::string& text) {
  const auto line = read_pre_confirmed(text);
  if (!line) return {};  // the loader refuses it
  const auto doubt = [&](std::string why, bool absurd = false) {
    return LineDoubt{text, std::move(why), absurd};
  };
  if (std::string why = why_never(assessor, *line); !why.empty())
    return doubt("never holds: it " + why);
  ExampleFacts facts;
  const Assessment judged = assessor.assess(exec_of(line->argv, facts.cwd()), facts);
  if (judged.block) return doubt("never holds: it is absurd, and refused in every mode", true);
  if (judged.tier > kHighestConfirmed)
    return doubt(
        "never holds: it is tier 3, which a person confirms each time: a rule with `decision: "
        "allow` lets it go unasked");
  if (std::string why = why_too_much(*line); !why.empty()) return doubt(std::move(why));
  return {};
}

std::string why_no_wildcard(const Assessor& assessor, const std::string& line,
                            const Action& action) {
  const auto allowed = read_allowed_raise(line);
  const CommandLevels chain = command_levels(action.argv, assessor.specs());
  if (!allowed || !leaves_files_open(*allowed, chain)) return {};
  return "never holds: its wildcard may stand for a file that the program runs. Write the words "
         "out, or say in `commands` that they are none: {command: " +
         safe_text(chain.levels.back().line.program) + ", code: words}";
}

constexpr const char* kVoidHere =
    "is asked about wherever this user can change which file a word of it names. Write whole paths "
    "of root's files, or say in `commands` that the words of the program are names (code: words)";

// Where sudo of this line would be asked about all the same; "": nowhere.
std::string why_still_asked(const Assessor& assessor, const std::string& line) {
  const auto read = read_pre_confirmed("sudo " + line);
  if (!read) return {};  // the loader refuses it
  ExampleFacts facts(Raising::kOutside);
  Action action = exec_of(read->argv, facts.cwd());
  action.image_setuid = true;
  const Assessment judged = assessor.assess(action, facts);
  if (judged.tier <= kHighestConfirmed && !judged.block) {
    std::string why = why_no_wildcard(assessor, line, action);
    return why.empty() && judged.rebindable ? kVoidHere : why;
  }
  return "never holds: it is tier 3, which a person confirms each time" +
         (judged.reason.empty() ? std::string() : " (" + judged.reason + ")");
}

bool says_nothing(const CommandSpec& spec) {
  CommandSpec bare;
  bare.commands = spec.commands;
  bare.source = spec.source;
  return spec == bare;
}

}  // namespace

std::string why_too_wide(PathClass path_class, std::string_view pattern) {
  const bool anywhere = pattern.starts_with("**") || pattern.starts_with('/');
  if (!is_free(path_class) || !anywhere || !names_nothing(pattern)) return {};
  return "\"" + std::string(pattern) + "\" takes in every file of this machine, and " +
         name_of(path_class) +
         " is deleted and written unasked: name a folder, as in \"./scratch/**\"";
}

std::vector<std::string> doubts_about_free_places(const Policy& policy) {
  std::vector<std::string> doubts;
  for (const auto& [pattern, path_class] : policy.paths) {
    const std::string_view place = is_free(path_class) ? whole_place_of(pattern) : "";
    if (place.empty()) continue;
    doubts.push_back("paths." + std::string(name_of(path_class)) + ": \"" + pattern + "\" calls " +
                     std::string(place) +
                     " scratch: deleted and written unasked. Name a folder, as in "
                     "\"./scratch/**\"");
  }
  return doubts;
}

std::vector<std::string> doubts_about_people(const Policy& policy) {
  if (policy.two_person_tier == 0 || !policy.approvers.empty()) return {};
  return {
      "two_person: `approvers` names nobody, so what takes two people is denied at once: name "
      "those who may approve, as in approvers: [ana, ben]"};
}

std::vector<std::string> doubts_about_modes(const Policy& policy) {
  std::vector<std::string> doubts;
  if (!policy.safe_mode)
    doubts.emplace_back(
        "safe_mode: off lets tiers 1 to 3 go unasked, a deleted .git among them; it is meant for "
        "machines that are thrown away");
  for (const auto& [name, mode] : policy.modes) {
    const auto shipped = built_in_mode(name);
    if (!shipped || mode.tiers == shipped->tiers) continue;
    doubts.push_back("modes: \"" + name + "\" is a built-in mode, and means something else here: " +
                     difference_text(mode, *shipped) +
                     ". Give it a name of its own, and choose that with `mode`");
  }
  return doubts;
}

std::vector<LineDoubt> doubts_about_lines(const Policy& policy,
                                          const std::vector<std::string>& lines) {
  std::vector<LineDoubt> doubts;
  if (lines.empty()) return doubts;
  const Assessor assessor(std::make_shared<const Policy>(policy));
  for (const std::string& text : lines)
    if (auto doubt = doubt_about(assessor, text)) doubts.push_back(std::move(*doubt));
  return doubts;
}

std::vector<std::string> doubts_about_pre_confirmed(const Policy& policy) {
  std::vector<std::string> doubts;
  for (const LineDoubt& doubt : doubts_about_lines(policy, policy.pre_confirmed))
    doubts.push_back("pre_confirmed: \"" + doubt.line + "\" " + doubt.why);
  return doubts;
}

std::vector<std::string> doubts_about_allowed_raises(const Policy& policy) {
  std::vector<std::string> doubts;
  if (policy.sudo_allow.empty()) return doubts;
  const Assessor assessor(std::make_shared<const Policy>(policy));
  for (const std::string& line : policy.sudo_allow) {
    const std::string why = why_still_asked(assessor, line);
    if (!why.empty()) doubts.push_back("sudo.allow: \"" + line + "\" " + why);
  }
  return doubts;
}

std::vector<std::string> doubts_about_commands(const Policy& policy) {
  std::vector<std::string> doubts;
  for (const CommandSpec& spec : policy.commands) {
    if (!says_nothing(spec)) continue;
    const std::string& name = spec.commands.front();
    doubts.push_back("commands: \"" + name +
                     "\" says nothing about that program. `commands` tells how its words are read; "
                     "to let it run unasked write rules: [{id: " +
                     name + ", when: {command: " + name + "}, decision: allow}]");
  }
  return doubts;
}

}  // namespace guard::policy
