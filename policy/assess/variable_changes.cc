// SPDX-License-Identifier: Apache-2.0
#include "policy/assess/variable_changes.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/text/text.h"
#include "policy/shell/set_by_words.h"

namespace guard::policy {
namespace {

using Words = std::span<const ShellWord>;

// Words that a shell sees through to its own builtin.
constexpr auto kPrefixes =
    std::to_array<std::string_view>({"command", "builtin", "time", "noglob", "nocorrect", "-"});

// Assignments in front of these stay, in a shell that keeps to POSIX.
constexpr auto kSpecial = std::to_array<std::string_view>(
    {":", ".", "eval", "exec", "readonly", "export", "set", "shift", "source", "trap", "unset"});

using Take = void (*)(Words operands, VariableChanges& changes);

// A builtin: its short options that take a value, those whose value is a variable, what it does
// with its operands, and the variables that it sets besides.
struct Builtin {
  std::string_view name;
  std::string_view value_flags;
  std::string_view name_flags;
  Take take;
  std::string_view also = {};
};

void take_nothing(Words, VariableChanges&) {}

void take_name(const ShellWord& word, VariableChanges& changes) {
  const std::string name = word.text.substr(0, word.text.find('['));
  if (word.literal && is_variable_name(name)) return changes.names.push_back(name);
  if (!word.literal) changes.all = true;
}

void take_names(Words operands, VariableChanges& changes) {
  for (const ShellWord& word : operands) take_name(word, changes);
}

void take_second(Words operands, VariableChanges& changes) {
  if (operands.size() > 1) take_name(operands[1], changes);
}

void take_arithmetic(Words operands, VariableChanges& changes) {
  for (const ShellWord& word : operands) {
    if (!word.literal) changes.all = true;
    append_set_by_arithmetic(word.text, changes.names);
  }
}

void take_all(Words, VariableChanges& changes) {
  changes.all = true;
}

// `X=v` as an operand; where only its name can be read, `"X=$Y"`, the value is not known.
void take_assignment(const ShellWord& word, VariableChanges& changes) {
  std::string_view text = word.text;
  if (!word.literal && text.starts_with('"')) text.remove_prefix(1);
  const auto equals = text.find('=');
  if (equals == std::string_view::npos) {
    if (!word.literal) changes.all = true;
    return;
  }
  Assignment set;
  set.appends = text.substr(0, equals).ends_with('+');
  set.name = text.substr(0, equals - (set.appends ? 1 : 0));
  set.value.literal = word.literal;
  if (word.literal) set.value.text = text.substr(equals + 1);
  if (const auto index = set.name.find('['); index != std::string::npos) {
    set.name.resize(index);
    set.value.literal = false;
  }
  if (!is_variable_name(set.name)) changes.all = true;
  changes.sets.push_back(std::move(set));
}

void take_exports(Words operands, VariableChanges& changes) {
  for (const ShellWord& word : operands) take_assignment(word, changes);
}

// Without a value, the variable of a function is empty.
void take_declared(Words operands, VariableChanges& changes) {
  for (const ShellWord& word : operands) {
    const bool bare = word.literal && word.text.find('=') == std::string::npos;
    if (bare) take_name(word, changes);
    take_assignment(word, changes);
  }
}

constexpr auto kBuiltins = std::to_array<Builtin>({
    {".", "", "", take_all},
    {"coproc", "", "", take_names, "COPROC"},
    {"declare", "", "", take_declared},
    {"export", "", "", take_exports},
    {"getopts", "", "", take_second, "OPTARG"},
    {"let", "", "", take_arithmetic},
    {"local", "", "", take_declared},
    {"mapfile", "dnOsuCc", "", take_names, "MAPFILE"},
    {"printf", "v", "v", take_nothing},
    {"read", "adinNptu", "a", take_names, "REPLY"},
    {"readarray", "dnOsuCc", "", take_names, "MAPFILE"},
    {"readonly", "", "", take_exports},
    {"source", "", "", take_all},
    {"typeset", "", "", take_declared},
    {"unset", "", "", take_names},
    {"vared", "", "", take_names},
    {"wait", "p", "p", take_nothing},
});

constexpr auto kDeclaring =
    std::to_array<std::string_view>({"declare", "export", "local", "readonly", "typeset"});

template <class Names>
bool has(const Names& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

const Builtin* builtin_of(Words words) {
  if (words.empty() || !words[0].literal) return nullptr;
  const auto found = std::ranges::find(kBuiltins, words[0].text, &Builtin::name);
  return found == kBuiltins.end() ? nullptr : &*found;
}

// Where the operands start; notes the variables that options name.
std::size_t read_options(Words words, const Builtin& row, VariableChanges& changes) {
  std::size_t at = 1;
  for (; at < words.size(); ++at) {
    const std::string& word = words[at].text;
    if (!words[at].literal || word.size() < 2 || (word[0] != '-' && word[0] != '+')) break;
    if (word == "--") return at + 1;
    const auto flag = word.find_first_of(row.value_flags, 1);
    if (flag == std::string::npos) continue;
    const bool attached = flag + 1 < word.size();
    if (!attached) ++at;
    if (row.name_flags.find(word[flag]) == std::string_view::npos || at >= words.size()) continue;
    ShellWord name = words[at];
    if (attached) name.text = word.substr(flag + 1);
    take_name(name, changes);
  }
  return std::min(at, words.size());
}

// `-i`, `-l`, `-u` and arrays make another value of what is assigned; `-n` another variable.
void weigh_declaration(Words options, VariableChanges& changes) {
  bool changed = false;
  for (const ShellWord& word : options) {
    if (word.text.find('n') != std::string::npos) changes.aliases = true;
    if (word.text.find('g') != std::string::npos) changes.locals.clear();
    changed = changed || word.text.find_first_of("ilucaA") != std::string::npos;
  }
  if (!changed) return;
  for (const Assignment& set : changes.sets) changes.names.push_back(set.name);
  changes.sets.clear();
}

// A file that only sets variables, by its usual name; the folder stays.
bool only_sets(std::string_view file) {
  constexpr auto kFiles = std::to_array<std::string_view>({"activate", "nvm.sh", "env", ".env"});
  return has(kFiles, base_name(file));
}

PreviewFolder after(const PreviewFolder& from, const ShellWord& word) {
  const PreviewFolder unknown = unknown_folder();
  if (word.glob) return unknown;
  if (word.base == WordBase::kHome || word.base == WordBase::kMade) {
    return {true, word.base, word.below};
  }
  if (word.base == WordBase::kCwd) {
    if (!from.known || word.below.empty()) return from;
    const bool own = from.base == WordBase::kNone && from.path.empty();
    return {true, from.base, own ? word.below.substr(1) : from.path + word.below};
  }
  if (!word.literal) return unknown;
  if (word.text.starts_with('/')) return {true, WordBase::kNone, word.text};
  if (!from.known) return unknown;
  const bool hangs = from.base != WordBase::kNone || !from.path.empty();
  return {true, from.base, hangs ? from.path + "/" + word.text : word.text};
}

Words operands_of(Words words) {
  std::size_t at = 1;
  while (at < words.size() && words[at].literal && words[at].text.size() > 1 &&
         words[at].text[0] == '-') {
    ++at;
  }
  return words.subspan(std::min(at, words.size()));
}

void pop_folder(Words words, ShellState& state) {
  if (words.size() > 1) return state.forget_folders();
  state.pop_folder();
}

void push_folder(Words words, ShellState& state) {
  const Words operands = operands_of(words);
  const bool turns =
      operands.empty() || operands.size() + 1 != words.size() || operands[0].text.starts_with('+');
  if (turns) return state.forget_folders();
  state.push_folder();
  state.enter(folders_after(state, operands[0]));
}

void go_to_folder(Words words, ShellState& state) {
  const Words operands = operands_of(words);
  if (operands.size() > 1) return state.enter_unknown();
  if (!operands.empty() && operands[0].text == "-") return state.enter_previous();
  ShellWord home;
  home.literal = false;
  home.base = WordBase::kHome;
  state.enter(folders_after(state, operands.empty() ? home : operands[0]));
}

struct FolderBuiltin {
  std::string_view name;
  void (*go)(Words words, ShellState& state);
};
constexpr auto kFolderBuiltins = std::to_array<FolderBuiltin>({
    {"cd", go_to_folder},
    {"chdir", go_to_folder},
    {"pushd", push_folder},
    {"popd", pop_folder},
});

void go_nowhere(Words, ShellState&) {}

void lose_folder(Words words, ShellState& state) {
  if (words.size() < 2 || !only_sets(words[1].text)) state.forget_folders();
}

auto folder_builtin(Words words) {
  if (words.empty() || !words[0].literal) return go_nowhere;
  if (words[0].text == "source" || words[0].text == ".") return lose_folder;
  const auto found = std::ranges::find(kFolderBuiltins, words[0].text, &FolderBuiltin::name);
  return found == kFolderBuiltins.end() ? go_nowhere : found->go;
}

}  // namespace

Words builtin_words(Words words) {
  while (!words.empty() && words[0].literal && has(kPrefixes, words[0].text)) {
    words = words.subspan(1);
    while (!words.empty() && words[0].literal && words[0].text.starts_with('-')) {
      if (words[0].text.find_first_of("vV") != std::string::npos) return {};
      words = words.subspan(1);
    }
  }
  return words;
}

VariableChanges changes_of(const SimpleCommand& command, Words all_words) {
  VariableChanges changes;
  const Words words = builtin_words(all_words);
  const bool declares = !words.empty() && has(kDeclaring, words[0].text);
  const bool special = !words.empty() && has(kSpecial, words[0].text);
  if (all_words.empty() || declares) changes.sets = command.sets;
  if (special && !declares) {
    for (const Assignment& set : command.sets) changes.names.push_back(set.name);
  }
  // `time X=1`: the grammar takes the assignment for a program.
  for (std::size_t at = 0; at < words.size() && words.size() < all_words.size(); ++at) {
    const auto equals = words[at].text.find('=');
    if (equals == std::string::npos || !is_variable_name(words[at].text.substr(0, equals))) break;
    changes.names.push_back(words[at].text.substr(0, equals));
  }
  const Builtin* row = builtin_of(words);
  if (row == nullptr) return changes;
  const std::size_t operands = read_options(words, *row, changes);
  row->take(words.subspan(operands), changes);
  if (!row->also.empty()) changes.names.emplace_back(row->also);
  if (!declares) return changes;
  if (words[0].text != "export" && words[0].text != "readonly") {
    for (const Assignment& set : changes.sets) changes.locals.push_back(set.name);
    changes.locals.insert(changes.locals.end(), changes.names.begin(), changes.names.end());
  }
  weigh_declaration(words.subspan(1, operands - 1), changes);
  return changes;
}

bool changes_folder(Words words) {
  return folder_builtin(builtin_words(words)) != go_nowhere;
}

void change_folder(Words words, ShellState& state) {
  const Words own = builtin_words(words);
  folder_builtin(own)(own, state);
}

Folders folders_after(const ShellState& state, const ShellWord& word) {
  const bool searched = word.literal && !word.text.starts_with('/') && !word.text.starts_with('.');
  if (state.sets("CDPATH") && searched) return {};
  if (state.sets("HOME") && word.base == WordBase::kHome) return {};
  if (state.sets("PWD") && word.base == WordBase::kCwd) return {};
  Folders all;
  for (const PreviewFolder& folder : state.folders()) all.push_back(after(folder, word));
  return all;
}

}  // namespace guard::policy
