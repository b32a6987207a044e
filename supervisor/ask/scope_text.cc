// SPDX-License-Identifier: Apache-2.0
#include "supervisor/ask/scope_text.h"

#include <vector>

#include "base/text/text.h"
#include "supervisor/approval/grant_kind.h"
#include "supervisor/approval/grant_pattern.h"
#include "supervisor/ask/remembering.h"

namespace guard::supervisor {
namespace {

Answer for_the_command() {
  Answer answer;
  answer.approve = true;
  answer.scope = Scope::kCommand;
  return answer;
}

// Where no pattern covers the act: the lease alone counts.
std::string leased_text(const Lease& lease, const std::string& kind, bool delicate) {
  const std::string& from = lease.directories.front();
  if (lease.targets.empty() || lease.targets.front() == from)
    return extent_text(kind, from, delicate);
  return kind + " from " + from + " to " + lease.targets.front() + (delicate ? "" : ", and below");
}

// `rm -r a b`: the answer lets all of it be done now, and is remembered for the folder of the first
// word alone.
bool is_remembered_in_part(const PendingCall& call, bool covers_itself) {
  const auto& effect = call.decision.assessment.effect;
  const bool names_files = effect && !effect->operands.empty();
  return call.action.act == policy::Act::kExec && names_files && !covers_itself &&
         call.decision.assessment.pattern.starts_with('/');
}

}  // namespace

std::string scope_text(const PendingCall& call, Scope scope) {
  if (scope == Scope::kOnce) return {};
  const policy::Assessment& assessment = call.decision.assessment;
  const std::string& pattern = assessment.pattern;
  const bool delicate = policy::is_delicate(assessment);
  const std::string kind = kind_of_grant(call.action, assessment, pattern);
  const std::vector<Lease> leases = leases_of(call, for_the_command());
  const bool covers_itself =
      covers_action(pattern, call.action) || covers_effect(pattern, call.action, assessment);
  if (!covers_itself && !leases.empty())
    return safe_text(leased_text(leases.front(), kind, delicate));
  if (pattern.empty()) return extent_text(assessment.categories);
  const std::string extent = kind.empty()
                                 ? search_text(pattern, grant_place(call.action, assessment))
                                 : extent_text(kind, pattern, delicate);
  return is_remembered_in_part(call, covers_itself) ? extent + "; all else of it only now" : extent;
}

}  // namespace guard::supervisor
