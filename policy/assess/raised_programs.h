// SPDX-License-Identifier: Apache-2.0
// Programs that run with other rights than their caller's: sudo and its kin, and set-user-ID ones.
// Root has these rights anyway; for an ordinary user guard runs what was approved outside of
// supervision, or such a program gains nothing. Pure, any thread.
#ifndef GUARD_POLICY_ASSESS_RAISED_PROGRAMS_H_
#define GUARD_POLICY_ASSESS_RAISED_PROGRAMS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "policy/command/command_levels.h"
#include "policy/model/command_spec.h"
#include "policy/vocabulary/action.h"
#include "policy/vocabulary/facts.h"
#include "policy/vocabulary/findings.h"

namespace guard::policy {

[[nodiscard]] Finding exec_finding(Category category, int tier, std::string rule,
                                   std::string reason);
// Among those from FROM on.
[[nodiscard]] int highest_tier(const std::vector<Finding>& findings, std::size_t from);

// FINDING is of a row with SUDO: it may be had, or says where.
void settle_raising(Finding& finding, Raising raising);
// The same of a set-user-ID program that is another kind of act: mount, passwd. FROM: where the
// findings of its rows begin.
void judge_own_rights(const Action& action, const CommandLevel& level, Raising raising,
                      std::vector<Finding>& findings, std::size_t from);
// A set-user-ID program that no spec knows; what a spec says of one it knows goes before.
void judge_setuid(const Action& action, std::vector<Finding>& findings);
// SUDO counts as much as what it would run.
void raise_sudo(std::vector<Finding>& findings, std::size_t from);
// The program that sudo starts is read when it runs, long after the answer: only what nobody of
// this user can write is what the question said.
void judge_raised(const CommandLevels& reading, Facts& facts, std::vector<Finding>& findings);

}  // namespace guard::policy

#endif  // GUARD_POLICY_ASSESS_RAISED_PROGRAMS_H_
