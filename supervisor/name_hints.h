// SPDX-License-Identifier: Apache-2.0
// NameHints: the host names that the tree speaks of: what it asked name servers for, and the web
// addresses in the arguments of its programs. Each is only a hint: it counts where guard's own
// lookup of it leads to the address in question, and is looked up only for an address that is about
// to be asked about. Any thread; one mutex. complete() may block on lookups: on a worker.
#ifndef GUARD_SUPERVISOR_NAME_HINTS_H_
#define GUARD_SUPERVISOR_NAME_HINTS_H_

#include <chrono>
#include <deque>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "policy/action.h"
#include "supervisor/name_lookup.h"

namespace guard::interceptor {
struct HeldCall;
}

namespace guard::supervisor {

class NameHints {
 public:
  using Clock = std::chrono::steady_clock;

  explicit NameHints(NameLookup lookup = look_up_by_system) : lookup_(std::move(lookup)) {}

  // The tree is about to ask a name server for it.
  void heard(const std::string& name);
  // A send: what its messages ask a name server for, if it goes to one.
  void listen_to(const interceptor::HeldCall& send);
  // Sets the name, with its source, when one that was heard or is among SAID leads to the address.
  void complete(policy::Destination& destination, const std::vector<std::string>& said);

 private:
  struct Looked {
    std::vector<std::string> addresses;
    Clock::time_point at;
  };

  [[nodiscard]] std::vector<std::string> candidates(const std::vector<std::string>& said) const;
  [[nodiscard]] bool leads_to(const std::string& name, const std::string& address) const;
  [[nodiscard]] bool is_due(const std::string& name) const;
  // False: a name server does not answer now.
  bool look_up(const std::string& name);
  void forget_old();  // under mutex_

  NameLookup lookup_;
  mutable std::mutex mutex_;
  std::deque<std::string> heard_;  // the latest first
  std::unordered_map<std::string, Looked> looked_;
};

// Hosts of web addresses ("https://HOST/...", wherever they stand in a word) and of "USER@HOST".
[[nodiscard]] std::vector<std::string> hosts_in_words(const std::vector<std::string>& words);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_NAME_HINTS_H_
