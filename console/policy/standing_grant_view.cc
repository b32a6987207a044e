// SPDX-License-Identifier: Apache-2.0
#include "console/policy/standing_grant_view.h"

#include "base/text/text.h"
#include "policy/load/key_names.h"
#include "supervisor/approval/grant_kind.h"

namespace guard::console {

nlohmann::json standing_grant_json(const supervisor::StandingGrant& standing) {
  auto categories = nlohmann::json::array();
  for (const auto category : standing.grant.categories)
    categories.push_back(policy::name_of(category));
  return {{"id", standing.grant.id},
          {"scope", "always"},
          {"pattern", safe_text(standing.grant.pattern)},
          {"covers", safe_text(supervisor::extent_text(standing.grant))},
          {"workspace", safe_text(standing.workspace)},
          {"categories", std::move(categories)},
          {"by", safe_text(standing.grant.by)},
          {"since", safe_text(standing.since)},
          {"approval_id", standing.grant.approval_id}};
}

}  // namespace guard::console
