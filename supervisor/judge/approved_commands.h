// SPDX-License-Identifier: Apache-2.0
// ApprovedCommands: which commands of the agent somebody approved an act of, for modes that ask
// once per command (TierAction::kAskOncePerCommand). In memory, until the command ends. One mutex,
// any thread; nothing fails.
#ifndef GUARD_SUPERVISOR_JUDGE_APPROVED_COMMANDS_H_
#define GUARD_SUPERVISOR_JUDGE_APPROVED_COMMANDS_H_

#include <sys/types.h>

#include <map>
#include <mutex>
#include <vector>

#include "policy/decide/evaluator.h"
#include "policy/vocabulary/assessment.h"

namespace guard::supervisor {

class ApprovedCommands {
 public:
  // COMMAND goes on up to the highest tier that was approved. Where rules of the policy name
  // categories, with those that were approved.
  void approve(pid_t command, int tier, const std::vector<policy::Category>& categories);
  void forget(pid_t command);
  [[nodiscard]] bool knows(pid_t command) const;
  // Nothing for one that nobody approved.
  void add_to(policy::SessionState& state, pid_t command) const;

 private:
  struct Approved {
    int tier = -1;
    std::vector<policy::Category> categories;
  };
  mutable std::mutex mutex_;
  std::map<pid_t, Approved> approved_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_JUDGE_APPROVED_COMMANDS_H_
