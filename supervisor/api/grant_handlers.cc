// SPDX-License-Identifier: Apache-2.0
#include "base/clock.h"
#include "supervisor/api/handlers.h"
#include "supervisor/approval/grant_kind.h"

namespace guard::supervisor {
namespace {

using Json = nlohmann::json;

Json json_of(const Grant& grant) {
  return {{"id", grant.id},
          {"denies", grant.denies},
          {"scope", name_of(grant.scope)},
          {"pattern", grant.pattern},
          {"covers", extent_text(grant)},
          {"categories", names_of(grant.categories)},
          {"command_pid", grant.command_pid == 0 ? Json(nullptr) : Json(grant.command_pid)},
          {"until", grant.until ? Json(iso_time(*grant.until)) : Json(nullptr)},
          {"approval_id", grant.approval_id},
          {"by", grant.by}};
}

}  // namespace

Json names_of(const std::vector<policy::Category>& categories) {
  Json names = Json::array();
  for (const policy::Category category : categories) names.push_back(policy::name_of(category));
  return names;
}

ApiResponse list_grants(const ApiCall& call) {
  Json grants = Json::array();
  for (const Grant& grant : call.backend.grants->list()) grants.push_back(json_of(grant));
  ApiResponse response;
  response.body = {{"grants", std::move(grants)},
                   {"categories", names_of(call.backend.grants->approved_categories())}};
  return response;
}

ApiResponse revoke_grant(const ApiCall& call) {
  const auto revoked = call.backend.grants->revoke(call.id);
  if (!revoked) return problem_of(revoked.error());
  if (call.backend.taken_back) call.backend.taken_back(answerer(call), *revoked);
  ApiResponse response;
  response.body = {{"revoked", call.id}, {"by", answerer(call)}};
  call.backend.broker->publish("grant_revoked", response.body);
  return response;
}

}  // namespace guard::supervisor
