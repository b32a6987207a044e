// SPDX-License-Identifier: Apache-2.0
#include "policy/shell/fed_command.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/text.h"
#include "policy/shell/nested_text.h"
#include "policy/shell/standard_input.h"

namespace guard::policy {
namespace {

constexpr auto kFeeders = std::to_array<std::string_view>({"xargs", "parallel"});

std::string_view program_of(const SimpleCommand& command) {
  const bool literal = !command.words.empty() && command.words[0].literal;
  return literal ? base_name(command.words[0].text) : std::string_view();
}

ShellWord literal_word(std::string text) {
  ShellWord word;
  word.text = std::move(text);
  return word;
}

// The command in front of this one in its pipeline.
const SimpleCommand* before(const ShellText& text, std::size_t index) {
  const SimpleCommand& command = text.commands[index];
  if (index == 0 || command.pipeline < 0) return nullptr;
  const SimpleCommand& front = text.commands[index - 1];
  const bool same = front.pipeline == command.pipeline && front.inside == command.inside;
  return same ? &front : nullptr;
}

constexpr auto kPrinters = std::to_array<std::string_view>({"echo", "ls", "printf"});

// They print their words; ls those that are files.
void append_listed(const SimpleCommand& front, std::vector<ShellWord>& words) {
  for (std::size_t i = 1; i < front.words.size(); ++i) {
    if (!front.words[i].text.starts_with('-')) words.push_back(front.words[i]);
  }
}

std::vector<ShellWord> found_and_run(const SimpleCommand& front,
                                     const std::vector<ShellWord>& run) {
  std::vector<ShellWord> words;
  for (const ShellWord& word : front.words) {
    if (!word.text.starts_with("-print")) words.push_back(word);
  }
  words.push_back(literal_word("-exec"));
  words.insert(words.end(), run.begin(), run.end());
  words.push_back(literal_word("{}"));
  words.push_back(literal_word(";"));
  return words;
}

}  // namespace

std::optional<SimpleCommand> with_fed_names(const ShellText& text, std::size_t index) {
  const SimpleCommand& command = text.commands[index];
  if (std::ranges::find(kFeeders, program_of(command)) == kFeeders.end()) return std::nullopt;
  const std::size_t start = program_index(command.words);
  if (start == 0 || start >= command.words.size()) return std::nullopt;
  const auto inner = command.words.begin() + static_cast<std::ptrdiff_t>(start);
  SimpleCommand out = command;
  out.words.assign(inner, command.words.end());
  if (const auto input = literal_input(text, index)) {
    std::istringstream names(*input);
    for (std::string name; names >> name;) out.words.push_back(literal_word(name));
    return out;
  }
  const SimpleCommand* front = before(text, index);
  const std::string_view program = front == nullptr ? std::string_view() : program_of(*front);
  if (std::ranges::find(kPrinters, program) != kPrinters.end()) {
    append_listed(*front, out.words);
    return out;
  }
  if (program != "find") return std::nullopt;
  out.words = found_and_run(*front, out.words);
  return out;
}

}  // namespace guard::policy
