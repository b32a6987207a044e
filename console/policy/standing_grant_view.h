// SPDX-License-Identifier: Apache-2.0
// Answers of `always`, as guard policy grants and the page tell them. Pure.
#ifndef GUARD_CONSOLE_POLICY_STANDING_GRANT_VIEW_H_
#define GUARD_CONSOLE_POLICY_STANDING_GRANT_VIEW_H_

#include <nlohmann/json.hpp>

#include "supervisor/approval/standing_grants.h"

namespace guard::console {

// As GET /v1/grants tells of a grant, and its workspace and since when.
[[nodiscard]] nlohmann::json standing_grant_json(const supervisor::StandingGrant& standing);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_POLICY_STANDING_GRANT_VIEW_H_
