// SPDX-License-Identifier: Apache-2.0
// Judge: what holds for a host of which nobody knows yet where on it a program wants to go.
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "policy/text/scalars.h"
#include "supervisor/approval/grant.h"
#include "supervisor/facts/tree_facts.h"
#include "supervisor/judge/judge.h"

namespace guard::supervisor {
namespace {

struct Door {
  std::uint16_t port;
  std::string protocol;
};

// "example.org:443/tcp"; without a port, or with none that is a number, nothing.
void add_door(std::vector<Door>& doors, std::string_view place) {
  const std::size_t slash = std::min(place.find('/'), place.size());
  const std::string_view protocol = place.substr(std::min(slash + 1, place.size()));
  place = place.substr(0, slash);
  const std::size_t colon = place.rfind(':');
  if (colon == std::string_view::npos) return;
  const auto port = policy::parse_integer(place.substr(colon + 1));
  if (!port || *port < 1 || *port > 65535) return;
  doors.push_back(
      {static_cast<std::uint16_t>(*port), protocol.empty() ? "tcp" : std::string(protocol)});
}

// The usual ones, and those that somebody has named.
std::vector<Door> doors_of(const policy::Policy& policy, const std::vector<Grant>& grants) {
  std::vector<Door> doors = {{443, "tcp"}, {80, "tcp"}};
  for (const std::string& host : policy.network_allow) add_door(doors, host);
  for (const policy::Rule& rule : policy.rules)
    for (const std::string& host : rule.when.host) add_door(doors, host);
  for (const Grant& grant : grants) add_door(doors, grant.pattern);
  return doors;
}

// As a program sees it that asked for the name: the address is not known, and none may count.
policy::Action connection_to(const std::string& name) {
  policy::Action action;
  action.act = policy::Act::kConnect;
  action.destination.name = name;
  action.destination.names = {name};
  action.destination.name_source = policy::NameSource::kFake;
  action.destination.address = "198.18.0.0";
  action.destination.stand_in = true;
  return action;
}

int looseness_of(policy::Verdict verdict) {
  return verdict == policy::Verdict::kAllow ? 2 : verdict == policy::Verdict::kAsk ? 1 : 0;
}

}  // namespace

policy::Verdict Judge::to_host(const std::string& name) const {
  policy::SessionState state;
  state.on_ask = policy::OnAsk::kWait;
  state.approved_categories = parts_.grants.approved_categories();
  policy::Action action = connection_to(name);
  TreeFacts facts(parts_.paths, ActPlace{});
  policy::Verdict best = policy::Verdict::kDeny;
  for (Door& door : doors_of(*parts_.policy, parts_.grants.list())) {
    action.destination.port = door.port;
    action.destination.protocol = std::move(door.protocol);
    policy::Assessment assessment = parts_.assessor.assess(action, facts);
    policy::Decision decision = evaluator_.evaluate(action, assessment, state);
    only_log_host(action, decision);
    if (decision.verdict == policy::Verdict::kAsk || goes_by_a_yes(action, decision)) {
      const auto grant =
          parts_.grants.covering(action, assessment, {}, std::chrono::system_clock::now());
      if (grant)
        decision.verdict = grant->denies ? policy::Verdict::kDeny : policy::Verdict::kAllow;
    }
    if (looseness_of(decision.verdict) > looseness_of(best)) best = decision.verdict;
  }
  return best;
}

}  // namespace guard::supervisor
