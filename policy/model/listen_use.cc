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
  return std::ranges::any_of(policy.rules, [](const Rule& rule) {
    return rule.decision != Verdict::kAllow &&
           std::ranges::any_of(rule.when.host, host_pattern_is_of_many_names);
  });
}

}  // namespace guard::policy
