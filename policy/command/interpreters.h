// SPDX-License-Identifier: Apache-2.0
// Interpreters: what `python3 -m pip`, `node npm-cli.js` and `sh ./deploy` run is the module or
// script, under its own name. Program text on the command line (-c, -e) runs nothing that a spec
// could know. Pure, any thread.
#ifndef GUARD_POLICY_COMMAND_INTERPRETERS_H_
#define GUARD_POLICY_COMMAND_INTERPRETERS_H_

#include <string>
#include <string_view>
#include <vector>

#include "policy/vocabulary/action.h"

namespace guard::policy {

[[nodiscard]] bool is_interpreter(std::string_view program);
// True for a program that does what code says which somebody else wrote: an interpreter with a
// script or -c, vim, gdb, anything that is not installed. Its command line does not say what it
// deletes, as that of rm, tar or npm does.
[[nodiscard]] bool does_as_its_code_says(const Actor& actor);
// `rest`: the words behind the interpreter's options. Gives what runs: {pip, install, x}; empty for
// program text.
[[nodiscard]] std::vector<std::string> interpreted_command(const std::vector<std::string>& argv,
                                                           const std::vector<std::string>& rest);

}  // namespace guard::policy

#endif  // GUARD_POLICY_COMMAND_INTERPRETERS_H_
