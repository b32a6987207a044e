// SPDX-License-Identifier: Apache-2.0
// The allow rules that one approved act suggests, from narrow to broad: its command with its first
// operand, then with any, unless that says where something goes (a remote, a host); the one file
// that it touches, its folder, then those above; the address it talks to. Never for tier 3, a
// wildcard's list, a run with raised privileges, packages or a secret: these are worth asking each
// time. Pure, any thread.
#ifndef GUARD_CONSOLE_LEARNING_CANDIDATES_H_
#define GUARD_CONSOLE_LEARNING_CANDIDATES_H_

#include <string>
#include <vector>

#include "console/learning/recorded_act.h"
#include "policy/model/rule.h"
#include "policy/model/spec_table.h"

namespace guard::console {

struct Candidate {
  policy::Rule rule;
  int breadth = 0;  // of two that do the same, the lower one is taken
};

// HOME: folders at or above it are suggested to nobody.
[[nodiscard]] std::vector<Candidate> candidates_of(const RecordedAct& act,
                                                   const policy::SpecTable& specs,
                                                   const std::string& home);
// The same of an act that was not approved, or is worth asking: for a person who chooses.
[[nodiscard]] std::vector<Candidate> every_candidate_of(const RecordedAct& act,
                                                        const policy::SpecTable& specs,
                                                        const std::string& home);
// Acts that the rule allows must stop at tier 3: the rule that asks there, as by default.
[[nodiscard]] policy::Rule asks_at_tier_three(const policy::Rule& allows);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_LEARNING_CANDIDATES_H_
