// SPDX-License-Identifier: Apache-2.0
#include "supervisor/api/handlers.h"

namespace guard::supervisor {
namespace {

ApiResponse said(nlohmann::json body) {
  ApiResponse response;
  response.body = std::move(body);
  return response;
}

ApiResponse no_brake() {
  return problem(Problem::kUnsupported, "this session has no brake");
}

}  // namespace

ApiResponse pause_session(const ApiCall& call) {
  return call.backend.pause ? said(call.backend.pause(answerer(call))) : no_brake();
}

ApiResponse resume_session(const ApiCall& call) {
  return call.backend.resume ? said(call.backend.resume(answerer(call))) : no_brake();
}

ApiResponse end_session(const ApiCall& call) {
  if (!call.backend.end) return no_brake();
  const auto at_once = call.body.find("now");
  if (at_once != call.body.end() && !at_once->is_boolean())
    return invalid_request("field 'now' is not true or false");
  return said(call.backend.end(answerer(call), at_once != call.body.end() && at_once->get<bool>()));
}

}  // namespace guard::supervisor
