// SPDX-License-Identifier: Apache-2.0
// Runs one command and takes what it prints, for run_command and the page. The command has a
// process group of its own, which ends when it takes too long or the caller stops it. Any thread;
// blocks.
#ifndef GUARD_CONSOLE_MCP_COMMAND_RUNNER_H_
#define GUARD_CONSOLE_MCP_COMMAND_RUNNER_H_

#include <atomic>
#include <chrono>
#include <string>
#include <vector>

#include "base/error.h"

namespace guard::console {

struct CommandOrder {
  std::vector<std::string> argv;  // argv[0] is found along PATH
  std::string cwd;                // empty: the current folder
  std::chrono::seconds at_most{600};
  std::size_t most_output = 1 << 20;  // bytes of each
};

struct CommandResult {
  int exit_code = 0;  // 128 and the signal's number, where one ended it
  bool timed_out = false;
  std::string out;  // what is more than most_output is read and left out, and a line says so
  std::string err;
  std::chrono::milliseconds took{0};
};

// STOP: set by another thread, seen within a tenth of a second.
[[nodiscard]] Result<CommandResult> run_command(const CommandOrder& order,
                                                const std::atomic<bool>& stop);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_MCP_COMMAND_RUNNER_H_
