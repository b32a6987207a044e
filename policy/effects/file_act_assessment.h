// SPDX-License-Identifier: Apache-2.0
// The meaning of a file act: each of its objects is judged by the deed that the act does to it
// (file_assessment.h). On top come what only two names show (a rename that takes content away, a
// link that lays it open) and what undo could not take back. An act that is not one of files is a
// finding of tier 3. Pure but for the Facts; any thread.
#ifndef GUARD_POLICY_EFFECTS_FILE_ACT_ASSESSMENT_H_
#define GUARD_POLICY_EFFECTS_FILE_ACT_ASSESSMENT_H_

#include <string>
#include <vector>

#include "policy/effects/file_assessment.h"
#include "policy/vocabulary/facts.h"
#include "policy/vocabulary/findings.h"

namespace guard::policy {

// Moving `source` to `target` (whose type is kMissing when the name is free).
[[nodiscard]] std::vector<Finding> judge_move(const Object& source, const Object& target,
                                              const FileActor& actor, Facts& facts);

[[nodiscard]] std::vector<Finding> judge_file_act(const Action& action, Facts& facts);
// At most three: path, operation, extent.
[[nodiscard]] std::vector<std::string> file_act_details(const Action& action);

}  // namespace guard::policy

#endif  // GUARD_POLICY_EFFECTS_FILE_ACT_ASSESSMENT_H_
