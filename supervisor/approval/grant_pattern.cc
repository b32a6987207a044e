// SPDX-License-Identifier: Apache-2.0
#include "supervisor/approval/grant_pattern.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text/path.h"
#include "base/text/text.h"
#include "policy/network/internal_address.h"
#include "policy/network/network_tiers.h"
#include "policy/vocabulary/own_rules.h"
#include "supervisor/approval/grants.h"

namespace guard::supervisor {
namespace {

struct PatternWord {
  std::string text;
  bool quoted = false;
};

// Words as base/text's command_text writes them: blanks part, single quotes hold together, a
// backslash outside of them takes the next character as it is. Nothing for an open quote.
std::vector<PatternWord> words_of(std::string_view pattern) {
  std::vector<PatternWord> words;
  bool inside = false;  // of a word
  bool quote = false;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const char c = pattern[i];
    if (c == ' ' && !quote) {
      inside = false;
      continue;
    }
    if (!inside) words.emplace_back();
    inside = true;
    PatternWord& word = words.back();
    if (c == '\'') {
      quote = !quote;
      word.quoted = true;
    } else if (c == '\\' && !quote && i + 1 < pattern.size()) {
      word.text += pattern[++i];
      word.quoted = true;
    } else {
      word.text += c;
    }
  }
  if (quote) words.clear();
  return words;
}

bool is_star(const PatternWord& word) {
  return word.text == "*" && !word.quoted;
}

// "python3" is also the image "python3.11".
bool names_image(std::string_view word, std::string_view image) {
  if (!image.starts_with(word)) return false;
  return image.substr(word.size()).find_first_not_of("0123456789.") == std::string_view::npos;
}

// argv[0] is the program's own word. The image counts: an installed one of that name, or the very
// path that the pattern gives.
bool same_program(const std::string& pattern, const policy::Action& action) {
  const auto words = words_of(pattern);
  if (words.empty()) return false;
  const std::string& program = words.front().text;
  if (program.find('/') != std::string::npos) return program == action.exe;
  return action.image_origin == policy::ImageOrigin::kInstalled &&
         names_image(program, base_name(action.exe));
}

bool is_flag(const std::string& word) {
  return word.size() > 1 && word[0] == '-';
}

bool deletes(const policy::Assessment& assessment) {
  return policy::has_category(assessment, policy::Category::kFsDeleteOverwrite);
}

// One category stands for reading secrets, for changing them, and for what steers programs: a yes
// to one of these is no yes to the others.
std::string place_of_file_act(const policy::Action& action, const policy::Assessment& assessment) {
  if (!policy::is_delicate(assessment)) return {};
  if (action.act == policy::Act::kRead) return "reads secrets";
  if (action.also_reads) return "reads and changes secrets";
  const bool steers = std::ranges::any_of(action.objects, [](const policy::Object& object) {
    return object.path_class == policy::PathClass::kConfig;
  });
  return steers ? "changes what steers programs" : "changes secrets";
}

bool name_is_proven(policy::NameSource source) {
  return source == policy::NameSource::kLiteral || source == policy::NameSource::kDns ||
         source == policy::NameSource::kFake;
}

// WHERE: "*.example.org", "*.example.org:443"; PORT: ":443".
bool is_above(std::string_view where, std::string_view port, std::string_view name) {
  if (!where.starts_with("*.")) return false;
  std::string_view end = where.substr(1);
  if (end.ends_with(port)) end.remove_suffix(port.size());
  return end.size() > 1 && name.size() > end.size() && name.ends_with(end);
}

// The assessor looks at what a program was given in its environment: an injected loader adds a
// category, and the grant must have that category too.
bool covers_exec(const std::string& pattern, const policy::Action& action) {
  return same_program(pattern, action) && covers_command(pattern, action.argv);
}

bool covers_objects(const std::string& pattern, const policy::Action& action) {
  return !action.objects.empty() && std::all_of(action.objects.begin(), action.objects.end(),
                                                [&pattern](const policy::Object& object) {
                                                  return covers_path(pattern, object.path);
                                                });
}

// A local socket: this one, never those beside it.
bool names_socket(const std::string& pattern, const policy::Action& action) {
  return !action.objects.empty() && pattern == action.objects.front().path;
}

// Rows of the table of file acts that are about content alone: nothing of them gives rights.
constexpr std::array<std::string_view, 4> kContentRules = {
    policy::own_rule("fs.create"), policy::own_rule("fs.delete"), policy::own_rule("fs.overwrite"),
    policy::own_rule("fs.rename")};

bool is_about_content(const policy::Assessment& assessment) {
  const auto of_files = [](policy::Category category) {
    return category == policy::Category::kFsDeleteOverwrite ||
           category == policy::Category::kFsOutsideWorkspace ||
           category == policy::Category::kFsConfigSecrets;
  };
  return std::find(kContentRules.begin(), kContentRules.end(), assessment.rule) !=
             kContentRules.end() &&
         !assessment.changes_metadata &&
         std::all_of(assessment.categories.begin(), assessment.categories.end(), of_files);
}

void add_part(std::string& text, std::string_view part) {
  // The length in front keeps {"a b"} apart from {"a", "b"}.
  text += std::to_string(part.size()) + ":" + std::string(part) + ";";
}

}  // namespace

