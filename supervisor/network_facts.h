// SPDX-License-Identifier: Apache-2.0
// NetworkFacts: what is known of addresses: which are the configured resolvers (resolv.conf) and
// which belong to a name that the policy allows, by guard's own lookup of that name, made when a
// connect first needs it and again after five minutes. Lookups block: they run on a worker. Any
// thread.
#ifndef GUARD_SUPERVISOR_NETWORK_FACTS_H_
#define GUARD_SUPERVISOR_NETWORK_FACTS_H_

#include <chrono>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "policy/action.h"

namespace guard::supervisor {

class NetworkFacts {
 public:
  explicit NetworkFacts(std::vector<std::string> allowed_names);

  // True when completing this destination needs a lookup now.
  [[nodiscard]] bool needs_lookup(const policy::Destination& destination) const;
  // Sets resolver, and name with its source when the address belongs to an allowed name.
  void complete(policy::Destination& destination) const;

 private:
  void look_up_all() const;

  std::vector<std::string> resolvers_;
  std::vector<std::string> allowed_names_;
  mutable std::mutex mutex_;
  mutable std::unordered_map<std::string, std::string> name_by_address_;
  mutable std::chrono::steady_clock::time_point looked_up_{};
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_NETWORK_FACTS_H_
