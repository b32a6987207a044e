// SPDX-License-Identifier: Apache-2.0
// Judge's part about who must not be trusted with the way out: commands that have read a secret.
// It only makes an assessment stricter.
#include <algorithm>
#include <string>

#include "base/text/text.h"
#include "policy/vocabulary/own_rules.h"
#include "supervisor/judge/judge.h"

namespace guard::supervisor {
namespace {

using policy::Act;
using policy::Category;

constexpr int kAskedApart = 3;  // never remembered, nor approved for the session

// `git push`, `curl -T`, `scp`, `npm publish`: what their rows call so. A fetch is tier 1.
bool sends_away(const policy::Action& action, const policy::Assessment& assessment) {
  return action.act == Act::kExec && assessment.tier >= 2 &&
         (policy::has_category(assessment, Category::kGitPublish) ||
          policy::has_category(assessment, Category::kNetworkRisk));
}

bool goes_to_new_host(const policy::Assessment& assessment) {
  return assessment.rule == policy::own_rule("network.other");
}

}  // namespace

// A socket that was judged when nothing was read yet is judged anew.
bool Judge::was_judged_before_a_read(const PendingCall& call, const SentBefore& before) const {
  return parts_.policy->after_read == policy::AfterRead::kAsk && parts_.readers != nullptr &&
         before.rule != policy::own_rule("secrets.after_read") &&
         parts_.readers->behind(*call.process).has_value();
}

void Judge::mind_what_was_read(const PendingCall& call, const policy::Action& action,
                               policy::Assessment& assessment) const {
  if (parts_.policy->after_read == policy::AfterRead::kOff || parts_.readers == nullptr ||
      assessment.block || !(goes_to_new_host(assessment) || sends_away(action, assessment)))
    return;
  const auto read = parts_.readers->behind(*call.process);
  if (!read) return;
  assessment.tier = kAskedApart;
  assessment.rule = policy::own_rule("secrets.after_read");
  assessment.reason += (assessment.reason.empty() ? "" : "; ") + parts_.readers->told(*read);
}

// For people, before what the evaluator notes.
policy::Steps Judge::steps_before_rules(const PendingCall& call) const {
  policy::Steps steps;
  const policy::Assessment& assessment = call.decision.assessment;
  if (assessment.rule == policy::own_rule("secrets.after_read"))
    policy::note(&steps, "secret", [&] { return "tier 3: " + assessment.reason; });
  return steps;
}

}  // namespace guard::supervisor
