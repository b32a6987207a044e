// SPDX-License-Identifier: Apache-2.0
#include "supervisor/network/network_facts.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <utility>

#include "base/files/hosts_file.h"
#include "base/limits.h"
#include "policy/network/host_pattern.h"
#include "policy/network/internal_address.h"
#include "supervisor/network/dns_query.h"

namespace guard::supervisor {
namespace {

constexpr std::chrono::milliseconds kFresh = time_limit("names.fresh");
constexpr std::chrono::milliseconds kRotates = time_limit("names.rotates");
constexpr std::chrono::milliseconds kFailedLately = time_limit("names.failed");

std::vector<std::string> configured_resolvers() {
  std::vector<std::string> addresses;
  std::ifstream file("/etc/resolv.conf");
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string key;
    std::string address;
    if (words >> key >> address && key == "nameserver")
      addresses.push_back(policy::canonical_address(address.substr(0, address.find('%'))));
  }
  return addresses;
}

std::multimap<std::string, std::string, std::less<>> canonical_hosts() {
  auto names = names_of_hosts_file();
  for (auto& [name, address] : names) address = policy::canonical_address(address);
  return names;
}

}  // namespace

NetworkFacts::NetworkFacts(const policy::Policy& policy, GuardAnswers guard_answers)
    : NetworkFacts(policy, look_up_by_system, Clock::now, std::move(guard_answers)) {}

NetworkFacts::NetworkFacts(const policy::Policy& policy, NameLookup lookup, Now now,
                           GuardAnswers guard_answers)
    : resolvers_(configured_resolvers()),
      written_(canonical_hosts()),
      guard_answers_(std::move(guard_answers)),
      lookup_(std::move(lookup)),
      now_(std::move(now)) {
  const auto add = [this](const std::string& pattern) {
    if (const auto name = policy::name_to_look_up(pattern); !name.empty()) names_[name];
  };
  std::ranges::for_each(policy.network_allow, add);
  for (const auto* rules : {&policy.rules, &policy.monitored})
    for (const policy::Rule& rule : *rules) std::ranges::for_each(rule.when.host, add);
}

bool NetworkFacts::is_due(const Name& name, Clock::time_point now, bool address_is_known) const {
  if (!name.asked) return true;
  const auto age = now - *name.asked;
  if (!name.resolved) return age > kFailedLately;
  return age > kFresh || (!address_is_known && age > kRotates);
}

std::vector<std::string> NetworkFacts::due_names(const std::string& address) const {
  const auto now = now_();
  const std::lock_guard lock(mutex_);
  const bool known = by_address_.contains(address);
  std::vector<std::string> due;
  for (const auto& [name, state] : names_) {
    if (is_due(state, now, known)) due.push_back(name);
  }
  return due;
}

bool NetworkFacts::is_resolver(const policy::Destination& destination) const {
  return destination.port == kDnsPort &&
         std::ranges::find(resolvers_, destination.address) != resolvers_.end();
}

bool NetworkFacts::is_written(const std::string& name, const std::string& address) const {
  const auto [first, last] = written_.equal_range(name);
  return std::any_of(first, last, [&](const auto& row) { return row.second == address; });
}

// By guard's own lookups.
bool NetworkFacts::has_names(const policy::Destination& destination,
                             const policy::Actor& actor) const {
  return !destination.loopback && !destination.stand_in && !destination.address.empty() &&
         !(is_resolver(destination) && guard_answers(actor));
}

bool NetworkFacts::needs_lookup(const policy::Destination& destination,
                                const policy::Actor& actor) const {
  return has_names(destination, actor) && !due_names(destination.address).empty();
}

void NetworkFacts::complete(policy::Destination& destination, const policy::Actor& actor) const {
  destination.resolver = is_resolver(destination);
  if (!has_names(destination, actor)) return;
  if (const auto due = due_names(destination.address); !due.empty()) look_up(due);
  const auto now = now_();
  const bool answers = guard_answers(actor);
  const std::lock_guard lock(mutex_);
  for (const auto& [name, state] : names_) {
    if (!state.resolved) destination.unresolved_names.push_back(name);
  }
  const auto found = by_address_.find(destination.address);
  if (found == by_address_.end()) return;
  for (const auto& [name, last_seen] : found->second) {
    const bool holds =
        now - last_seen <= kFresh && (!answers || is_written(name, destination.address));
    (holds ? destination.names : destination.former_names).push_back(name);
  }
  if (destination.names.empty()) return;
  destination.name = destination.names.front();
  destination.name_source = policy::NameSource::kDns;
}

void NetworkFacts::look_up(const std::vector<std::string>& names) const {
  for (const std::string& name : names) {
    const auto addresses = lookup_(name);
    const std::lock_guard lock(mutex_);
    names_[name] = {addresses.has_value(), now_()};
    if (!addresses) continue;
    for (const std::string& address : *addresses) by_address_[address][name] = now_();
  }
}

}  // namespace guard::supervisor
