// SPDX-License-Identifier: Apache-2.0
// NameService: host names as the tree sees them. A socket that is about to ask a name server is led
// to guard's own (name_door.h), which gives each name an address of its own (fake_names.h), or,
// for programs that are to see real addresses, those of names that may be reached unasked
// (given_names.h). A call to an address of guard's own waits until guard knows what the name leads
// to (real_addresses.h). Any thread. close() ends the servers; it ends after the last call.
#ifndef GUARD_SUPERVISOR_NAMES_NAME_SERVICE_H_
#define GUARD_SUPERVISOR_NAMES_NAME_SERVICE_H_

#include <functional>
#include <mutex>
#include <utility>

#include "base/error.h"
#include "interceptor/calls/call_listener.h"
#include "interceptor/resolve/held_call.h"
#include "policy/network/name_use.h"
#include "policy/vocabulary/action.h"
#include "supervisor/names/fake_names.h"
#include "supervisor/names/given_names.h"
#include "supervisor/names/name_door.h"
#include "supervisor/names/real_addresses.h"
#include "supervisor/names/resolver_options.h"

namespace guard::supervisor {

// kWhereItCan: where guard can answer under the name servers' own addresses; elsewhere programs ask
// these themselves, as without guard.
enum class NamePlan { kNever, kWhereItCan, kAlways };

struct NameChoice {
  NamePlan plan = NamePlan::kNever;
  policy::NameUse use = policy::NameUse::kFake;  // kOff: the plan is kNever
};

class NameService {
 public:
  // The choice of the policy for a program's lookups.
  using Choose = std::function<NameChoice(const policy::Actor&)>;

  NameService(Choose choose, ResolverOptions options, HostLookup lookup = look_up_in_full);
  NameService(const NameService&) = delete;
  NameService& operator=(const NameService&) = delete;

  // To be set before the first call. Called by the servers' threads, until close().
  void tell_verdict_by(HostVerdict verdict) { verdict_ = std::move(verdict); }
  void close();

  // Guard has a network for sockets that it puts in the place of others. Tries at the first time.
  [[nodiscard]] bool has_network();
  // Guard answers for the name servers, to this program.
  [[nodiscard]] bool is_on(const policy::Actor& actor);
  // A destination whose address stands for a name, or was given for one, gets that name.
  void describe(policy::Destination& destination) const;
  // CALL, which carries out ACTION, asks a configured name server, or whoever answers for one on
  // this machine, and not one in a network that the tree made: guard answers it.
  [[nodiscard]] bool is_asked_by(const interceptor::HeldCall& call, const policy::Action& action);
  // A socket of this machine behind which somebody else looks names up: as it was not there,
  // programs ask the name servers.
  [[nodiscard]] bool hides(const policy::Action& action);
  // Leads the socket of CALL, which carries out ACTION, to guard's own server. On error the call
  // must not happen.
  Result<void> lead_here(interceptor::HeldCall& call, const policy::Action& action,
                         interceptor::CallListener& listener);
  [[nodiscard]] RealAddresses& addresses() { return addresses_; }

 private:
  [[nodiscard]] NameAnswersParts answers_parts(ResolverOptions options);
  [[nodiscard]] bool can_exchange();
  [[nodiscard]] bool is_of_this_network(int socket);
  [[nodiscard]] NameDoor& door_for(policy::NameUse use);

  const Choose choose_;
  HostVerdict verdict_;
  FakeNames fakes_;
  GivenNames given_;
  RealAddresses addresses_;
  std::mutex mutex_;
  bool puts_sockets_ = true;  // until a listener said that it cannot
  NameDoor fake_;
  NameDoor real_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_NAMES_NAME_SERVICE_H_
