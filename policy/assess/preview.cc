// SPDX-License-Identifier: Apache-2.0
#include "policy/assess/preview.h"

#include <utility>

#include "base/weaken.h"
#include "policy/assess/text_reader.h"

namespace guard::policy {

Preview preview_shell(std::string_view text) {
  Preview preview;
  if (weakened("shell-text")) return preview;
  TextReader(preview).read_text(text);
  return preview;
}

Preview preview_command(const std::vector<std::string>& argv) {
  Preview preview;
  TextReader(preview).read_argv(argv);
  return preview;
}

std::vector<Action> commands_within(const Action& exec) {
  std::vector<Action> within;
  const Preview preview = preview_command(exec.argv);
  // The first one is EXEC itself.
  for (std::size_t i = 1; i < preview.commands.size(); ++i) {
    const PreviewCommand& command = preview.commands[i];
    const auto& words = command.words.empty() ? command.command.words : command.words;
    if (command.remote || words.empty()) continue;
    Action action;
    action.act = Act::kExec;
    action.actor = exec.actor;
    action.cwd = exec.cwd;
    for (const ShellWord& word : words) action.argv.push_back(word.text);
    within.push_back(std::move(action));
  }
  return within;
}

}  // namespace guard::policy
