// SPDX-License-Identifier: Apache-2.0
#include "supervisor/names/real_addresses.h"

#include <algorithm>
#include <mutex>
#include <system_error>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

namespace guard::supervisor {

using Clock = std::chrono::steady_clock;

// Shared with the threads of the lookups.
struct RealAddresses::Shared {
  struct Name {
    bool under_way = false;
    bool ended = false;
    Clock::time_point at;  // when it began, or ended
    std::optional<Host> host;
    std::vector<Told> waiting;
  };

  Shared(HostLookup with, std::chrono::milliseconds keep, std::chrono::milliseconds wait)
      : lookup(std::move(with)), kept(keep), patience(wait) {}

  [[nodiscard]] bool is_fresh(const Name& name) const {
    return name.ended && Clock::now() - name.at < (name.host ? kept : std::min(kept, kFailureKept));
  }

  void ended(const std::string& name, std::optional<Host> host) {
    std::vector<Told> waiting;
    {
      const std::lock_guard lock(mutex);
      --under_way;
      waiting.swap(names[name].waiting);
      names[name] = {false, true, Clock::now(), host, {}};
    }
    for (const Told& told : waiting) told({true, host});
  }

  // With the lock held.
  [[nodiscard]] Found begin(const std::shared_ptr<Shared>& self, const std::string& name) {
    if (under_way >= kMostLookups)
      return {true, std::nullopt, "too many lookups wait for name servers that do not answer"};
    forget_old_names();
    try {
      std::thread([self, name] { self->ended(name, self->lookup(name)); }).detach();
    } catch (const std::system_error&) {
      return {true, std::nullopt, "there is no thread for a lookup"};
    }
    ++under_way;
    Name& known = names[name];
    known.under_way = true;
    known.ended = false;  // what is known by now is too old to be told
    known.at = Clock::now();
    return {};
  }

  void forget_old_names() {
    constexpr std::size_t kMany = size_limit("names.fake");
    if (names.size() < kMany) return;
    std::erase_if(names, [this](const auto& each) {
      return !each.second.under_way && !is_fresh(each.second);
    });
  }

  [[nodiscard]] Found of(const std::shared_ptr<Shared>& self, const std::string& name) {
    const auto known = names.find(name);
    if (known != names.end() && is_fresh(known->second)) return {true, known->second.host};
    if (known == names.end() || !known->second.under_way) return begin(self, name);
    if (Clock::now() - known->second.at < patience) return {};
    return {
        true, std::nullopt,
        "its name server has not answered for " + std::to_string(patience.count() / 1000) + " s"};
  }

  const HostLookup lookup;
  const std::chrono::milliseconds kept;
  const std::chrono::milliseconds patience;
  std::mutex mutex;
  std::size_t under_way = 0;
  std::unordered_map<std::string, Name> names;
};

RealAddresses::RealAddresses(HostLookup lookup, std::chrono::milliseconds kept,
                             std::chrono::milliseconds patience)
    : shared_(std::make_shared<Shared>(std::move(lookup), kept, patience)) {}

RealAddresses::Found RealAddresses::of(const std::string& name) {
  const std::lock_guard lock(shared_->mutex);
  return shared_->of(shared_, name);
}

void RealAddresses::tell(const std::string& name, Told told) {
  Found found;
  {
    const std::lock_guard lock(shared_->mutex);
    found = shared_->of(shared_, name);
    if (!found.ended) {
      std::vector<Told>& waiting = shared_->names[name].waiting;
      if (waiting.size() < kMostWaiting) waiting.push_back(std::move(told));
      return;
    }
  }
  told(found);
}

}  // namespace guard::supervisor
