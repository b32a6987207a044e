// SPDX-License-Identifier: Apache-2.0
#include "policy/assess/exec_details.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text/text.h"
#include "policy/text/glob.h"

namespace guard::policy {
namespace {

constexpr std::size_t kColumns = 80;
using Details = std::vector<std::string>;

std::string short_command(const std::vector<std::string>& argv) {
  return shortened(command_text(argv), kColumns);
}

std::string joined(const std::vector<std::string>& words, std::size_t from) {
  std::vector<std::string> rest;
  for (std::size_t i = from; i < words.size(); ++i) rest.push_back(words[i]);
  return short_command(rest);
}

std::string verb_of(const CommandLine& line) {
  return line.subcommand.empty() ? line.program : line.program + " " + safe_text(line.subcommand);
}

Details git_details(const CommandLine& line) {
  Details details = {verb_of(line)};
  if (line.operands.size() > 1) details.push_back("branch or tag: " + joined(line.operands, 1));
  if (!line.operands.empty()) details.push_back("remote: " + safe_text(line.operands[0]));
  return details;
}

struct Manifest {
  std::string_view program;
  std::string_view file;
};
constexpr std::array kManifests = {
    Manifest{"npm", "package.json"},      Manifest{"pnpm", "package.json"},
    Manifest{"yarn", "package.json"},     Manifest{"bun", "package.json"},
    Manifest{"cargo", "Cargo.toml"},      Manifest{"go", "go.mod"},
    Manifest{"poetry", "pyproject.toml"}, Manifest{"uv", "pyproject.toml"},
    Manifest{"bundle", "Gemfile"},        Manifest{"composer", "composer.json"}};

Details package_details(const CommandLine& line) {
  Details details = {"manager: " + line.program};
  if (!line.operands.empty()) details.push_back("packages: " + joined(line.operands, 0));
  for (const auto& [program, file] : kManifests) {
    if (program == line.program) details.push_back("manifest: " + std::string(file));
  }
  return details;
}

Details sudo_details(const CommandLevel& level) {
  std::optional<std::string> user = level.line.value_of("u");
  if (!user) user = level.line.value_of("user");
  Details details = {short_command(level.argv), "as " + safe_text(user.value_or("root"))};
  return details;
}

Details network_details_of(const CommandLine& line) {
  Details details = {verb_of(line)};
  if (!line.operands.empty()) details.push_back(joined(line.operands, 0));
  const auto method = line.value_of("X") ? line.value_of("X") : line.value_of("request");
  if (method) details.push_back("method: " + safe_text(*method));
  return details;
}

Details system_details(const CommandLine& line) {
  Details details = {verb_of(line)};
  if (!line.operands.empty()) details.push_back(joined(line.operands, 0));
  return details;
}

struct OriginWords {
  ImageOrigin origin;
  const char* words;
};
constexpr std::array kOrigins = {OriginWords{ImageOrigin::kInstalled, "an installed program"},
                                 OriginWords{ImageOrigin::kWorkspace, "a program of the workspace"},
                                 OriginWords{ImageOrigin::kBorn, "written in this session"},
                                 OriginWords{ImageOrigin::kBornInBuild, "built in this session"},
                                 OriginWords{ImageOrigin::kMemfd, "a program in memory only"},
                                 OriginWords{ImageOrigin::kDeleted, "a deleted file"},
                                 OriginWords{ImageOrigin::kOther, "a program of unknown origin"}};

Details program_details(const Action& action, const CommandLevel& level) {
  Details details = {short_command(level.argv), "in " + safe_text(action.cwd)};
  for (const auto& [origin, words] : kOrigins) {
    if (origin == action.image_origin) details.emplace_back(words);
  }
  return details;
}

bool is_flag(const std::string& word) {
  return word.size() > 1 && word[0] == '-';
}

std::size_t word_count(std::string_view text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), ' ')) + 1;
}

