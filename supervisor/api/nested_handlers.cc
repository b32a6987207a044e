// SPDX-License-Identifier: Apache-2.0
// A `guard run` inside of this session: it joins, and asks later what was refused to it.
#include "supervisor/api/handlers.h"

namespace guard::supervisor {
namespace {

ApiResponse no_client() {
  return problem(Problem::kInside,
                 "only a process of this session can join it, by its address @guard.session");
}

}  // namespace

ApiResponse join_session(const ApiCall& call) {
  if (call.peer.client.pid == 0) return no_client();
  auto joined = call.backend.join(call.peer.client, call.body);
  if (!joined) return problem_of(joined.error());
  ApiResponse response;
  response.body = std::move(*joined);
  return response;
}

ApiResponse show_nested(const ApiCall& call) {
  if (call.peer.client.pid == 0) return no_client();
  auto known = call.backend.nested(call.peer.client);
  if (!known) return problem_of(known.error());
  ApiResponse response;
  response.body = std::move(*known);
  return response;
}

}  // namespace guard::supervisor
