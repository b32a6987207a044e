// SPDX-License-Identifier: Apache-2.0
// One run of a program of the system's own, whose output is read line by line. Only a program that
// is root's alone runs, with nothing of the caller's environment: what a supervised tree left in
// PATH, in a home or in the environment steers nothing. It ends with its caller. One thread, which
// lives as long as the call.
#ifndef GUARD_CONSOLE_REVIEW_SYSTEM_PROGRAM_H_
#define GUARD_CONSOLE_REVIEW_SYSTEM_PROGRAM_H_

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace guard::console {

struct SystemProgram {
  std::vector<std::string> words;  // the first is its path
  std::vector<std::string> environment;
  std::string folder;  // where it runs
};

// EACH gets every line with its end; what it writes to standard error is dropped. Its exit status;
// kNotFound: there is no such program that is root's alone.
[[nodiscard]] Result<int> run_system_program(const SystemProgram& program,
                                             const std::function<void(std::string_view)>& each);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_REVIEW_SYSTEM_PROGRAM_H_
