// SPDX-License-Identifier: Apache-2.0
// A `guard run` inside of this session: it joins, and asks later what was refused to it.
#include "supervisor/api/handlers.h"

namespace guard::supervisor {
namespace {

ApiResponse no_caller() {
  return problem(Problem::kInside, "only a process of this session can join it, through its door");
}

}  // namespace

ApiResponse join_session(const ApiCall& call) {
  if (call.peer.caller.pid == 0) return no_caller();
  auto joined = call.backend.join(call.peer.caller, call.body);
  if (!joined) return problem_of(joined.error());
  ApiResponse response;
  response.body = std::move(*joined);
  return response;
}

ApiResponse show_nested(const ApiCall& call) {
  if (call.peer.caller.pid == 0) return no_caller();
  auto known = call.backend.nested(call.peer.caller);
  if (!known) return problem_of(known.error());
  ApiResponse response;
  response.body = std::move(*known);
  return response;
}

}  // namespace guard::supervisor
