// SPDX-License-Identifier: Apache-2.0
// NameService: host names as the tree sees them. A socket that is about to ask a name server is led
// to guard's own, which gives each name an address of its own (fake_names.h); a call to such an
// address waits until guard knows what the name leads to (real_addresses.h). Where guard may make a
// network namespace, it answers there under the name server's own address (lone_network.h);
// elsewhere on a port of loopback, which programs that compare the source of an answer do not take.
// Any thread. Ends with its server, after the last call.
#ifndef GUARD_SUPERVISOR_NAMES_NAME_SERVICE_H_
#define GUARD_SUPERVISOR_NAMES_NAME_SERVICE_H_

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "interceptor/calls/call_listener.h"
#include "interceptor/resolve/held_call.h"
#include "interceptor/sockets/lone_network.h"
#include "policy/vocabulary/action.h"
#include "supervisor/names/fake_names.h"
#include "supervisor/names/name_answers.h"
#include "supervisor/names/name_server.h"
#include "supervisor/names/real_addresses.h"

namespace guard::supervisor {

// kWhereItCan: where guard can answer under the name servers' own addresses; elsewhere programs ask
// these themselves, as without guard.
enum class NamePlan { kNever, kWhereItCan, kAlways };

class NameService {
 public:
  explicit NameService(NamePlan plan, NameLookup lookup = look_up_in_full)
      : plan_(plan), answers_(fakes_), addresses_(std::move(lookup)) {}
  NameService(const NameService&) = delete;
  NameService& operator=(const NameService&) = delete;

  // Guard answers for the name servers. Tries at the first time whether it can.
  [[nodiscard]] bool is_on();
  // A destination whose address stands for a name gets that name.
  void describe(policy::Destination& destination) const;
  // The configured name servers, and whoever answers for one on this machine. Starts the server.
  [[nodiscard]] bool answers_for(const policy::Destination& destination);
  // A socket of this machine behind which somebody else looks names up: as it was not there,
  // programs ask the name servers.
  [[nodiscard]] bool hides(const policy::Action& action);
  // SOCKET asks the name servers that guard answers for: not in a network that the tree made.
  [[nodiscard]] bool is_of_this_network(int socket);
  // Leads the socket of CALL, which goes to DESTINATION, to guard's own server. On error the call
  // must not happen.
  Result<void> lead_here(interceptor::HeldCall& call, const policy::Destination& destination,
                         interceptor::CallListener& listener);
  [[nodiscard]] RealAddresses& addresses() { return addresses_; }

 private:
  [[nodiscard]] Result<void> serve_at(const policy::Destination& destination);
  [[nodiscard]] Result<void> serve_on_loopback();
  Result<void> lead_to_loopback(interceptor::HeldCall& call,
                                const policy::Destination& destination);

  const NamePlan plan_;
  FakeNames fakes_;
  NameAnswers answers_;
  RealAddresses addresses_;
  std::mutex mutex_;
  std::optional<bool> on_;                             // once it was tried
  std::unique_ptr<interceptor::LoneNetwork> network_;  // null: it answers on loopback
  std::set<std::string> served_;                       // addresses of the lone network
  std::uint16_t loopback_port_ = 0;
  std::vector<std::unique_ptr<NameServer>> servers_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_NAMES_NAME_SERVICE_H_
