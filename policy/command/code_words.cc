// SPDX-License-Identifier: Apache-2.0
#include "policy/command/code_words.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

#include "base/limits.h"
#include "base/text/text.h"
#include "policy/command/interpreters.h"
#include "policy/command/known_flags.h"
#include "policy/command/written_files.h"
#include "policy/text/glob.h"

namespace guard::policy {
namespace {

constexpr std::size_t kLongestPath = 4096;
// The characters that may stand around a name in a word: of values, of lists, and of a text that a
// program reads.
constexpr std::string_view kAround = "=:,@+ \t\r\n;|&<>(){}[]!'\"`#%$";
constexpr std::string_view kInPlainWord =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.+-";

RunsCode code_of(const CommandLevel& level) {
  return level.spec == nullptr ? RunsCode::kUnknown : level.spec->code;
}

// How many words are its own, argv[0] among them; the rest is the next level's.
std::size_t own_words(const CommandLevels& reading, std::size_t at) {
  const auto& outer = reading.levels[at].argv;
  if (at + 1 == reading.levels.size()) return outer.size();
  const auto& inner = reading.levels[at + 1].argv;
  const auto ends =
      std::mismatch(outer.rbegin(), outer.rend() - 1, inner.rbegin(), inner.rend() - 1);
  // The program itself stands in front: by a path, perhaps.
  const auto same = static_cast<std::size_t>(outer.rend() - ends.first);
  return std::max<std::size_t>(same - (same > 1 ? 1 : 0), 1);
}

bool is_path(std::string_view word) {
  return word == "." || word == ".." || word.starts_with('/') || word.starts_with("./") ||
         word.starts_with("../");
}

// Whoever names such a file means it, whether it is there yet or not: `dpkg -i later.deb`.
constexpr auto kFileEndings = std::to_array<std::string_view>(
    {"apk", "awk",   "bash", "bin", "cfg",     "cnf", "conf", "deb", "exe",    "gz",  "ini",
     "jar", "js",    "json", "ko",  "lua",     "mjs", "out",  "php", "pl",     "py",  "rb",
     "rpm", "rules", "run",  "sed", "service", "sh",  "snap", "so",  "socket", "sql", "tar",
     "tgz", "timer", "toml", "txt", "war",     "xml", "yaml", "yml", "zip"});

bool names_file(std::string_view word) {
  const std::size_t dot = word.rfind('.');
  return dot != std::string_view::npos && dot > 0 && word.find("://") == std::string_view::npos &&
         std::ranges::find(kFileEndings, word.substr(dot + 1)) != kFileEndings.end();
}

// A shell, an interpreter, what builds or whatever can be typed at.
bool runs_anything(std::string_view word, const SpecTable* specs) {
  const std::string_view name = base_name(word);
  if (name.empty()) return false;
  if (is_interpreter(name)) return true;
  const CommandSpec* spec = specs == nullptr ? nullptr : specs->find(name);
  return spec != nullptr &&
         (spec->wrapper.shell_text_flag == "c" || spec->code == RunsCode::kFolder ||
          spec->code == RunsCode::kTyped || spec->code == RunsCode::kShell);
}

// It runs nothing, whatever it is given.
bool takes_data_alone(const CommandSpec* spec) {
  return spec != nullptr && spec->code == RunsCode::kNone && spec->code_flags.empty() &&
         spec->code_sub.empty() && !spec->wrapper.is_wrapper &&
         spec->operand_role != OperandRole::kFindRoots;
}

std::string_view first_token(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t\n"), text.size());
  text.remove_prefix(begin);
  return text.substr(0, text.find_first_of(" \t\n"));
}

bool is_number(std::string_view word) {
  return word.find_first_not_of("0123456789") == std::string_view::npos;
}

class Collector {
 public:
  Collector(const CommandLevels& reading, std::size_t at)
      : reading_(reading), level_(reading.levels[at]), code_(code_of(level_)) {
    take_options();
    take_subcommands();
    take_found_programs();
    const bool typed = code_ == RunsCode::kTyped && !says_all();
    const bool is_last = at + 1 == reading.levels.size();
    if (typed || (code_ == RunsCode::kShell && is_last) || written_files(level_).starts)
      words_.open = true;
    if (code_ == RunsCode::kNone) return;
    std::string_view subcommand = level_.line.subcommand;
    const std::size_t own = own_words(reading, at);
    for (std::size_t i = 1; i < own && !words_.open; ++i) {
      const std::string& word = level_.argv[i];
      if (!subcommand.empty() && subcommand.starts_with(word)) {
        subcommand.remove_prefix(std::min(word.size() + 1, subcommand.size()));
        continue;
      }
      take(word);
    }
  }
  CodeWords words() { return std::move(words_); }

