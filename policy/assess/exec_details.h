// SPDX-License-Identifier: Apache-2.0
// Words about a command for people: the at most three details of its leading category, what a copy
// is, and the pattern that "remember" would mean. Pure, any thread.
#ifndef GUARD_POLICY_ASSESS_EXEC_DETAILS_H_
#define GUARD_POLICY_ASSESS_EXEC_DETAILS_H_

#include <string>
#include <vector>

#include "policy/command/command_levels.h"
#include "policy/vocabulary/action.h"
#include "policy/vocabulary/assessment.h"

namespace guard::policy {

// `lead`: the level whose row leads.
[[nodiscard]] std::vector<std::string> exec_details(const Action& action, const CommandLevel& lead,
                                                    Category category);
// "read as /usr/bin/rm -rf d": of a copy of a program.
[[nodiscard]] std::string read_as(const Action& action);
// "git push origin *": the words up to the first flag; the whole command where a flag comes first
// or a wrapper stands around it. If the command deletes or overwrites, the flags stay: "git reset
// --hard *"; the whole command where one comes behind an operand. ASSESSMENT has a category.
[[nodiscard]] std::string exec_pattern(const Action& action, const CommandLevel& lead,
                                       const Assessment& assessment);

}  // namespace guard::policy

#endif  // GUARD_POLICY_ASSESS_EXEC_DETAILS_H_