// "stash drop" is two words, whatever the spec says of git: `git stash *` would be `clear` too.
std::size_t subcommand_words(const CommandLevel& lead, const std::string& rule) {
  auto words = static_cast<std::size_t>(lead.spec->subcommand_words);
  for (const SpecRule& row : lead.spec->rules) {
    if (row.id != rule) continue;
    for (const std::string& sub : row.sub) {
      if (may_have_subcommand(lead.line, sub)) words = std::max(words, word_count(sub));
    }
  }
  return words;
}

// How many words of the command the pattern keeps besides the program, before its flags.
std::size_t kept_words(const CommandLevel& lead, const Assessment& assessment) {
  if (lead.spec == nullptr || !lead.spec->subcommand) return 0;
  const bool publishes = assessment.categories.front() == Category::kGitPublish;
  return subcommand_words(lead, assessment.rule) +
         (publishes && lead.line.program == "git" ? 1 : 0);
}

bool is_value(const CommandLine& line, const std::string& word) {
  return std::any_of(line.flags.begin(), line.flags.end(),
                     [&word](const Flag& flag) { return flag.value == word; });
}

// The end of the flags that begin at FROM. Nothing where one comes later, or takes the next word
// as its value: then no beginning of the command tells what it does.
std::optional<std::size_t> end_of_flags(const CommandLine& line,
                                        const std::vector<std::string>& argv, std::size_t from) {
  std::size_t end = from;
  while (end < argv.size() && is_flag(argv[end])) {
    if (argv[end++] == "--") return end;
  }
  if (end > from && end < argv.size() && is_value(line, argv[end])) return std::nullopt;
  for (std::size_t i = end; i < argv.size() && argv[i] != "--"; ++i) {
    if (is_flag(argv[i])) return std::nullopt;
  }
  return end;
}

}  // namespace

std::string read_as(const Action& action) {
  return "read as " + short_command(action.known_argv);
}

std::vector<std::string> exec_details(const Action& action, const CommandLevel& lead,
                                      Category category) {
  switch (category) {
    case Category::kSudo:
      return sudo_details(lead);
    case Category::kGitPublish:
      return git_details(lead.line);
    case Category::kDepsInstallUpdate:
      return package_details(lead.line);
    case Category::kNetworkRisk:
      return network_details_of(lead.line);
    case Category::kSystemImpact:
      return system_details(lead.line);
    case Category::kExecArbitrary:
      return program_details(action, lead);
    case Category::kFsConfigSecrets:
    case Category::kFsOutsideWorkspace:
    case Category::kFsDeleteOverwrite:
      break;
  }
  return {short_command(lead.argv), "in " + safe_text(action.cwd)};
}

std::string exec_pattern(const Action& action, const CommandLevel& lead,
                         const Assessment& assessment) {
  const std::vector<std::string>& argv = action.argv;
  if (argv.empty()) return {};
  const std::size_t kept = kept_words(lead, assessment);
  const bool wrapped = base_name(argv[0]) != lead.argv[0];
  if (kept == 0 || wrapped || argv.size() <= kept) return command_text(argv);
  const auto is_before = [&](const std::string& word) {
    return is_flag(word) || std::ranges::any_of(lead.spec->selectors, [&](const auto& glob) {
             return word_glob_matches(glob, word);
           });
  };
  if (std::any_of(argv.begin() + 1, argv.begin() + static_cast<std::ptrdiff_t>(kept) + 1,
                  is_before))
    return command_text(argv);
  // How much is lost hangs on the flags: they stay.
  const auto end = has_category(assessment, Category::kFsDeleteOverwrite)
                       ? end_of_flags(lead.line, argv, kept + 1)
                       : std::optional(kept + 1);
  if (!end) return command_text(argv);
  std::vector<std::string> words(argv.begin(), argv.begin() + static_cast<std::ptrdiff_t>(*end));
  words.front() = std::string(base_name(argv[0]));
  return command_text(words) + " *";
}

}  // namespace guard::policy
