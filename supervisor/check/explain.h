// SPDX-License-Identifier: Apache-2.0
// explain_act: check_act with the way to it: how the words were read, what they touch, every row
// that fitted, the rules and the mode in the order in which they were asked. The steps are noted by
// the functions that enforce (policy/vocabulary/steps.h, AssessmentTrail). Any thread.
#ifndef GUARD_SUPERVISOR_CHECK_EXPLAIN_H_
#define GUARD_SUPERVISOR_CHECK_EXPLAIN_H_

#include <nlohmann/json.hpp>

#include "supervisor/check/check.h"

namespace guard::supervisor {

// The request of check_act -> {"what", "cwd", "parsed", "decision": the decision object of it all,
// "acts": [{"what", "act", "cwd", "program", "read_as", "touches", "found", "steps", "pattern",
// "decision"}]}. Every text is safe for a terminal.
[[nodiscard]] Result<nlohmann::json> explain_act(const CheckContext& context,
                                                 const nlohmann::json& request);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_CHECK_EXPLAIN_H_
