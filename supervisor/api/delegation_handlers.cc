// SPDX-License-Identifier: Apache-2.0
#include "supervisor/api/handlers.h"

namespace guard::supervisor {
namespace {

constexpr const char* kImpossible = "the policy has no `delegation`: nothing can be handed on";

}  // namespace

ApiResponse hand_on(const ApiCall& call) {
  if (!call.backend.delegate) return problem(Problem::kNoDelegation, kImpossible);
  auto made = call.backend.delegate(call.peer.credentials.uid, answerer(call), call.body);
  if (!made) return problem_of(made.error());
  call.backend.broker->publish("delegated", *made);
  ApiResponse response;
  response.body = std::move(*made);
  return response;
}

ApiResponse list_delegations(const ApiCall& call) {
  ApiResponse response;
  response.body = {{"delegations", call.backend.delegations ? call.backend.delegations()
                                                            : nlohmann::json::array()}};
  return response;
}

ApiResponse end_delegation(const ApiCall& call) {
  if (!call.backend.end_delegation) return problem(Problem::kNoDelegation, kImpossible);
  if (auto ended = call.backend.end_delegation(answerer(call), call.id); !ended)
    return problem_of(ended.error());
  ApiResponse response;
  response.body = {{"ended", call.id}, {"by", answerer(call)}};
  call.backend.broker->publish("delegation_ended", response.body);
  return response;
}

}  // namespace guard::supervisor
