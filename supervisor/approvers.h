// SPDX-License-Identifier: Apache-2.0
// The users whom the policy lets answer besides the session's own.
#ifndef GUARD_SUPERVISOR_APPROVERS_H_
#define GUARD_SUPERVISOR_APPROVERS_H_

#include <sys/types.h>

#include <string>
#include <vector>

#include "policy/policy.h"

namespace guard::supervisor {

[[nodiscard]] std::vector<uid_t> approver_ids(const policy::Policy& policy);
// Opens the session's socket to them; a line about each who still cannot get through.
[[nodiscard]] std::vector<std::string> let_approvers_in(const policy::Policy& policy,
                                                        const std::string& socket);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_APPROVERS_H_