 private:
  // `psql -c '...'`: nothing is typed.
  [[nodiscard]] bool says_all() const {
    return std::ranges::any_of(level_.spec->code_unless,
                               [&](const std::string& name) { return level_.line.has_flag(name); });
  }
  void take_options() {
    if (level_.spec == nullptr) return;
    for (const std::string& entry : level_.spec->code_flags)
      for (const Flag& flag : level_.line.flags)
        if (flag.name == flag_name(entry)) take_option(entry, flag);
  }
  void take_option(std::string_view entry, const Flag& flag) {
    const std::size_t equals = entry.find('=');
    if (!flag.value) {
      words_.open = words_.open || equals == std::string_view::npos;
    } else if (equals != std::string_view::npos) {
      words_.open = words_.open || word_glob_matches(entry.substr(equals + 1), *flag.value);
    } else if (is_plain_command(*flag.value)) {
      words_.files.push_back(*flag.value);
    } else {
      words_.open = true;
    }
  }
  // "zstd", "zstd -19": a program that is found by its name, and options of one that takes data.
  [[nodiscard]] bool is_plain_command(std::string_view text) const {
    const std::string_view program = first_token(text);
    if (text.starts_with('-') || text.starts_with(' ') || runs_anything(program, reading_.specs))
      return false;
    if (text.find_first_not_of(std::string(kInPlainWord) + ' ') != std::string_view::npos)
      return false;
    if (program.size() == text.size()) return true;
    if (reading_.specs == nullptr || !takes_data_alone(reading_.specs->find(program))) return false;
    for (std::size_t at = text.find(' '); at != std::string_view::npos; at = text.find(' ', at + 1))
      if (at + 1 < text.size() && text[at + 1] != '-' && text[at + 1] != ' ') return false;
    return true;
  }

  void take_subcommands() {
    if (level_.spec == nullptr) return;
    words_.open = words_.open || std::ranges::any_of(level_.spec->code_sub, [&](const auto& sub) {
                    return may_have_subcommand(level_.line, sub);
                  });
  }

  // `find -exec PROGRAM`: what it finds are its words.
  void take_found_programs() {
    constexpr auto kRuns = std::to_array<std::string_view>({"exec", "execdir", "ok", "okdir"});
    if (level_.spec == nullptr || level_.spec->operand_role != OperandRole::kFindRoots) return;
    for (const Flag& flag : level_.line.flags) {
      if (std::ranges::find(kRuns, flag.name) == kRuns.end()) continue;
      const CommandSpec* spec = flag.value && reading_.specs != nullptr
                                    ? reading_.specs->find(base_name(*flag.value))
                                    : nullptr;
      if (!takes_data_alone(spec)) words_.open = true;
    }
  }

