// SPDX-License-Identifier: Apache-2.0
// RealAddresses: what a host name leads to, by guard's own lookup, kept for a while. Each lookup
// runs on a thread of its own, which may outlive this object, and has a deadline of its own: a
// silent name server holds up nobody who wants another name. Bounded: beyond "names.lookups" at
// once a lookup fails instead of waiting for another one. Any thread.
#ifndef GUARD_SUPERVISOR_NAMES_REAL_ADDRESSES_H_
#define GUARD_SUPERVISOR_NAMES_REAL_ADDRESSES_H_

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/limits.h"
#include "supervisor/network/name_lookup.h"

namespace guard::supervisor {

class RealAddresses {
 public:
  static constexpr std::chrono::milliseconds kKept = time_limit("names.real");
  static constexpr std::chrono::milliseconds kFailureKept = time_limit("names.unknown");
  static constexpr std::chrono::milliseconds kPatience = time_limit("names.lookup_ms");
  static constexpr std::size_t kMostLookups = size_limit("names.lookups");
  static constexpr std::size_t kMostWaiting = size_limit("names.waiting");

  struct Found {
    bool ended = false;        // false: ask again soon
    std::optional<Host> host;  // nullopt: it cannot be told now; no address: there is no such host
    std::string why = {};      // for people, where guard gave up before the lookup ended
  };
  using Told = std::function<void(const Found&)>;

  explicit RealAddresses(HostLookup lookup = look_up_in_full,
                         std::chrono::milliseconds kept = kKept,
                         std::chrono::milliseconds patience = kPatience);

  // Does not block. Begins a lookup where none is under way and none is fresh. One that failed is
  // kept for kFailureKept at most.
  [[nodiscard]] Found of(const std::string& name);
  // TOLD is called once with what is found: by this call, or by the thread of the lookup, maybe
  // after the end of this object. Never, where kMostWaiting wait for that name: a client asks its
  // name server again.
  void tell(const std::string& name, Told told);

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_NAMES_REAL_ADDRESSES_H_
