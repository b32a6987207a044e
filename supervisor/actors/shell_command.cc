// SPDX-License-Identifier: Apache-2.0
#include "supervisor/actors/shell_command.h"

#include <algorithm>
#include <utility>

#include "base/text/text.h"
#include "policy/shell/nested_text.h"

namespace guard::supervisor {

namespace {

// Also `timeout 5 bash -c TEXT`, and what the shell of a text has become, which execs its last
// command in its own place; but for an agent, which has commands of its own.
bool is_a_shell(const Process& process) {
  const Program& program = *process.program;
  const bool was_one = !process.former_text.empty() && !program.agent_itself;
  return was_one || policy::is_shell(base_name(program.actor.exe)) ||
         !shell_text_of(program.actor.argv).empty();
}

// A fork that has not exec'd does its program's work, however many forks share that work.
const Process& image_of(const Process& process) {
  const Process* image = &process;
  while (image->forked && image->parent) image = image->parent.get();
  return *image;
}

}  // namespace

std::string shell_text_of(const std::vector<std::string>& argv) {
  auto nested = policy::nested_text(policy::literal_words(argv));
  return nested && !nested->remote ? std::move(nested->text) : std::string();
}

bool waits_for_lines(const Process& process) {
  const policy::Actor& actor = process.program->actor;
  return process.agent && !process.parent && policy::is_shell(base_name(actor.exe)) &&
         std::all_of(actor.argv.begin() + (actor.argv.empty() ? 0 : 1), actor.argv.end(),
                     [](const std::string& word) { return word.starts_with('-'); }) &&
         shell_text_of(actor.argv).empty();
}

int command_of(const Process& process) {
  auto agent = process.parent;
  while (agent && !agent->agent) agent = agent->parent;
  const bool is_cmd = agent && !agent->parent;
  if (!is_cmd || !is_a_shell(*agent)) return image_of(process).command;
  return process.typed_line != 0 ? process.typed_line : agent->pid;
}

}  // namespace guard::supervisor
