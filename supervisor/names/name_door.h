// SPDX-License-Identifier: Apache-2.0
// NameDoor: the places at which guard answers lookups in one way: in a network of its own, under
// the very addresses of the name servers (lone_network.h), and on a port of loopback, which
// programs that compare the source of an answer do not take. Starts nothing before it is needed.
// The caller serialises.
#ifndef GUARD_SUPERVISOR_NAMES_NAME_DOOR_H_
#define GUARD_SUPERVISOR_NAMES_NAME_DOOR_H_

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "interceptor/calls/call_listener.h"
#include "interceptor/resolve/held_call.h"
#include "interceptor/sockets/lone_network.h"
#include "policy/vocabulary/action.h"
#include "supervisor/names/name_answers.h"
#include "supervisor/names/name_server.h"

namespace guard::supervisor {

class NameDoor {
 public:
  NameDoor(const NameAnswersParts& parts, policy::NameUse use) : answers_(parts, use) {}
  NameDoor(const NameDoor&) = delete;
  NameDoor& operator=(const NameDoor&) = delete;

  // Guard can have a network of its own, though perhaps not now. Tries at the first time.
  [[nodiscard]] bool has_network();
  // SOCKET is one of that network.
  [[nodiscard]] bool holds(int socket);
  // Puts a socket of that network in the place of the one that CALL, which goes to DESTINATION,
  // names. kUnsupported: by this listener none can be put. On error the call must not happen.
  Result<void> exchange(interceptor::HeldCall& call, const policy::Destination& destination,
                        interceptor::CallListener& listener);
  // Leads CALL to a port of loopback. On error the call must not happen.
  Result<void> lead_to_loopback(interceptor::HeldCall& call,
                                const policy::Destination& destination);
  // Ends the servers: nothing is answered any more.
  void close() { servers_.clear(); }

 private:
  [[nodiscard]] Result<void> make_network();
  [[nodiscard]] Result<void> serve_at(const policy::Destination& destination);
  [[nodiscard]] Result<void> serve_on_loopback();
  [[nodiscard]] Result<void> add_server(std::vector<NameServerPlace> places);

  const NameAnswers answers_;
  bool can_have_none_ = false;  // this machine lets guard have no network
  std::unique_ptr<interceptor::LoneNetwork> network_;
  std::set<std::string> served_;  // addresses of the network
  std::uint16_t loopback_port_ = 0;
  std::vector<std::unique_ptr<NameServer>> servers_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_NAMES_NAME_DOOR_H_
