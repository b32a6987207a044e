// SPDX-License-Identifier: Apache-2.0
#include "console/review/command_choice.h"

#include <algorithm>
#include <cstddef>

#include "base/text/text.h"
#include "policy/shell/nested_text.h"

namespace guard::console {
namespace {

constexpr std::size_t kLongestNumber = 6;

// The words of COMMAND without the text that it runs in a shell.
std::string words_without_text(const std::string& command) {
  const policy::ShellText read = policy::parse_shell_text(command);
  if (!read.parsed || read.commands.size() != 1) return command;
  const auto& words = read.commands.front().words;
  const auto nested = policy::nested_text(words);
  if (!nested) return command;
  std::vector<std::string> own;
  for (std::size_t i = 0; i < words.size(); ++i)
    if (i != nested->word) own.push_back(words[i].text);
  return command_text(own);
}

// "2  sed -i s/a/b/ f" in a line for each.
std::string listed(const std::vector<std::string>& commands,
                   const std::vector<std::size_t>& which) {
  constexpr std::size_t kMost = 10;
  constexpr std::size_t kColumns = 100;
  std::string text;
  for (std::size_t i = 0; i < std::min(kMost, which.size()); ++i)
    text += "\n  " + std::to_string(which[i] + 1) + "  " +
            shortened(safe_text(commands[which[i]]), kColumns);
  return text + (which.size() > kMost ? "\n  ..." : "");
}

std::vector<std::size_t> those_with(const std::vector<std::string>& texts,
                                    const std::string& word) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < texts.size(); ++i)
    if (texts[i].find(word) != std::string::npos) found.push_back(i);
  return found;
}

}  // namespace

Result<std::string> command_meant(const std::vector<std::string>& commands,
                                  const std::string& word) {
  if (std::ranges::find(commands, word) != commands.end()) return word;
  const bool is_number = !word.empty() && word.find_first_not_of("0123456789") == std::string::npos;
  if (is_number && word.size() <= kLongestNumber) {
    const std::size_t number = std::stoul(word);
    if (number >= 1 && number <= commands.size()) return commands[number - 1];
  }
  std::vector<std::string> own;
  for (const std::string& command : commands) own.push_back(words_without_text(command));
  const auto found = those_with(own, word);
  if (found.size() == 1) return commands[found.front()];
  if (!found.empty())
    return fail(Code::kInvalid, "several commands contain that text; name one by its number:" +
                                    listed(commands, found));
  const auto shells = those_with(commands, word);
  if (!shells.empty())
    return fail(Code::kInvalid,
                "only the text that a shell ran has that; the number of the shell means all that "
                "it changed itself:" +
                    listed(commands, shells));
  return fail(Code::kNotFound, "no command of the session that changed something");
}

}  // namespace guard::console
