// SPDX-License-Identifier: Apache-2.0
// The talk between a session and the guard that root runs for one of its approved sudos, over a
// stream socket that only these two hold: JSON objects, each behind its size. Both are of one
// build.
//   session: {"plan": {...}} once; {"answer": ID, "approve": BOOL, "scope", "pattern", "confirm",
//            "reason"}
//   root's:  {"hello": true} once; {"asked": QUESTION}, as the events of the API have it;
//            {"settled": ID}: it needs no answer any more
#ifndef GUARD_SUPERVISOR_RIGHTS_RAISED_LINK_H_
#define GUARD_SUPERVISOR_RIGHTS_RAISED_LINK_H_

#include <nlohmann/json.hpp>

#include "base/error.h"

namespace guard::supervisor {

// Blocks. Code::kGone: the other end has closed.
Result<void> say_json(int socket, const nlohmann::json& object);
Result<nlohmann::json> hear_json(int socket);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_RIGHTS_RAISED_LINK_H_
