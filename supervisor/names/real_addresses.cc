// SPDX-License-Identifier: Apache-2.0
#include "supervisor/names/real_addresses.h"

#include <algorithm>
#include <mutex>
#include <system_error>
#include <thread>
#include <unordered_map>
#include <utility>

namespace guard::supervisor {

using Clock = std::chrono::steady_clock;

// Shared with the threads of the lookups.
struct RealAddresses::Shared {
  struct Name {
    bool under_way = false;
    bool ended = false;
    Clock::time_point at;
    Addresses addresses;
  };

  Shared(NameLookup with, std::chrono::milliseconds keep) : lookup(std::move(with)), kept(keep) {}

  [[nodiscard]] bool is_fresh(const Name& name) const {
    return name.ended &&
           Clock::now() - name.at < (name.addresses ? kept : std::min(kept, kFailureKept));
  }

  void ended(const std::string& name, Addresses addresses) {
    const std::lock_guard lock(mutex);
    --under_way;
    names[name] = {false, true, Clock::now(), std::move(addresses)};
  }

  const NameLookup lookup;
  const std::chrono::milliseconds kept;
  std::mutex mutex;
  std::size_t under_way = 0;
  std::unordered_map<std::string, Name> names;
};

RealAddresses::RealAddresses(NameLookup lookup, std::chrono::milliseconds kept)
    : shared_(std::make_shared<Shared>(std::move(lookup), kept)) {}

RealAddresses::Found RealAddresses::of(const std::string& name) {
  const std::lock_guard lock(shared_->mutex);
  auto& known = shared_->names[name];
  if (shared_->is_fresh(known)) return {true, known.addresses};
  if (known.under_way || shared_->under_way >= size_limit("hints.lookups")) return {};
  known.under_way = true;
  ++shared_->under_way;
  try {
    std::thread([shared = shared_, name] { shared->ended(name, shared->lookup(name)); }).detach();
  } catch (const std::system_error&) {
    known.under_way = false;
    --shared_->under_way;
  }
  return {};
}

}  // namespace guard::supervisor
