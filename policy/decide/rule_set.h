// SPDX-License-Identifier: Apache-2.0
// RuleSet: which rules hold for an act. Deny and ask rules hold when any object, any wrapper level
// or any category fits; an allow rule must fit all of them, since what it does not speak of it does
// not allow. Immutable, any thread.
#ifndef GUARD_POLICY_DECIDE_RULE_SET_H_
#define GUARD_POLICY_DECIDE_RULE_SET_H_

#include <string>
#include <vector>

#include "policy/decide/subject.h"
#include "policy/model/rule.h"
#include "policy/vocabulary/place.h"

namespace guard::policy {

class RuleSet {
 public:
  RuleSet(const std::vector<Rule>& rules, const Place& place);

  [[nodiscard]] bool empty() const { return rows_.empty(); }
  // The first deny rule that holds, and so on; nullptr when none does. Of several ask rules the one
  // with the highest tier.
  [[nodiscard]] const Rule* deny(const Subject& subject) const;
  [[nodiscard]] const Rule* ask(const Subject& subject) const;
  [[nodiscard]] const Rule* allow(const Subject& subject) const;

 private:
  struct Row {
    Rule rule;
    ActSet acts;
    std::vector<std::string> paths;     // anchored
    std::vector<std::string> programs;  // of `command`: those with a '/', anchored
  };
  [[nodiscard]] static bool holds(const Row& row, const Subject& subject);
  [[nodiscard]] static bool command_holds(const Row& row, const Subject& subject);
  [[nodiscard]] static bool objects_hold(const Row& row, const Subject& subject);
  [[nodiscard]] const Rule* first(Verdict decision, const Subject& subject) const;

  std::vector<Row> rows_;
};

}  // namespace guard::policy

#endif  // GUARD_POLICY_DECIDE_RULE_SET_H_
