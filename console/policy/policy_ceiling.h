// SPDX-License-Identifier: Apache-2.0
// Whether a policy is nowhere looser than another one, its ceiling, for every act that the rules'
// language can tell apart. A proof: what cannot be shown counts as beyond. Pure, any thread.
#ifndef GUARD_CONSOLE_POLICY_POLICY_CEILING_H_
#define GUARD_CONSOLE_POLICY_POLICY_CEILING_H_

#include <string>
#include <vector>

#include "policy/model/policy.h"

namespace guard::console {

struct Excess {
  std::string key;           // "mode", "rules.org.no-push"
  std::string why;           // one line
  std::string act = {};      // one that shows it, for people; "": of a key that is no rule
  std::string command = {};  // that act as a command line, if it is one
};

// Empty: it is proven.
[[nodiscard]] std::vector<Excess> beyond_ceiling(const policy::Policy& policy,
                                                 const policy::Policy& ceiling);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_POLICY_POLICY_CEILING_H_