  void take(std::string_view word) {
    if (code_ != RunsCode::kWords && word == "-") words_.open = true;  // standard input
    take_value(word);
    const bool address =
        word.find("://") != std::string_view::npos && word.find("file:") == word.npos;
    if (address) return;
    if (word.starts_with('-') && !word.starts_with("--"))
      for (std::size_t i = 2; i < word.size(); ++i) take_value(word.substr(i));
    take_parts(word);
    take_paths_within(word);
    // Its program may look from another folder: `service ../../tmp/x` from /etc/init.d.
    const bool relative = word.find('/') != std::string_view::npos && !word.starts_with('/');
    if (relative && !word.starts_with('-')) add(words_.files, "/" + std::string(word));
  }
  // Takes the parts between two of the bytes around, and all behind one.
  void take_parts(std::string_view word) {
    for (std::size_t at = word.find_first_of(kAround); at != std::string_view::npos;
         at = word.find_first_of(kAround, at + 1)) {
      const std::string_view rest = word.substr(at + 1);
      take_value(rest);
      const std::size_t end = rest.find_first_of(kAround);
      if (end != std::string_view::npos) take_value(rest.substr(0, end));
    }
    const std::size_t first = word.find_first_of(kAround);
    if (first != std::string_view::npos) take_value(word.substr(0, first));
  }
  // "1e./x", "-I/home/x": from each beginning of a path on.
  void take_paths_within(std::string_view word) {
    for (std::size_t at = 1; at < word.size(); ++at) {
      const std::string_view rest = word.substr(at);
      if (word[at - 1] == '.' || !(rest[0] == '/' || is_path(rest))) continue;
      add(words_.files, std::string(rest.substr(0, rest.find_first_of(kAround))));
    }
  }
  void take_value(std::string_view value) {
    if (value.empty() || value.size() >= kLongestPath) return;
    if (code_ == RunsCode::kUnknown && runs_anything(first_token(value), reading_.specs))
      words_.open = true;
    add(is_path(value) || names_file(value) ? words_.paths : words_.files, std::string(value));
  }
  void add(std::vector<std::string>& list, std::string name) {
    if (code_ == RunsCode::kWords && name.find('/') == std::string::npos && !is_path(name)) return;
    if (words_.files.size() + words_.paths.size() >= size_limit("sudo.names")) words_.open = true;
    if (!words_.open) list.push_back(std::move(name));
  }

  const CommandLevels& reading_;
  const CommandLevel& level_;
  const RunsCode code_;
  CodeWords words_;
};

}  // namespace

CodeWords code_words(const CommandLevels& reading, std::size_t at) {
  return Collector(reading, at).words();
}

std::vector<std::string> named_files(const CommandLevels& reading, std::size_t at) {
  const CommandLevel& level = reading.levels[at];
  CodeWords code = code_words(reading, at);
  std::vector<std::string> names = std::move(code.files);
  std::ranges::move(code.paths, std::back_inserter(names));
  std::erase_if(names, [](const std::string& name) { return name.starts_with('-'); });
  // A program that hands a command on has no word of its own that is data.
  if (code_of(level) != RunsCode::kNone || level.spec->wrapper.is_wrapper) return names;
  const std::size_t own = own_words(reading, at);
  for (std::size_t i = 1; i < own; ++i) {
    const std::string& word = level.argv[i];
    const bool counts = level.argv[i - 1].starts_with('-') && is_number(word);  // `head -n 1`
    if (!word.starts_with('-') && !counts) names.push_back(word);
    if (const std::size_t equals = word.find('='); equals != std::string::npos)
      names.push_back(word.substr(equals + 1));
  }
  for (const Flag& flag : level.line.flags)
    if (flag.value && !is_number(*flag.value)) names.push_back(*flag.value);
  return names;
}

bool takes_names_alone(const CommandLevel& level) {
  const RunsCode code = code_of(level);
  if (code != RunsCode::kNone && code != RunsCode::kWords) return false;
  const auto given = [&](const std::string& name) {
    return may_have_flag(level.line, flag_name(name), level.spec);
  };
  return std::ranges::none_of(level.spec->code_flags, given);
}

}  // namespace guard::policy
