// SPDX-License-Identifier: Apache-2.0
#include "supervisor/names/names_held.h"

#include <algorithm>
#include <array>

#include "base/text/text.h"
#include "interceptor/sockets/lone_network.h"
#include "policy/network/host_pattern.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kMostNamed = 3;

std::string why_no_exchange(const interceptor::Backend& backend,
                            const std::function<bool()>& has_network) {
  if (backend.traced || backend.preloaded)
    return std::string("by ") + backend.name() + " no socket can be put in the place of another";
  return has_network() ? "" : "this machine lets guard make no network namespace";
}

bool is_a_name(const std::string& pattern) {
  return policy::host_pattern_is_of_many_names(pattern) ||
         !policy::name_to_look_up(pattern).empty();
}

std::string first_of(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kMostNamed); ++i)
    text += (i == 0 ? "" : ", ") + safe_text(names[i]);
  return text + (names.size() > kMostNamed ? ", ..." : "");
}

}  // namespace

bool can_make_network() {
  return interceptor::LoneNetwork::make().has_value();
}

NamesHeld names_held(const policy::Policy& policy, const interceptor::Backend& backend,
                     const std::function<bool()>& has_network) {
  if (policy.network_names == policy::NameUse::kOff)
    return {NamesBy::kOff, "the policy says `network.names: off`"};
  std::string why = why_no_exchange(backend, has_network);
  if (why.empty()) return {NamesBy::kExchanged, ""};
  const bool always = policy.network_names || policy::needs_names(policy);
  return {always ? NamesBy::kLed : NamesBy::kOff, std::move(why)};
}

const char* name_of(NamesBy by) {
  constexpr std::array kNames = {"exchanged", "led", "off"};
  return kNames.at(static_cast<std::size_t>(by));
}

std::string text_of(const NamesHeld& held) {
  constexpr std::array<std::string_view, 3> kTexts = {
      "guard answers lookups, in the place of the name servers",
      "guard answers lookups from another port of this machine, which musl programs and "
      "dns.resolve of node do not take",
      "the name servers answer lookups: a host name in the policy means the addresses that guard's "
      "own lookup of it finds"};
  const std::string text(kTexts.at(static_cast<std::size_t>(held.by)));
  return held.why.empty() ? text : text + "; " + held.why;
}

std::vector<std::string> restricted_names(const policy::Policy& policy) {
  std::vector<std::string> names;
  for (const policy::Rule& rule : policy.rules) {
    if (rule.decision == policy::Verdict::kAllow) continue;
    for (const std::string& host : rule.when.host)
      if (is_a_name(host) && host != "localhost" && std::ranges::find(names, host) == names.end())
        names.push_back(host);
  }
  return names;
}

std::string names_notice(const policy::Policy& policy, const interceptor::Backend& backend,
                         const std::function<bool()>& has_network) {
  const auto names = restricted_names(policy);
  if (names.empty()) return {};
  const NamesHeld held = names_held(policy, backend, has_network);
  if (held.by != NamesBy::kOff) return {};
  return "lookups of host names are left to the name servers: " + held.why +
         ". So what the policy denies or asks about (" + first_of(names) +
         ") holds for the addresses that guard's own lookup finds, and not for the name";
}

}  // namespace guard::supervisor
