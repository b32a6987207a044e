// SPDX-License-Identifier: Apache-2.0
// Plan files: what is to happen, approved as a whole beforehand. A command line each, as after
// --pre-confirm; empty lines and lines that begin with # are skipped.
#ifndef GUARD_CONSOLE_OPTIONS_PLAN_FILE_H_
#define GUARD_CONSOLE_OPTIONS_PLAN_FILE_H_

#include <string>
#include <vector>

#include "base/error.h"
#include "policy/model/policy.h"

namespace guard::console {

// Command lines, with the lines of FILE in place of each "@FILE". kInvalid: "FILE:LINE: why" of a
// line that cannot be confirmed beforehand.
[[nodiscard]] Result<std::vector<std::string>> with_plans(const std::vector<std::string>& lines);
// kInvalid: the first of LINES that is no command, or is refused in every mode, and why.
[[nodiscard]] Result<void> can_be_confirmed(const std::vector<std::string>& lines,
                                            const policy::Policy& policy);
// A sentence for each of LINES that never holds under POLICY, or takes in a whole workspace.
[[nodiscard]] std::vector<std::string> doubts_about_plan(const std::vector<std::string>& lines,
                                                         const policy::Policy& policy);
// The files that LINES name, absolute: they steer this run, and the next one with them.
[[nodiscard]] std::vector<std::string> plan_files(const std::vector<std::string>& lines);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_OPTIONS_PLAN_FILE_H_
