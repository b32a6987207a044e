// SPDX-License-Identifier: Apache-2.0
// NetworkFacts: what is known of addresses: which are the configured resolvers (resolv.conf), and
// which belong to a name that the policy speaks of, by guard's own lookup of that name. Names are
// looked up when a connection first needs them and again after five minutes; at an address that no
// name led to, after two seconds (addresses rotate behind a name). A name that once led to an
// address is not forgotten there: what a rule refuses stays refused. Lookups block: on a worker.
// Any thread; one mutex.
#ifndef GUARD_SUPERVISOR_NETWORK_NETWORK_FACTS_H_
#define GUARD_SUPERVISOR_NETWORK_NETWORK_FACTS_H_

#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/limits.h"
#include "policy/model/policy.h"
#include "policy/vocabulary/action.h"
#include "supervisor/network/name_lookup.h"

namespace guard::supervisor {

class NetworkFacts {
 public:
  using Clock = std::chrono::steady_clock;
  using Now = std::function<Clock::time_point()>;
  using GuardAnswers = std::function<bool(const policy::Actor&)>;

  // The names of network.allow and of the rules' hosts.
  // GUARD_ANSWERS: for the name servers, to that program, so that what it looks up leads to no
  // address of which guard does not know the name. Then a name allows an address where /etc/hosts
  // says so; elsewhere it only restricts.
  explicit NetworkFacts(const policy::Policy& policy, GuardAnswers guard_answers = nullptr);
  NetworkFacts(const policy::Policy& policy, NameLookup lookup, Now now = Clock::now,
               GuardAnswers guard_answers = nullptr);

  [[nodiscard]] bool guard_answers(const policy::Actor& actor) const {
    return guard_answers_ && guard_answers_(actor);
  }

  // True when completing this destination, of an act of ACTOR's, needs a lookup now.
  [[nodiscard]] bool needs_lookup(const policy::Destination& destination,
                                  const policy::Actor& actor = {}) const;
  // Sets resolver, and the names with their source when the address belongs to some.
  void complete(policy::Destination& destination, const policy::Actor& actor = {}) const;

 private:
  struct Name {
    bool resolved = true;
    std::optional<Clock::time_point> asked;
  };
  // When a name last led to the address.
  using Names = std::map<std::string, Clock::time_point>;

  [[nodiscard]] bool is_resolver(const policy::Destination& destination) const;
  [[nodiscard]] bool is_written(const std::string& name, const std::string& address) const;
  [[nodiscard]] bool has_names(const policy::Destination& destination,
                               const policy::Actor& actor) const;
  [[nodiscard]] bool is_due(const Name& name, Clock::time_point now, bool address_is_known) const;
  [[nodiscard]] std::vector<std::string> due_names(const std::string& address) const;
  void look_up(const std::vector<std::string>& names) const;

  std::vector<std::string> resolvers_;
  std::multimap<std::string, std::string, std::less<>> written_;  // /etc/hosts: name, address
  GuardAnswers guard_answers_;
  NameLookup lookup_;
  Now now_;
  mutable std::mutex mutex_;
  mutable std::map<std::string, Name> names_;
  mutable std::unordered_map<std::string, Names> by_address_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_NETWORK_NETWORK_FACTS_H_