bool covers_command(const std::string& pattern, const std::vector<std::string>& argv) {
  auto words = words_of(pattern);
  const bool any_rest = !words.empty() && is_star(words.back());
  if (any_rest) words.pop_back();
  if (words.empty() || std::any_of(words.begin(), words.end(), is_star)) return false;
  if (argv.size() < words.size() || (!any_rest && argv.size() != words.size())) return false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].text == argv[i]) continue;
    if (i != 0 || words[i].text != base_name(argv[i])) return false;
  }
  return true;
}

bool covers_path(std::string_view pattern, std::string_view path) {
  if (!pattern.starts_with('/')) return false;
  while (pattern.ends_with("/") || pattern.ends_with("/*") || pattern.ends_with("/**"))
    pattern.remove_suffix(pattern.size() - pattern.rfind('/'));
  if (pattern.empty()) return false;  // "/" and "/*" remember nothing
  if (!path.starts_with(pattern)) return false;
  return path.size() == pattern.size() || path[pattern.size()] == '/';
}

bool covers_host(const std::string& pattern, const policy::Destination& destination) {
  const std::size_t slash = pattern.find('/');
  const std::string where = pattern.substr(0, slash);
  const std::string protocol = slash == std::string::npos ? "" : pattern.substr(slash + 1);
  const bool any_protocol = slash == std::string::npos;
  if (where.empty() || (!any_protocol && protocol != destination.protocol)) return false;
  const std::string port = ":" + std::to_string(destination.port);
  const auto fits = [&](const std::string& host) {
    return !host.empty() && (where == host || where == host + port);
  };
  const bool here = fits(destination.address) || where == "[" + destination.address + "]" + port;
  if (here && !destination.stand_in) return true;
  return name_is_proven(destination.name_source) &&
         (fits(destination.name) || is_above(where, port, destination.name)) &&
         (destination.stand_in || !policy::is_internal_address(destination.address));
}

std::string host_pattern(const policy::Destination& destination) {
  if (destination.name.empty()) return {};
  std::string pattern =
      destination.name + ":" + std::to_string(destination.port) + "/" + destination.protocol;
  const bool is_known =
      name_is_proven(destination.name_source) && covers_host(pattern, destination);
  return is_known ? pattern : std::string();
}

// Safe because nothing but the start is allowed by it: what the program then does is judged act by
// act. A walk that was cut short may have missed a secret, and a copy of rm is not rm.
bool covers_effect(const std::string& pattern, const policy::Action& action,
                   const policy::Assessment& assessment) {
  const auto& effect = assessment.effect;
  const bool known = action.act == policy::Act::kExec && effect && effect->complete &&
                     !assessment.wildcard && !effect->operands.empty() &&
                     action.image_origin == policy::ImageOrigin::kInstalled;
  if (!known || !is_about_content(assessment) || policy::is_delicate(assessment)) return false;
  return std::all_of(effect->operands.begin(), effect->operands.end(),
                     [&pattern](const policy::EffectOperand& operand) {
                       return covers_path(pattern, operand.object.path);
                     });
}

bool denies_effect(const std::string& pattern, const policy::Action& action,
                   const policy::Assessment& assessment) {
  const auto& effect = assessment.effect;
  if (action.act != policy::Act::kExec || !effect || effect->operands.empty()) return false;
  return std::ranges::all_of(effect->operands, [&pattern](const policy::EffectOperand& operand) {
    return covers_path(pattern, operand.object.path);
  });
}

bool denies_a_part(const std::string& pattern, const policy::Action& action,
                   const policy::Assessment& assessment) {
  const auto& effect = assessment.effect;
  if (action.act != policy::Act::kExec || !effect || !deletes(assessment)) return false;
  return std::ranges::any_of(effect->operands, [&](const policy::EffectOperand& operand) {
    return operand.object.type != policy::ObjectType::kMissing &&
           covers_path(pattern, operand.object.path);
  });
}

std::string loop_folder(const policy::Assessment& assessment) {
  return std::string(parent_of(assessment.effect->operands.front().object.path));
}

std::string loop_run(const policy::Action& action, const policy::Assessment& assessment) {
  const auto& effect = assessment.effect;
  const bool known = action.act == policy::Act::kExec && assessment.wildcard && effect &&
                     effect->complete && !effect->operands.empty() && assessment.tier < 3 &&
                     assessment.rule == policy::own_rule("fs.delete.wildcard") &&
                     action.image_origin == policy::ImageOrigin::kInstalled;
  if (!known || policy::is_delicate(assessment)) return {};
  const std::string folder = loop_folder(assessment);
  const bool files_alone = std::ranges::all_of(effect->operands, [&](const auto& operand) {
    return operand.object.type != policy::ObjectType::kDirectory &&
           parent_of(operand.object.path) == folder;
  });
  if (!files_alone) return {};
  std::string text;
  add_part(text, action.exe);
  add_part(text, folder);
  for (const policy::Category category : assessment.categories)
    add_part(text, policy::name_of(category));
  // The words behind the program's name that are no files of that folder: options.
  for (const std::string& word : action.argv)
    if (is_flag(word)) add_part(text, word);
  return text;
}

