// SPDX-License-Identifier: Apache-2.0
#include "policy/network/network_tiers.h"

#include <algorithm>

#include "base/text/text.h"
#include "base/weaken.h"
#include "policy/network/host_pattern.h"
#include "policy/network/internal_address.h"
#include "policy/vocabulary/own_rules.h"

namespace guard::policy {
namespace {

bool name_is_believed(const Destination& destination) {
  return destination.name_source != NameSource::kNone &&
         destination.name_source != NameSource::kCommandLine;
}

bool is_allowed(const Destination& destination, const std::vector<std::string>& allowed) {
  const auto holds = [&](const Destination& believed) {
    return std::ranges::any_of(allowed, [&](const auto& pattern) {
      return host_matches(pattern, believed, HostUse::kAllows);
    });
  };
  if (destination.name.empty() || name_is_believed(destination)) return holds(destination);
  Destination believed = destination;
  believed.name.clear();
  return holds(believed);
}

std::string host_text(const Destination& destination) {
  if (destination.stand_in) return safe_text(destination.name);
  if (destination.name.empty() || destination.name == destination.address) {
    return safe_text(destination.address);
  }
  return safe_text(destination.name) + " (" + safe_text(destination.address) + ")";
}

// The reason that keeps a name from counting, when one might have.
std::string why_unnamed(const Destination& destination) {
  if (!destination.stand_in && !destination.names.empty() &&
      is_internal_address(destination.address))
    return ": an internal address, for which no name counts";
  if (destination.unresolved_names.empty()) return {};
  return "; " + safe_text(destination.unresolved_names.front()) + " cannot be looked up now";
}

Finding network_finding(int tier, std::string rule, std::string reason) {
  Finding finding;
  finding.categories = {Category::kNetworkRisk};
  finding.tier = tier;
  finding.rule = std::move(rule);
  finding.reason = std::move(reason);
  return finding;
}

// A bind lets nobody in: what then listens is judged, and on record, when it listens.
Finding narrowed_finding(const Destination& destination) {
  const bool later = destination.narrowing == Narrowing::kOnceItListens;
  return network_finding(later ? 0 : 1, own_rule("network.listen_narrowed"),
                         "only this machine can connect; `network: {listen: allow}` opens it");
}

}  // namespace

Finding judge_connect(const Destination& destination, const std::vector<std::string>& allowed) {
  const std::string host = host_text(destination);
  if (destination.metadata_service && !weakened("metadata-address")) {
    auto finding = network_finding(3, own_rule("network.metadata"),
                                   "talks to the cloud's metadata service, which hands out keys");
    finding.alternative = "Ask the user for the credentials that are needed.";
    return finding;
  }
  if (destination.loopback)
    return network_finding(0, own_rule("network.loopback"), "stays on this machine");
  if (destination.resolver)
    return network_finding(0, own_rule("network.resolver"), "asks the name server");
  if (is_allowed(destination, allowed)) {
    return network_finding(1, own_rule("network.allowed"),
                           "talks to " + host + ", which the policy allows");
  }
  auto finding =
      network_finding(2, own_rule("network.other"), "talks to " + host + why_unnamed(destination));
  finding.alternative = "Ask the user, who can add the host to network.allow.";
  return finding;
}

Finding judge_listen(const Destination& destination, ListenUse use) {
  if (destination.loopback)
    return network_finding(0, own_rule("network.loopback"), "stays on this machine");
  if (use == ListenUse::kAllow) {
    return network_finding(1, own_rule("network.listen_allowed"),
                           "lets other machines connect, which the policy allows");
  }
  if (use == ListenUse::kNarrow && destination.narrowing != Narrowing::kCannot)
    return narrowed_finding(destination);
  auto finding =
      network_finding(2, own_rule("network.listen"), "lets other machines connect to this one");
  finding.alternative = "Listen on 127.0.0.1 instead.";
  return finding;
}

std::vector<std::string> network_details(const Action& action) {
  const Destination& to = action.destination;
  std::string port = "port " + std::to_string(to.port);
  if (!to.protocol.empty()) port += ", " + safe_text(to.protocol);
  return {host_text(to), port};
}

namespace {

// "443/tcp"
std::string port_text(const Destination& destination) {
  const std::string protocol = destination.protocol.empty() ? "" : "/" + destination.protocol;
  return std::to_string(destination.port) + protocol;
}

}  // namespace

std::string network_pattern(const Destination& destination) {
  const bool named = name_is_believed(destination) && !destination.name.empty() &&
                     (destination.stand_in || !is_internal_address(destination.address));
  const bool bare_v6 = !named && destination.address.find(':') != std::string::npos;
  const std::string host = named     ? destination.name
                           : bare_v6 ? "[" + destination.address + "]"
                                     : destination.address;
  return safe_text(host + ":" + port_text(destination));
}

std::string listen_pattern(const Destination& destination) {
  return safe_text("listen " + destination.address + " " + port_text(destination));
}

}  // namespace guard::policy
