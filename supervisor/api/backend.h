// SPDX-License-Identifier: Apache-2.0
// The requests of the API to the session. All of it is called on the control thread and must not
// block.
#ifndef GUARD_SUPERVISOR_API_BACKEND_H_
#define GUARD_SUPERVISOR_API_BACKEND_H_

#include <sys/socket.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "supervisor/api/inside_client.h"
#include "supervisor/api/live_acts.h"
#include "supervisor/approval/broker.h"
#include "supervisor/approval/grants.h"

namespace guard::supervisor {

// outside: may answer. delegate: may answer what was handed on. inside: a process of the tree.
// stranger: none of these; turned away.
enum class Role { kOutside, kDelegate, kInside, kStranger };

// The weight of a user's answer, now.
struct Say {
  int tier = 3;                 // questions up to this tier; 0: none
  std::optional<uid_t> person;  // whose it is where two people must approve; none: nobody's
};

struct ApiBackend {
  // GET /v1/session. Its "id" is what approve-session must name.
  std::function<nlohmann::json()> session;
  // POST /v1/check: {"argv" or "shell", "cwd"?} -> the decision object, with "decision" one of
  // "allow", "ask", "deny", "block". When it would ask it may carry "approval_id" and "prompt"
  // {"what", "why", "risk", "changes"}; what is missing is filled from the decision.
  std::function<Result<nlohmann::json>(const nlohmann::json&)> check;
  // Once a connection. A peer whose process has gone already is no stranger to fear less: it must
  // not be kOutside.
  std::function<Role(const struct ucred&)> role_of;
  // For a peer that may answer. Null: all of them may answer anything, as themselves.
  std::function<Say(uid_t)> say_of;
  // POST, GET, DELETE /v1/delegations. Null: nothing can be handed on.
  std::function<Result<nlohmann::json>(uid_t from, const std::string& by, const nlohmann::json&)>
      delegate;
  std::function<nlohmann::json()> delegations;
  std::function<Result<void>(const std::string& by, const std::string& id)> end_delegation;
  // A request that the peer's role does not allow: to be recorded.
  std::function<void(const std::string& request, const struct ucred&)> refused;
  // Categories were approved for the session: to be recorded, with who did it.
  std::function<void(const std::string& by, const std::vector<policy::Category>& categories)>
      approved;
  // A grant was taken back: to be recorded, with who did it.
  std::function<void(const std::string& by, const Grant& grant)> taken_back;
  // POST /v1/session/pause, resume and end: what holds then, with "changed".
  std::function<nlohmann::json(const std::string& by)> pause;
  std::function<nlohmann::json(const std::string& by)> resume;
  std::function<nlohmann::json(const std::string& by, bool at_once)> end;
  // POST /v1/session/checkpoint: {"checkpoint", "name"}. Null: nothing is kept for undo.
  std::function<Result<nlohmann::json>(const std::string& name)> checkpoint;
  // GET /v1/session/changes. Null: nothing is kept for undo.
  std::function<Result<nlohmann::json>()> changes;
  // GET /v1/audit with its query parameters (an object of texts).
  std::function<Result<nlohmann::json>(const nlohmann::json&)> audit;
  // The process behind a connection that guard itself made for a process of the tree
  // (session_address.h), once a connection, in the order of connecting.
  std::function<InsideClient()> next_client;
  // POST /v1/nested: a run inside joins. GET /v1/nested: what was refused to it.
  std::function<Result<nlohmann::json>(const InsideClient&, const nlohmann::json&)> join;
  std::function<Result<nlohmann::json>(const InsideClient&)> nested;
  Broker* broker = nullptr;
  Grants* grants = nullptr;
  LiveActs* acts = nullptr;  // null: nobody tells of acts
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_API_BACKEND_H_
