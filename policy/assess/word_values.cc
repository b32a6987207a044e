// SPDX-License-Identifier: Apache-2.0
#include "policy/assess/word_values.h"

#include <sstream>
#include <string_view>
#include <utility>

#include "policy/assess/shell_findings.h"
#include "policy/shell/set_by_words.h"

namespace guard::policy {
namespace {

constexpr std::size_t kMostTurns = 64;
constexpr std::string_view kWildcards = "*?[";

bool is_quoted(const ShellWord& word) {
  return word.text.size() > 2 && word.text.starts_with('"') && word.text.ends_with('"');
}

// NAME of `$NAME`, `${NAME}`, quoted or not; empty of every other word.
std::string_view variable_of(const ShellWord& word) {
  if (is_usable(word)) return {};
  std::string_view name = word.text;
  if (is_quoted(word)) name = name.substr(1, name.size() - 2);
  if (!name.starts_with('$')) return {};
  name.remove_prefix(1);
  if (name.starts_with('{') && name.ends_with('}')) name = name.substr(1, name.size() - 2);
  return is_variable_name(name) ? name : std::string_view();
}

ShellWord literal_word(std::string text) {
  ShellWord word;
  word.text = std::move(text);
  return word;
}

// Not quoted, a value is split at its blanks, and what then holds a wildcard stands for names.
ShellWords split_value(const ShellWord& value) {
  if (!value.literal || value.glob) return {value};
  ShellWords words;
  std::istringstream parts(value.text);
  for (std::string part; parts >> part;) {
    ShellWord& word = words.emplace_back(literal_word(part));
    word.glob = part.find_first_of(kWildcards) != std::string::npos;
    if (word.glob) word.pattern = part;
  }
  return words;
}

// A word that starts with a folder which the text itself has set to something else.
bool is_moved(const ShellWord& word, const ShellState& state, const PreviewFolder& folder) {
  if (word.base == WordBase::kHome) return state.sets("HOME");
  if (word.base == WordBase::kMade) return state.defines("mktemp");
  return word.base == WordBase::kCwd && (state.sets("PWD") || !folder.known);
}

// The words for each value that WORD may have; one value where it stands for itself.
std::vector<ShellWords> values_of(const ShellWord& word, const ShellState& state,
                                  const PreviewFolder& folder) {
  if (is_moved(word, state, folder)) return {{unknown_word(word.text)}};
  const auto name = variable_of(word);
  if (name.empty()) return {{word}};
  const bool splits = !is_quoted(word);
  const auto values = state.values_of(name);
  if (values.empty() || (splits && state.sets("IFS"))) return {{word}};
  std::vector<ShellWords> all;
  for (const ShellWord& value : values) {
    all.push_back(splits ? split_value(value) : ShellWords{value});
  }
  return all;
}

void append(ShellWords& words, const ShellWords& more) {
  words.insert(words.end(), more.begin(), more.end());
}

// Puts each of VALUES behind each of TURNS.
void multiply(std::vector<ShellWords>& turns, const std::vector<ShellWords>& values) {
  if (values.size() == 1) {
    for (ShellWords& turn : turns) append(turn, values[0]);
    return;
  }
  std::vector<ShellWords> all;
  for (const ShellWords& turn : turns) {
    for (const ShellWords& value : values) append(all.emplace_back(turn), value);
  }
  turns = std::move(all);
}

}  // namespace

ShellWord unknown_word(std::string text) {
  ShellWord word;
  word.text = std::move(text);
  word.literal = false;
  return word;
}

ResolvedWords resolved(const ShellWords& words, const ShellState& state,
                       const PreviewFolder& folder) {
  ResolvedWords out;
  out.turns.emplace_back();
  for (const ShellWord& word : words) {
    std::vector<ShellWords> values = values_of(word, state, folder);
    // Too many ways to look at each: the word counts as unknown.
    if (out.turns.size() * values.size() > kMostTurns) values.assign(1, {unknown_word(word.text)});
    for (const ShellWords& value : values) append(out.together, value);
    multiply(out.turns, values);
  }
  if (out.turns.size() == 1) out.turns.clear();
  return out;
}

std::vector<Redirection> resolved(const std::vector<Redirection>& redirections,
                                  const ShellState& state, const PreviewFolder& folder) {
  std::vector<Redirection> out;
  for (const Redirection& redirection : redirections) {
    const auto& target = redirection.target;
    const auto values = state.values_of(variable_of(target));
    if (values.empty()) {
      const bool moved = is_moved(target, state, folder);
      out.push_back({redirection.op, moved ? unknown_word(target.text) : target});
    }
    for (const ShellWord& value : values) out.push_back({redirection.op, value});
  }
  return out;
}

WordValues value_after(const Assignment& assignment, const ShellState& state) {
  const ShellWord& word = assignment.value;
  WordValues values = state.values_of(variable_of(word));
  if (word.literal) values.assign(1, literal_word(word.text));
  // The working folder is not kept: it may be another one where the variable is used.
  const bool keeps = word.base == WordBase::kHome || word.base == WordBase::kMade;
  if (keeps && !is_moved(word, state, {})) values.assign(1, word);
  if (!assignment.appends) return values;
  WordValues longer;
  for (const ShellWord& old : state.values_of(assignment.name)) {
    for (const ShellWord& more : values) {
      if (!old.literal || old.glob || !more.literal || more.glob) return {};
      longer.push_back(literal_word(old.text + more.text));
    }
  }
  return longer;
}

}  // namespace guard::policy
