// SPDX-License-Identifier: Apache-2.0
// Settings that load and contradict one another, or say more than their author may mean: only the
// cases that can be told for certain. Each is one line for people. Pure, any thread.
#ifndef GUARD_POLICY_LOAD_CONTRADICTIONS_H_
#define GUARD_POLICY_LOAD_CONTRADICTIONS_H_

#include <string>
#include <vector>

#include "policy/model/policy.h"

namespace guard::policy {

// Why RULE never decides: another one of POLICY, which goes before it, holds for all of that; ""
// where none does.
[[nodiscard]] std::string doubt_about_cover(const Rule& rule, const Policy& policy);
// Why RULE allows more than anybody may mean; "".
[[nodiscard]] std::string doubt_about_breadth(const Rule& rule);
// Paths that stand in a list of what is guarded and in one of what is free.
[[nodiscard]] std::vector<std::string> doubts_about_paths(const Policy& policy);
// Hosts of network.allow that a rule about hosts alone denies.
[[nodiscard]] std::vector<std::string> doubts_about_hosts(const Policy& policy);

}  // namespace guard::policy

#endif  // GUARD_POLICY_LOAD_CONTRADICTIONS_H_
