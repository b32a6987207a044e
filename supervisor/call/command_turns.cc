// SPDX-License-Identifier: Apache-2.0
#include "supervisor/call/command_turns.h"

namespace guard::supervisor {
namespace {

// The process that the command began with; the nearest one that is known, where that has gone.
const Process& first_of_command(const Process& process) {
  const Process* at = &process;
  while (at->pid != at->command && at->parent != nullptr && at->parent->command == at->command)
    at = at->parent.get();
  return *at;
}

// In a shell that somebody types into, each line is a command.
std::uint64_t turn_name(const Process& first) {
  constexpr std::uint64_t kSpread = 0x9E3779B97F4A7C15ULL;
  return first.identity ^ (static_cast<std::uint64_t>(first.typed_line) * kSpread);
}

}  // namespace

const Process* CommandTurns::turn_of(const Process& process) {
  const Process& first = first_of_command(process);
  const std::uint64_t name = turn_name(first);
  const std::lock_guard lock(mutex_);
  if (turn_ == name) return nullptr;
  const bool is_new = had_.insert(name).second;
  if (!is_new && !first.agent) return nullptr;
  turn_ = name;
  return &first;
}

}  // namespace guard::supervisor
