// SPDX-License-Identifier: Apache-2.0
// Whether one rule holds wherever another does, by what their conditions say. Sound, not complete:
// true is proven, false is not known. Pure, any thread.
#ifndef GUARD_CONSOLE_POLICY_RULE_REACH_H_
#define GUARD_CONSOLE_POLICY_RULE_REACH_H_

#include <string>
#include <vector>

#include "policy/model/rule.h"

namespace guard::console {

// A restricting rule of WIDE holds for each act that one of NARROW holds for. Both restrict, or
// both allow; or WIDE restricts and NARROW allows.
[[nodiscard]] bool reaches_all(const policy::Condition& wide, const policy::Condition& narrow);

// NARROW of a rule that restricts, in parts that name one thing each and together hold for the same
// acts. Beyond some thousand: NARROW itself.
[[nodiscard]] std::vector<policy::Condition> parts_of(const policy::Condition& narrow);

struct SampleAct {
  std::string text;     // for people: "modify db/migrations/x"
  std::string command;  // a command line, if the act is one
};
// An act that it holds for, as far as a condition can be shown by one.
[[nodiscard]] SampleAct sample_of(const policy::Condition& when);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_POLICY_RULE_REACH_H_
