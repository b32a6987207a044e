// SPDX-License-Identifier: Apache-2.0
// RealAddresses: what a host name leads to, by guard's own lookup, kept for a while. A lookup runs
// on a thread of its own, which may outlive this object: a silent name server holds up nobody else.
// Bounded: as many lookups at once as "hints.lookups" says; the next one waits. Any thread.
#ifndef GUARD_SUPERVISOR_NAMES_REAL_ADDRESSES_H_
#define GUARD_SUPERVISOR_NAMES_REAL_ADDRESSES_H_

#include <chrono>
#include <memory>
#include <string>

#include "base/limits.h"
#include "supervisor/network/name_lookup.h"

namespace guard::supervisor {

class RealAddresses {
 public:
  static constexpr std::chrono::milliseconds kKept = time_limit("names.real");

  static constexpr std::chrono::milliseconds kFailureKept = time_limit("names.unknown");

  struct Found {
    bool ended = false;   // false: ask again soon
    Addresses addresses;  // as look_up_by_system() tells them
  };

  explicit RealAddresses(NameLookup lookup = look_up_in_full,
                         std::chrono::milliseconds kept = kKept);

  // Does not block. Begins a lookup where none is under way and none is fresh. One that failed is
  // kept for kFailureKept at most.
  [[nodiscard]] Found of(const std::string& name);

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_NAMES_REAL_ADDRESSES_H_
