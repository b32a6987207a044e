// SPDX-License-Identifier: Apache-2.0
#include "supervisor/facts/provenance.h"

#include <algorithm>
#include <optional>

#include "base/text/both_ends.h"
#include "base/text/text.h"
#include "policy/model/profile.h"
#include "policy/shell/nested_text.h"
#include "policy/shell/shell_text.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kBeginning = 120;
constexpr std::size_t kEnd = 120;

bool calls(const policy::SimpleCommand& command, std::string_view program) {
  return !command.words.empty() && command.words[0].literal && command.words[0].text == program;
}

// `pwd -P >| FILE`: how an agent learns where its command went.
bool reports_folder(const policy::SimpleCommand& command) {
  return calls(command, "pwd") && !command.redirections.empty();
}

std::string command_in(const std::string& text, const std::vector<std::string>& wrapped) {
  for (const std::string& one : wrapped) {
    if (auto command = policy::unwrapped(one, text)) return *command;
  }
  return inner_command(text);
}

// The words of a link of the chain that is a shell with a text, with the inner command in place of
// the wrapped one.
std::optional<std::vector<std::string>> shell_run(const ChainLink& link,
                                                  const std::vector<std::string>& wrapped) {
  const auto words = policy::literal_words(link.argv);
  if (words.empty()) return std::nullopt;
  const auto nested = policy::nested_text(words);
  if (!nested || nested->word >= link.argv.size()) return std::nullopt;
  const auto program = base_name(link.argv[0]);
  if (!policy::is_shell(program)) return std::nullopt;
  std::vector<std::string> argv = {std::string(program)};
  argv.insert(argv.end(), link.argv.begin() + 1,
              link.argv.begin() + static_cast<std::ptrdiff_t>(nested->word));
  argv.push_back(command_in(nested->text, wrapped));
  return argv;
}

std::string command_of(const ChainLink& link, const std::vector<std::string>& wrapped) {
  if (const auto argv = shell_run(link, wrapped)) return command_text(*argv);
  if (link.argv.empty()) return safe_text(base_name(link.exe));
  return command_text(link.argv);
}

std::string short_text(const std::string& text) {
  return both_ends(text, kBeginning, kEnd);
}

// The nearest shell text or script between the agent's command and the act.
std::string nearest_cause(const Chain& chain, std::size_t command) {
  for (std::size_t i = chain.size() - 1; i > command; --i) {
    if (shell_run(chain[i], {})) return short_text(command_of(chain[i], {}));
    if (!chain[i].script.empty()) return "script " + short_text(safe_text(chain[i].script));
  }
  return {};
}

bool is_typed(const policy::ShellWord& word) {
  return word.literal && !word.glob && word.base == policy::WordBase::kNone;
}

// Its name and all that was typed of its operands stand in what came of it.
bool led_to(const policy::SimpleCommand& command, const std::vector<std::string>& argv) {
  auto name = command.words.begin();
  const auto end = command.words.end();
  while (name != end && name->literal && (name->text == "command" || name->text == "exec")) ++name;
  if (name == end || argv.empty()) return false;
  if (is_typed(*name) && base_name(name->text) != base_name(argv[0])) return false;
  return std::all_of(name + 1, end, [&](const auto& word) {
    return !is_typed(word) || std::find(argv.begin() + 1, argv.end(), word.text) != argv.end();
  });
}

// The words that the nearest shell of the chain was told, before it put values in place of names.
std::string nearest_line(const Chain& chain, const std::vector<std::string>& started) {
  const std::vector<std::string>* argv = &started;
  for (auto link = chain.rbegin(); link != chain.rend(); argv = &link->argv, ++link) {
    if (link->line.empty()) continue;
    if (!line_led_to(link->line, *argv) || safe_text(link->line) == command_text(*argv)) return {};
    return short_text(safe_text(link->line));
  }
  return {};
}

std::string cause_of(const Chain& chain, const std::vector<std::string>& wrapped) {
  if (chain.empty()) return "the agent; how is not known";
  std::size_t at = 1;  // the agent's command
  while (at < chain.size() && chain[at].agent) ++at;
  if (at == chain.size())
    return "the agent itself: " + short_text(command_of(chain.back(), wrapped));
  const ChainLink& command = chain[at];
  std::string why = "the agent's command: " + short_text(command_of(command, wrapped));
  if (!shell_run(command, wrapped) && !command.script.empty()) {
    why += " (script " + short_text(safe_text(command.script)) + ")";
  }
  const std::string cause = nearest_cause(chain, at);
  if (!cause.empty()) why += "; in it: " + cause;
  return why;
}

}  // namespace

bool line_led_to(const std::string& line, const std::vector<std::string>& argv) {
  const auto parsed = policy::parse_shell_text(line);
  return std::any_of(parsed.commands.begin(), parsed.commands.end(),
                     [&](const auto& command) { return led_to(command, argv); });
}

std::string inner_command(const std::string& text) {
  const auto parsed = policy::parse_shell_text(text);
  const auto& commands = parsed.commands;
  const auto eval = std::find_if(commands.begin(), commands.end(),
                                 [](const auto& command) { return calls(command, "eval"); });
  if (eval == commands.end() || eval->words.size() != 2 || !eval->words[1].literal) return text;
  const bool wrapped = eval != commands.begin() && reports_folder(commands.back());
  return wrapped ? eval->words[1].text : text;
}

std::vector<std::string> names_of(const Chain& chain) {
  std::vector<std::string> names;
  for (const ChainLink& link : chain) {
    const std::string_view name = !link.argv.empty() ? base_name(link.argv[0]) : "";
    names.push_back(safe_text(name.empty() ? base_name(link.exe) : name));
  }
  return names;
}

std::string why_of(const Chain& chain, const std::vector<std::string>& wrapped,
                   const std::vector<std::string>& started) {
  std::string why = cause_of(chain, wrapped);
  const std::string line = nearest_line(chain, started);
  // The shell's whole text is there already.
  if (!line.empty() && why.find(line) == std::string::npos) why += "; its shell is at: " + line;
  return why;
}

}  // namespace guard::supervisor
