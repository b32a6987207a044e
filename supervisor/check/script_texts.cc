// SPDX-License-Identifier: Apache-2.0
#include "supervisor/check/script_texts.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <sstream>

#include "base/files/unique_fd.h"
#include "base/text/text.h"
#include "supervisor/facts/tree_facts.h"

namespace guard::supervisor {
namespace {

using Json = nlohmann::json;
using Argv = std::vector<std::string>;

constexpr std::size_t kMostBytes = 262144;  // a longer file is not read
constexpr std::size_t kMostRules = 2000;

// Empty where it is no plain file, or too long.
std::string content_of(const std::string& path) {
  const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  struct stat status {};
  if (!fd.valid() || ::fstat(fd.get(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
  std::string content(kMostBytes + 1, '\0');
  std::size_t size = 0;
  while (size < content.size()) {
    const ssize_t n = ::read(fd.get(), content.data() + size, content.size() - size);
    if (n <= 0) break;
    size += static_cast<std::size_t>(n);
  }
  content.resize(size);
  return size > kMostBytes ? std::string() : content;
}

// The words of a command line, as all of these tools read them.
struct Words {
  std::string folder;
  std::string file;
  Argv operands;
  bool dry = false;
};

struct Tool {
  std::string_view names;         // with blanks between them
  std::string_view folder_flags;  // their value is where it looks
  std::string_view file_flags;
  std::string_view value_flags;  // other options that take the next word
  std::vector<ScriptText> (*read)(const Words& words);
};

bool has_word(std::string_view list, std::string_view word) {
  std::istringstream words{std::string(list)};
  for (std::string each; words >> each;) {
    if (each == word) return true;
  }
  return false;
}

// The value of the option at AT, where it is one of FLAGS; moves AT to it where it is a word
// itself.
const char* value_at(const Argv& argv, std::size_t& at, std::string_view flags) {
  const std::string& word = argv[at];
  const auto equals = word.find('=');
  if (word.starts_with("--") && equals != std::string::npos) {
    return has_word(flags, word.substr(0, equals)) ? word.c_str() + equals + 1 : nullptr;
  }
  if (!has_word(flags, word) || at + 1 >= argv.size()) return nullptr;
  return argv[++at].c_str();
}

Words words_of(const Argv& argv, const Tool& tool, const std::string& cwd) {
  constexpr std::string_view kDry = "-n --dry-run --just-print --recon -q --question";
  Words words;
  words.folder = cwd;
  for (std::size_t at = 1; at < argv.size(); ++at) {
    const std::string& word = argv[at];
    if (word == "--") break;  // what follows is the script's own
    if (!word.starts_with('-')) {
      words.operands.push_back(word);
    } else if (const char* folder = value_at(argv, at, tool.folder_flags)) {
      words.folder = lexically_normal(words.folder, folder);
    } else if (const char* file = value_at(argv, at, tool.file_flags)) {
      words.file = file;
    } else if (value_at(argv, at, tool.value_flags) == nullptr) {
      words.dry = words.dry || has_word(kDry, word);
    }
  }
  return words;
}

// A script is a text, or a list of texts.
std::string script_text(const Json& script) {
  if (script.is_string()) return script.get<std::string>();
  std::string text;
  if (!script.is_array()) return text;
  for (const Json& line : script) {
    if (line.is_string()) text += line.get<std::string>() + "\n";
  }
  return text;
}

std::vector<ScriptText> scripts_in(const Words& words, const std::string& file,
                                   const std::string& name) {
  const Json project = Json::parse(content_of(words.folder + "/" + file), nullptr, false);
  if (!project.is_object() || !project.contains("scripts")) return {};
  const Json& scripts = project["scripts"];
  std::vector<ScriptText> texts;
  for (const std::string& each : {"pre" + name, name, "post" + name}) {
    if (!scripts.is_object() || !scripts.contains(each)) continue;
    if (std::string text = script_text(scripts[each]); !text.empty())
      texts.push_back({each + " of " + file, std::move(text), words.folder});
  }
  return texts;
}

// `npm run NAME`; the others take NAME alone as well.
std::string script_name(const Words& words) {
  constexpr std::string_view kRun = "run run-script rum urn";
  if (words.operands.empty()) return {};
  const bool runs = has_word(kRun, words.operands[0]);
  if (!runs) return words.operands[0];
  return words.operands.size() > 1 ? words.operands[1] : std::string();
}

std::vector<ScriptText> package_scripts(const Words& words) {
  return scripts_in(words, "package.json", script_name(words));
}

// npm's own subcommands that run a script; every other one is no script's name.
std::vector<ScriptText> npm_scripts(const Words& words) {
  constexpr std::string_view kRuns = "run run-script rum urn test t start stop restart";
  if (words.operands.empty() || !has_word(kRuns, words.operands[0])) return {};
  return package_scripts(words);
}

std::vector<ScriptText> composer_scripts(const Words& words) {
  return scripts_in(words, "composer.json", script_name(words));
}

std::vector<ScriptText> recipes_in(const Words& words, std::span<const std::string_view> files) {
  std::string file = words.file;
  std::string content;
  for (const std::string_view each : files) {
    if (words.file.empty()) file = each;
    content = content_of(lexically_normal(words.folder, file));
    if (!content.empty()) break;
  }
  Argv targets = words.operands;
  std::erase_if(targets, [](const auto& word) { return word.find('=') != std::string::npos; });
  if (targets.empty()) targets.emplace_back();
  std::vector<ScriptText> texts;
  for (const std::string& target : targets) {
    std::string text = recipe_of(content, target);
    if (!text.empty()) texts.push_back({target + " of " + file, std::move(text), words.folder});
  }
  return texts;
}

std::vector<ScriptText> make_recipes(const Words& words) {
  constexpr auto kFiles = std::to_array<std::string_view>({"GNUmakefile", "makefile", "Makefile"});
  return recipes_in(words, kFiles);
}

std::vector<ScriptText> just_recipes(const Words& words) {
  constexpr auto kFiles = std::to_array<std::string_view>({"justfile", "Justfile", ".justfile"});
  return recipes_in(words, kFiles);
}

constexpr auto kTools = std::to_array<Tool>({
    {"npm cnpm", "--prefix -C", "", "-w --workspace", npm_scripts},
    {"pnpm yarn yarnpkg bun", "--cwd -C --dir --prefix", "", "--filter -F", package_scripts},
    {"composer", "-d --working-dir", "", "", composer_scripts},
    {"make gmake", "-C --directory", "-f --file --makefile", "-I -o -W", make_recipes},
    {"just", "-d --working-directory", "-f --justfile", "", just_recipes},
});

// One rule of a Makefile or a justfile.
struct Recipe {
  Argv needs;
  std::string text;
};

struct Recipes {
  std::string first;
  std::map<std::string, Recipe, std::less<>> rules;
};

// `$(X)` and `{{X}}` become `${X}`, which nobody knows here; `$$` is a `$` of the shell.
std::string as_shell(std::string_view line) {
  std::string out;
  while (line.starts_with('@') || line.starts_with('-') || line.starts_with('+')) {
    line.remove_prefix(1);
  }
  for (std::size_t at = 0; at < line.size(); ++at) {
    const auto rest = line.substr(at);
    const bool variable = rest.starts_with("$(") || rest.starts_with("{{");
    const auto end = variable ? rest.find(rest[0] == '$' ? ')' : '}') : std::string_view::npos;
    if (rest.starts_with("$$")) {
      out.push_back('$');
      ++at;
    } else if (end != std::string_view::npos) {
      out += "${MADE}";
      at += end + (rest[0] == '{' ? 1 : 0);
    } else {
      out.push_back(line[at]);
    }
  }
  return out;
}

Argv words_in(std::string_view text) {
  Argv words;
  std::istringstream in{std::string(text)};
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

// `TARGETS: NEEDS`; not `X := 1`, not a special target such as .PHONY.
bool read_rule(std::string_view line, Recipes& recipes, Argv& targets) {
  const auto colon = line.find(':');
  const auto hash = line.find('#');
  if (colon == std::string_view::npos || colon == 0 || hash < colon) return false;
  auto behind = line.substr(colon + 1);
  if (behind.starts_with(':')) behind.remove_prefix(1);
  if (behind.starts_with('=') || line.substr(0, colon).find('=') != std::string_view::npos)
    return false;
  behind = behind.substr(0, behind.find_first_of(";#"));
  targets = words_in(line.substr(0, colon));
  for (const std::string& target : targets) {
    if (recipes.rules.size() >= kMostRules) return false;
    Recipe& recipe = recipes.rules[target];
    for (std::string& need : words_in(behind)) recipe.needs.push_back(std::move(need));
    if (recipes.first.empty() && !target.starts_with('.')) recipes.first = target;
  }
  return true;
}

Recipes read_recipes(std::string_view file) {
  Recipes recipes;
  Argv targets;
  std::istringstream lines{std::string(file)};
  for (std::string line; std::getline(lines, line);) {
    for (std::string more; line.ends_with('\\') && std::getline(lines, more);) {
      line.pop_back();
      line += " " + more;
    }
    const auto start = line.find_first_not_of(" \t");
    if (start == std::string::npos) continue;
    if (start == 0) {
      targets.clear();
      (void)read_rule(line, recipes, targets);
      continue;
    }
    for (const std::string& target : targets) {
      recipes.rules[target].text += as_shell(std::string_view(line).substr(start)) + "\n";
    }
  }
  return recipes;
}

void append_recipe(const Recipes& recipes, const std::string& target, std::set<std::string>& seen,
                   std::string& text) {
  const auto found = recipes.rules.find(target);
  if (found == recipes.rules.end() || seen.size() >= kMostRules / 10 || !seen.insert(target).second)
    return;
  for (const std::string& need : found->second.needs) append_recipe(recipes, need, seen, text);
  text += found->second.text;
}

}  // namespace

std::string recipe_of(std::string_view makefile, std::string_view target) {
  const Recipes recipes = read_recipes(makefile);
  std::string text;
  std::set<std::string> seen;
  append_recipe(recipes, target.empty() ? recipes.first : std::string(target), seen, text);
  return text;
}

std::vector<ScriptText> script_texts(const Argv& argv, const std::string& cwd) {
  if (argv.empty()) return {};
  const auto tool = std::ranges::find_if(
      kTools, [&](const Tool& each) { return has_word(each.names, base_name(argv[0])); });
  if (tool == kTools.end()) return {};
  const Words words = words_of(argv, *tool, cwd);
  return words.dry ? std::vector<ScriptText>() : tool->read(words);
}

}  // namespace guard::supervisor
