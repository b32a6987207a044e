// SPDX-License-Identifier: Apache-2.0
#include "policy/shell/standard_input.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <string_view>

#include "base/text/text.h"
#include "policy/shell/nested_text.h"
#include "policy/shell/shell_quoting.h"

namespace guard::policy {
namespace {

constexpr auto kStatementReaders = std::to_array<std::string_view>(
    {"psql", "mysql", "mariadb", "sqlite3", "duckdb", "redis-cli", "valkey-cli", "cockroach",
     "usql", "clickhouse-client", "cqlsh", "sqlcmd"});

bool is_literal(const ShellWord& word) {
  return word.literal;
}

std::string with_escapes(const std::string& text) {
  WordBuilder word;
  word.ansi_c_string("$'" + text + "'");
  return word.finish(text).text;
}

// echo and printf: their words, a space between them; what printf does with its format does not
// matter for which commands stand there.
std::optional<std::string> printed_words(const SimpleCommand& command, bool escapes) {
  std::string out;
  for (std::size_t i = 1; i < command.words.size(); ++i) {
    const std::string& word = command.words[i].text;
    if (i == 1 &&
        (word == "-n" || word == "-e" || word == "-ne" || word == "-en" || word == "--")) {
      escapes = escapes || word.find('e') != std::string::npos;
      continue;
    }
    if (!out.empty()) out.push_back(' ');
    out += word;
  }
  return escapes ? with_escapes(out) : out;
}

std::optional<std::string> printed(const SimpleCommand& command) {
  const auto& words = command.words;
  if (words.empty() || !std::all_of(words.begin(), words.end(), is_literal)) return std::nullopt;
  const std::string_view name = base_name(words[0].text);
  if (name == "echo" || name == "printf") return printed_words(command, name == "printf");
  if (name == "cat" && words.size() == 1) return command.input;
  return std::nullopt;
}

}  // namespace

std::optional<std::string> literal_input(const ShellText& text, std::size_t index) {
  const SimpleCommand& command = text.commands[index];
  if (command.input) return command.input;
  if (index == 0 || command.pipeline < 0) return std::nullopt;
  const SimpleCommand& before = text.commands[index - 1];
  if (before.pipeline != command.pipeline || before.inside != command.inside) return std::nullopt;
  return printed(before);
}

std::optional<SimpleCommand> with_statements(const SimpleCommand& command,
                                             const std::string& input) {
  const auto program = program_index(command.words);
  if (program >= command.words.size() || !command.words[program].literal) return std::nullopt;
  const std::string_view name = base_name(command.words[program].text);
  if (std::find(kStatementReaders.begin(), kStatementReaders.end(), name) ==
      kStatementReaders.end()) {
    return std::nullopt;
  }
  SimpleCommand out = command;
  ShellWord word;
  word.text = input;
  out.words.push_back(word);
  // redis-cli takes a command word by word.
  std::istringstream single(input);
  for (std::string part; name.ends_with("-cli") && single >> part;) {
    word.text = part;
    out.words.push_back(word);
  }
  return out;
}

}  // namespace guard::policy
