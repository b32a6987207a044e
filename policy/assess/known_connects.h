// SPDX-License-Identifier: Apache-2.0
// KnownConnects: what was said of the last few hosts that were connected to, under one policy: most
// programs come back to the same ones. An assessment is made of nothing but the policy and the
// destination, and both are compared in full. Any thread; one mutex.
#ifndef GUARD_POLICY_ASSESS_KNOWN_CONNECTS_H_
#define GUARD_POLICY_ASSESS_KNOWN_CONNECTS_H_

#include <array>
#include <cstddef>
#include <mutex>
#include <optional>

#include "policy/vocabulary/action.h"
#include "policy/vocabulary/assessment.h"

namespace guard::policy {

class KnownConnects {
 public:
  [[nodiscard]] std::optional<Assessment> of(const Destination& destination) const {
    const std::lock_guard lock(mutex_);
    for (const Known& known : known_)
      if (known.used && known.destination == destination) return known.assessment;
    return std::nullopt;
  }
  void add(const Destination& destination, const Assessment& assessment) {
    const std::lock_guard lock(mutex_);
    known_.at(next_) = {true, destination, assessment};
    next_ = (next_ + 1) % known_.size();
  }

 private:
  struct Known {
    bool used = false;
    Destination destination;
    Assessment assessment;
  };
  mutable std::mutex mutex_;
  std::array<Known, 8> known_;
  std::size_t next_ = 0;
};

}  // namespace guard::policy

#endif  // GUARD_POLICY_ASSESS_KNOWN_CONNECTS_H_
