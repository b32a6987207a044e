// SPDX-License-Identifier: Apache-2.0
#include "policy/command/interpreters.h"

#include <algorithm>
#include <array>

#include "base/text/text.h"
#include "policy/text/glob.h"

namespace guard::policy {
namespace {

struct Interpreter {
  std::string_view glob;
  std::string_view text_letters;   // -c TEXT
  std::string_view text_name;      // --eval TEXT
  char module_letter;              // -m MODULE; 0: none
  std::string_view value_letters;  // further letters whose value follows
};

constexpr std::array kInterpreters = {
    Interpreter{"python", "c", "", 'm', "WXQ"},   Interpreter{"python[23]*", "c", "", 'm', "WXQ"},
    Interpreter{"pypy*", "c", "", 'm', "WXQ"},    Interpreter{"node", "ep", "eval", 0, "rC"},
    Interpreter{"nodejs", "ep", "eval", 0, "rC"}, Interpreter{"perl*", "eE", "", 0, "I"},
    Interpreter{"ruby*", "e", "", 0, "IrC"},      Interpreter{"php*", "r", "run", 0, "cdz"},
    Interpreter{"lua*", "e", "", 0, "l"},         Interpreter{"Rscript", "e", "", 0, ""}};

const Interpreter* interpreter_named(std::string_view program) {
  const auto found = std::find_if(kInterpreters.begin(), kInterpreters.end(), [&](const auto& row) {
    return word_glob_matches(row.glob, program);
  });
  return found == kInterpreters.end() ? nullptr : &*found;
}

bool holds(std::string_view letters, char letter) {
  return letters.find(letter) != std::string_view::npos;
}

enum class Meaning { kOptions, kText, kModule };

struct Reading {
  Meaning meaning = Meaning::kOptions;
  std::size_t words = 1;         // that the option takes
  std::string_view module_name;  // attached: -mpip
};

Reading read_cluster(std::string_view letters, const Interpreter& row) {
  for (std::size_t i = 0; i < letters.size(); ++i) {
    const bool last = i + 1 == letters.size();
    if (holds(row.text_letters, letters[i])) return {Meaning::kText, 1, {}};
    if (letters[i] == row.module_letter) return {Meaning::kModule, 1, letters.substr(i + 1)};
    if (holds(row.value_letters, letters[i])) return {Meaning::kOptions, last ? 2U : 1U, {}};
  }
  return {};
}

Reading read_option(std::string_view word, const Interpreter& row) {
  if (!word.starts_with("--")) return read_cluster(word.substr(1), row);
  const std::string_view name = word.substr(2, word.find('=') - 2);
  const bool text = !row.text_name.empty() && name == row.text_name;
  return {text ? Meaning::kText : Meaning::kOptions, 1, {}};
}

std::vector<std::string> module_command(const std::vector<std::string>& argv, std::size_t at,
                                        std::string_view attached) {
  std::vector<std::string> words;
  if (!attached.empty()) words.emplace_back(attached);
  for (std::size_t i = at + 1; i < argv.size(); ++i) words.push_back(argv[i]);
  return words;
}

// Programs of the system, beside the interpreters, that run code which they are given: the name,
// and the word that makes them do so ("": always).
struct RunsCode {
  std::string_view name;
  std::string_view word;
};
constexpr auto kRunsCode = std::to_array<RunsCode>({
    {"cmake", "-P"},
    {"emacs", ""},
    {"ex", ""},
    {"expect", ""},
    {"gdb", ""},
    {"gio", "remove"},
    {"gio", "trash"},
    {"nvim", ""},
    {"rvim", ""},
    {"tclsh", ""},
    {"vi", ""},
    {"view", ""},
    {"vim", ""},
    {"wish", ""},
});
// Installed scripts that run the code they are given.
constexpr auto kRunsItsArgument =
    std::to_array<std::string_view>({"cProfile.py", "code.py", "doctest.py", "pdb.py", "profile.py",
                                     "runpy.py", "timeit.py", "trace.py"});

// "tclsh8.6", "vim.basic": the name as people say it.
std::string_view plain_name(std::string_view name) {
  return name.substr(0, name.find_first_of(".0123456789"));
}

bool runs_code(const Actor& actor) {
  const std::string_view name = base_name(actor.exe);
  return is_interpreter(name) || std::ranges::any_of(kRunsCode, [&](const RunsCode& row) {
           return row.name == plain_name(name) &&
                  (row.word.empty() || std::ranges::find(actor.argv, row.word) != actor.argv.end());
         });
}

}  // namespace

bool is_interpreter(std::string_view program) {
  return interpreter_named(program) != nullptr;
}

std::vector<std::string> interpreted_command(const std::vector<std::string>& argv,
                                             const std::vector<std::string>& rest) {
  const Interpreter* row = argv.empty() ? nullptr : interpreter_named(base_name(argv[0]));
  if (row == nullptr) return rest;
  for (std::size_t i = 1; i < argv.size() && argv[i].size() > 1 && argv[i][0] == '-';) {
    if (argv[i] == "--") break;
    const Reading reading = read_option(argv[i], *row);
    if (reading.meaning == Meaning::kText) return {};
    if (reading.meaning == Meaning::kModule) return module_command(argv, i, reading.module_name);
    i += reading.words;
  }
  return rest;
}

bool does_as_its_code_says(const Actor& actor) {
  if (!actor.installed || actor.tampered) return true;
  const bool takes_code =
      actor.script.empty() ||
      std::ranges::find(kRunsItsArgument, actor.script) != kRunsItsArgument.end();
  return takes_code && runs_code(actor);
}

}  // namespace guard::policy
