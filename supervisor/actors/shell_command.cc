// SPDX-License-Identifier: Apache-2.0
#include "supervisor/actors/shell_command.h"

#include <utility>

#include "base/text/text.h"
#include "policy/shell/nested_text.h"

namespace guard::supervisor {

namespace {

// Also `timeout 5 bash -c TEXT`.
bool is_a_shell(const Program& program) {
  return policy::is_shell(base_name(program.actor.exe)) ||
         !shell_text_of(program.actor.argv).empty();
}

}  // namespace

std::string shell_text_of(const std::vector<std::string>& argv) {
  auto nested = policy::nested_text(policy::literal_words(argv));
  return nested && !nested->remote ? std::move(nested->text) : std::string();
}

int command_of(const Process& process) {
  auto agent = process.parent;
  while (agent && !agent->agent) agent = agent->parent;
  const bool is_cmd = agent && !agent->parent;
  if (!is_cmd || !is_a_shell(*agent->program)) return process.command;
  return process.typed_line != 0 ? process.typed_line : agent->pid;
}

}  // namespace guard::supervisor
