// SPDX-License-Identifier: Apache-2.0
// The examples of a policy: every `match` of a rule or a spec row must fit it, every `no_match`
// must not. An example that fails is an error that names the row's file and line. Pure, any thread.
#ifndef GUARD_POLICY_LOAD_EXAMPLES_H_
#define GUARD_POLICY_LOAD_EXAMPLES_H_

#include <cstddef>

#include "base/error.h"
#include "policy/model/policy.h"

namespace guard::policy {

// Error text: "FILE:LINE: rule ID: `git push` should match"; all that fail (faults.h). The first
// `trusted_commands` of policy.commands are taken as checked: the built-in packs, by the tests.
[[nodiscard]] Result<void> check_examples(const Policy& policy, std::size_t trusted_commands = 0);

}  // namespace guard::policy

#endif  // GUARD_POLICY_LOAD_EXAMPLES_H_
