// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/process/container.h"
#include "base/text/text.h"
#include "policy/model/policy.h"
#include "policy/network/host_pattern.h"
#include "policy/text/glob.h"

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

namespace {

// The name of an image that anybody could have made widens nothing.
bool names_program(const NamesOfProgram& said, const Actor& actor) {
  if (actor.exe.empty()) return false;
  if (said.program.find('/') != std::string::npos)
    return path_glob_matches(said.program, actor.exe);
  if (!actor.installed && said.use != NameUse::kFake) return false;
  return word_glob_matches(said.program, base_name(actor.exe)) ||
         (!actor.script.empty() && word_glob_matches(said.program, actor.script));
}

}  // namespace

std::optional<NameUse> name_use_of(const Policy& policy, const Actor& actor) {
  std::optional<NameUse> use;
  for (const NamesOfProgram& said : policy.names_of_programs)
    if (names_program(said, actor)) use = std::min(use.value_or(said.use), said.use);
  return use ? use : policy.network_names;
}

bool needs_names(const Policy& policy) {
  return std::ranges::any_of(policy.rules, [](const Rule& rule) {
    return rule.decision != Verdict::kAllow &&
           std::ranges::any_of(rule.when.host, host_pattern_is_of_many_names);
  });
}

}  // namespace guard::policy
