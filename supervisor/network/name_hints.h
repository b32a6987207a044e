// SPDX-License-Identifier: Apache-2.0
// NameHints: the host names that the tree speaks of: what it asked name servers for, and the web
// addresses in the arguments of its programs. Each is only a hint: it counts where guard's own
// lookup of it leads to the address in question, and is looked up only for an address that is about
// to be asked about. Any thread; one mutex. complete() blocks for PATIENCE at most: on a
// worker. A lookup that takes longer goes on by itself, on a thread that outlives this object, so
// that neither a question nor the end of a session waits for a silent name server.
#ifndef GUARD_SUPERVISOR_NETWORK_NAME_HINTS_H_
#define GUARD_SUPERVISOR_NETWORK_NAME_HINTS_H_

#include <atomic>
#include <chrono>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/limits.h"
#include "policy/vocabulary/action.h"
#include "supervisor/network/name_lookup.h"

namespace guard::interceptor {
struct HeldCall;
}

namespace guard::supervisor {

class NameHints {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kPatience = time_limit("hints.ms");

  explicit NameHints(NameLookup lookup = look_up_by_system,
                     std::chrono::milliseconds patience = kPatience);

  // The tree is about to ask a name server for it.
  void heard(const std::string& name);
  // The tree was let ask a name server: names that it only says are looked up from then on. Where
  // it may not, a lookup of guard's would carry out for it what it says.
  void let_ask() { may_ask_ = true; }
  // A send that was let go: what its messages ask a name server for, if it goes to one.
  void listen_to(const interceptor::HeldCall& send);
  // Sets the name, with its source, when one that was heard or is among SAID leads to the address.
  void complete(policy::Destination& destination, const std::vector<std::string>& said);

 private:
  struct Lookups;

  [[nodiscard]] std::vector<std::string> candidates(const std::vector<std::string>& said) const;

  const std::chrono::milliseconds patience_;
  mutable std::mutex mutex_;
  std::deque<std::string> heard_;  // the latest first
  std::shared_ptr<Lookups> lookups_;
  std::atomic<bool> may_ask_ = false;
};

struct Process;
// The hosts that the words of the acting program and of its parents inside the tree name.
[[nodiscard]] std::vector<std::string> hosts_said_by(const Process& process);
// Hosts of web addresses ("https://HOST/...", wherever they stand in a word) and of "USER@HOST".
[[nodiscard]] std::vector<std::string> hosts_in_words(const std::vector<std::string>& words);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_NETWORK_NAME_HINTS_H_
