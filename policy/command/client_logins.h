// SPDX-License-Identifier: Apache-2.0
// Helpers that a client starts by itself to log in: docker asks `docker-credential-x get`, kubectl
// `aws eks get-token`. The output of these commands goes to that client, and the person gave its
// command. Only an installed client, and an installed helper. Pure; any thread.
#ifndef GUARD_POLICY_COMMAND_CLIENT_LOGINS_H_
#define GUARD_POLICY_COMMAND_CLIENT_LOGINS_H_

#include <string_view>

#include "policy/vocabulary/action.h"

namespace guard::policy {

// RULE: that the helper's command line fitted.
[[nodiscard]] bool is_clients_own_login(const Action& action, std::string_view rule);

}  // namespace guard::policy

#endif  // GUARD_POLICY_COMMAND_CLIENT_LOGINS_H_
