// SPDX-License-Identifier: Apache-2.0
// The acts that are judged only when a command runs: the connections and file acts of a program
// that does more than its words say. If the words name them (the host of an address, the remote of
// a repository, the engine of containers), it is known beforehand whether they would be asked.
// Reads the tree and git's settings, acts on nothing, looks up no name. Any thread.
#ifndef GUARD_SUPERVISOR_CHECK_LATER_ACTS_H_
#define GUARD_SUPERVISOR_CHECK_LATER_ACTS_H_

#include <nlohmann/json.hpp>
#include <vector>

#include "supervisor/check/check_request.h"

namespace guard::supervisor {

// {"judged_later": bool, "later": [{"what", "decision", "tier", "rule"}], "looked_short": bool}: of
// the acts that would start, or be asked about; `later` without those connections that would be
// allowed. `looked_short`: of a tree that it goes down not every file was looked at.
[[nodiscard]] nlohmann::json later_json(const CheckContext& context,
                                        const std::vector<policy::JudgedAct>& acts,
                                        const std::vector<policy::Decision>& decisions);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_CHECK_LATER_ACTS_H_