bool has_flags(const std::string& pattern) {
  const auto words = words_of(pattern);
  return std::any_of(words.begin(), words.end(),
                     [](const PatternWord& word) { return is_flag(word.text); });
}

bool adds_flags(const std::string& pattern, const policy::Action& action,
                const policy::Assessment& assessment) {
  if (action.act != policy::Act::kExec || !deletes(assessment)) return false;
  const auto words = words_of(pattern);
  for (const std::string& word : action.argv) {
    if (word == "--") return false;
    const auto same = [&word](const PatternWord& known) { return known.text == word; };
    if (is_flag(word) && std::none_of(words.begin(), words.end(), same)) return true;
  }
  return false;
}

std::uint64_t granted_inode(const policy::Action& action, const policy::Assessment& assessment) {
  const bool one_file = action.act != policy::Act::kExec && policy::is_delicate(assessment);
  return one_file && !action.objects.empty() ? action.objects.front().inode : 0;
}

namespace {

bool is_place_of_push(const policy::Assessment& assessment) {
  return !assessment.details.empty() && assessment.details.front().starts_with("to ");
}

// CHANGE of the environment leads git, or a program that git starts, elsewhere.
bool leads_elsewhere(const std::string& change) {
  constexpr auto kNames =
      std::to_array<std::string_view>({"GIT_", "HOME=", "XDG_", "SSH_", "PATH="});
  return std::ranges::any_of(kNames, [&](auto name) { return change.starts_with(name); });
}

std::string where_it_starts(const policy::Action& action) {
  const bool elsewhere = std::ranges::any_of(action.environment_changes, leads_elsewhere);
  return elsewhere ? kNowhere : "in " + action.cwd;
}

// A command that runs with other rights is read by its words alone, and in another folder a
// relative one leads to other files. Whole paths and plain options lead to the same anywhere.
bool leads_from_here(const std::string& word) {
  const bool is_plain_flag = is_flag(word) && word.find('=') == std::string::npos &&
                             (word.size() == 2 || word.starts_with("--"));
  return !is_plain_flag && !word.starts_with('/');
}

bool is_raised_from_here(const policy::Action& action, const policy::Assessment& assessment) {
  constexpr std::size_t kBehindProgram = 2;  // sudo, and what it runs
  return assessment.raised && action.argv.size() > kBehindProgram &&
         std::any_of(action.argv.begin() + kBehindProgram, action.argv.end(), leads_from_here);
}

}  // namespace

std::string grant_place(const policy::Action& action, const policy::Assessment& assessment) {
  if (action.act != policy::Act::kExec) return place_of_file_act(action, assessment);
  // Where it is not known where a push leads, the same words may lead elsewhere from elsewhere.
  if (assessment.rule.starts_with("git.push"))
    return is_place_of_push(assessment) ? assessment.details.front() : where_it_starts(action);
  // A search: for the secrets that its question named.
  if (assessment.rule == policy::own_rule("fs.read") && !assessment.details.empty())
    return "in " + action.cwd + ", " + assessment.details.front();
  if (!deletes(assessment) && !policy::is_delicate(assessment) &&
      !is_raised_from_here(action, assessment))
    return {};
  std::string place = "in " + action.cwd;
  for (const std::string& change : action.environment_changes) {
    if (change.starts_with("GIT_DIR=") || change.starts_with("GIT_WORK_TREE="))
      place += ", " + change;
  }
  return place;
}

bool covers_action(const std::string& pattern, const policy::Action& action) {
  switch (action.act) {
    case policy::Act::kExec:
      return covers_exec(pattern, action);
    case policy::Act::kConnect:
      return action.destination.address.empty() ? names_socket(pattern, action)
                                                : covers_host(pattern, action.destination);
    case policy::Act::kListen:
      return pattern == policy::listen_pattern(action.destination);
    case policy::Act::kSign:
      return !pattern.empty() && pattern == action.key.pattern;
    case policy::Act::kSignal:
    case policy::Act::kSystem:
      return false;
    default:
      return covers_objects(pattern, action);
  }
}

std::string act_identity(const policy::Action& action) {
  std::string text;
  add_part(text, policy::name_of(action.act));
  add_part(text, action.cwd);
  add_part(text, action.exe);
  for (const std::string& word : action.argv) add_part(text, word);
  add_part(text, "|environment");
  for (const std::string& change : action.environment_changes) add_part(text, change);
  add_part(text, "|objects");
  for (const policy::Object& object : action.objects) add_part(text, object.path);
  add_part(text, "|destination");
  add_part(text, action.destination.address);
  add_part(text, std::to_string(action.destination.port));
  add_part(text, action.destination.protocol);
  if (action.act == policy::Act::kSign) add_part(text, action.key.words);
  return text;
}

}  // namespace guard::supervisor
