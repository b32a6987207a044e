// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/process/container.h"
#include "policy/model/policy.h"
#include "policy/network/host_pattern.h"

namespace guard::policy {

ListenUse listen_use_of(const Policy& policy) {
  if (policy.network_listen) return *policy.network_listen;
  const TierAction logged = policy.mode.tiers[1];
  const bool goes_on = logged == TierAction::kAllow || logged == TierAction::kLog;
  return policy.safe_mode && goes_on ? ListenUse::kNarrow : ListenUse::kAsk;
}

void settle_listen_use(Policy& policy) {
  if (!policy.network_listen && in_container()) policy.network_listen = ListenUse::kAsk;
}

bool needs_names(const Policy& policy) {
  const auto any_in = [](const std::vector<std::string>& hosts) {
    return std::ranges::any_of(hosts, host_pattern_is_of_many_names);
  };
  return any_in(policy.network_allow) || std::ranges::any_of(policy.rules, [&](const Rule& rule) {
           return any_in(rule.when.host);
         });
}

}  // namespace guard::policy
