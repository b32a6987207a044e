// SPDX-License-Identifier: Apache-2.0
// Searches of whole trees that open every file without waiting for anybody (O_NONBLOCK): where
// secrets are held by leases the kernel refuses them those at once, before guard hears of it. So
// the question comes at the start of the search, once for all that it would read; which secrets
// there are is known already. Pure, any thread.
#ifndef GUARD_SUPERVISOR_JUDGE_SEARCHES_H_
#define GUARD_SUPERVISOR_JUDGE_SEARCHES_H_

#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "policy/command/tree_search.h"
#include "policy/vocabulary/action.h"
#include "policy/vocabulary/assessment.h"
#include "supervisor/approval/lease.h"

namespace guard::supervisor {

struct KnownSecret {
  std::string path;  // canonical, as it was found
  ObjectId id;
};
// Those that are held at or below PATH.
using SecretsBelow = std::function<std::vector<KnownSecret>(const std::string& path)>;

// The secrets that it would read, each once.
[[nodiscard]] std::vector<KnownSecret> secrets_met(const policy::TreeSearch& search,
                                                   const std::string& cwd,
                                                   const SecretsBelow& secrets_below);

// The read of the secret KNOWN that the search EXEC will come to.
[[nodiscard]] policy::Action read_by(const policy::Action& exec, const KnownSecret& known);

// The question about it that a person reads. Names are shown from its folder.
// A remembered answer holds for these secrets (grant_place), and for these very words if they are
// too many to be named.
[[nodiscard]] policy::Assessment assessment_of(const policy::TreeSearch& search,
                                               const policy::Action& exec,
                                               const std::vector<KnownSecret>& met);

// Programs whose searches go without the secrets for the rest of the session, as a person said. Any
// thread.
class DeniedSearches {
 public:
  void add(const std::string& program) {
    const std::lock_guard lock(mutex_);
    programs_.insert(program);
  }
  [[nodiscard]] bool contains(const std::string& program) const {
    const std::lock_guard lock(mutex_);
    return programs_.contains(program);
  }

 private:
  mutable std::mutex mutex_;
  std::unordered_set<std::string> programs_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_JUDGE_SEARCHES_H_
