// SPDX-License-Identifier: Apache-2.0
// Answers of `always`, for the page: read and taken back where guard policy grants does. Grants
// that sessions remember come with their events (web_hub.h).
#include "base/files/own_file.h"
#include "console/policy/rights_record.h"
#include "console/policy/standing_grant_view.h"
#include "console/web/web_routes.h"
#include "supervisor/approval/standing_grants.h"

namespace guard::console {
namespace {

OwnFile grants_file(const WebCall& call) {
  return OwnFile(call.app.settings().locations.config + "/grants.yaml");
}

}  // namespace

std::optional<WebAnswer> list_grants(WebCall& call) {
  const auto standing = supervisor::read_standing_grants(grants_file(call));
  if (!standing) return web_problem_of(standing.error());
  auto grants = nlohmann::json::array();
  for (const auto& grant : *standing) grants.push_back(standing_grant_json(grant));
  return json_answer({{"grants", std::move(grants)}});
}

std::optional<WebAnswer> revoke_grant(WebCall& call) {
  const auto gone = supervisor::revoke_standing_grant(grants_file(call), call.path[2]);
  if (!gone) return web_problem_of(gone.error());
  auto answer = standing_grant_json(*gone);
  const auto recorded = record_revoked(call.app.settings().locations.state, kWebProgram, *gone);
  if (!recorded) answer["unrecorded"] = recorded.error().text();
  return json_answer(answer);
}

}  // namespace guard::console
