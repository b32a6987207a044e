// SPDX-License-Identifier: Apache-2.0
// Judge's part about who must not be trusted with the way out: commands that have read a secret,
// scripts of packages that are being installed, and sessions that work on the same files. All only
// make an assessment stricter.
#include <algorithm>
#include <string>

#include "base/text/text.h"
#include "base/weaken.h"
#include "policy/effects/file_assessment.h"
#include "policy/vocabulary/own_rules.h"
#include "supervisor/collisions/collision.h"
#include "supervisor/judge/judge.h"

namespace guard::supervisor {
namespace {

using policy::Act;
using policy::Category;

constexpr int kAskedApart = 3;  // never remembered, nor approved for the session

bool changes_files(Act act) {
  return act == Act::kCreate || act == Act::kModify || act == Act::kDelete || act == Act::kRename ||
         act == Act::kLink || act == Act::kMetadata;
}

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

// An act that a block or a higher tier holds already tells of it all the same, for the person who
// answers.
void Judge::mind_other_sessions(const PendingCall& call, policy::Assessment& assessment,
                                Judged& judged) const {
  constexpr int kAsked = 2;
  if (parts_.others == nullptr || parts_.policy->collision_writes == policy::CollisionWrites::kOff)
    return;
  const auto taken = taken_by(call, assessment, parts_.paths, *parts_.others);
  if (taken.empty()) return;
  const std::string told = told_of(taken, parts_.paths.workspaces());
  assessment.reason += (assessment.reason.empty() ? "" : "; ") + told;
  for (const OtherWrite& write : taken) judged.collides.push_back(write.path);
  if (parts_.policy->collision_writes == policy::CollisionWrites::kLog) return;
  if (assessment.tier > kAsked || assessment.block) return;
  assessment.tier = kAsked;
  assessment.wildcard = true;  // no grant covers it, and none is made of its answer
  assessment.rule = policy::own_rule("collision");
  assessment.alternative = "Commit what that session changed first.";
}

// Acts that an ordinary command may do unasked count here, too: a package's script has no trade in
// the workspace.
bool Judge::is_beyond_script(const PendingCall& call, const policy::Action& action,
                             const policy::Assessment& assessment) const {
  const PackageScript& script = *call.process->script;
  if (action.act == Act::kRead) return call.takes_secret;
  if (action.act == Act::kExec) return sends_away(action, assessment);
  if (changes_files(action.act)) {
    const bool links = action.act == Act::kLink;
    return std::ranges::any_of(action.objects, [&](const policy::Object& object) {
      const bool is_source = links && &object == &action.objects.front();
      return !is_place_of(script, object) && !(is_source && is_of_family(script, object.path));
    });
  }
  if (action.act != Act::kConnect) return false;
  const policy::Destination& to = action.destination;
  if (to.address.empty()) return assessment.tier >= 2;  // a server of this machine, outside
  if (to.loopback || to.resolver) return false;
  const bool of_registry = (parts_.registry != nullptr && name_of(*script.installer) == "npm" &&
                            parts_.registry->is_at(action.destination)) ||
                           (parts_.scripts != nullptr &&
                            parts_.scripts->is_host_of(*script.installer, action.destination));
  return !of_registry;
}

void Judge::hold_package_script(const PendingCall& call, const policy::Action& action,
                                policy::Assessment& assessment) const {
  const PackageScriptPtr& script = call.process->script;
  if (!script || parts_.policy->install_scripts == policy::InstallScripts::kOff ||
      assessment.block || weakened("package-scripts") ||
      !is_beyond_script(call, action, assessment))
    return;
  const std::string wish = wish_text(action, parts_.paths.classifier().roots().home);
  if (parts_.policy->install_scripts == policy::InstallScripts::kLog) {
    assessment.tier = std::max(assessment.tier, 1);
    assessment.reason += (assessment.reason.empty() ? "" : "; ") + text_of(*script) +
                         " would be refused it by `installs: {scripts: on}`";
    if (parts_.scripts != nullptr) parts_.scripts->note_wish(*script, wish, "only logged");
    return;
  }
  const bool reads = action.act == Act::kRead;
  assessment.tier = kAskedApart;
  assessment.cannot_be_had = assessment.cannot_be_had || reads;
  assessment.rule =
      reads ? policy::own_rule("installs.secret") : policy::own_rule("installs.script");
  assessment.reason = safe_text(text_of(*script)) + " wants " + safe_text(wish) + ", which " +
                      name_of(*script->installer) + " does not need of it";
  assessment.alternative =
      "Ask the user, who can look at the package, or set `installs: {scripts: log}`.";
}

void Judge::note_refusal(const PendingCall& call) const {
  pace_.refused(call);
  const std::string& rule = call.decision.assessment.rule;
  const bool held =
      rule == policy::own_rule("installs.secret") || rule == policy::own_rule("installs.script");
  if (!held || parts_.scripts == nullptr || !call.process || !call.process->script) return;
  // python keeps there what it has read, and goes on without.
  const auto& objects = call.action.objects;
  if (!objects.empty() && base_name(objects.back().path) == "__pycache__") return;
  parts_.scripts->note_wish(*call.process->script,
                            wish_text(call.action, parts_.paths.classifier().roots().home),
                            "refused");
}

// For people, before what the evaluator notes.
policy::Steps Judge::steps_before_rules(const PendingCall& call) const {
  policy::Steps steps;
  const policy::Assessment& assessment = call.decision.assessment;
  if (assessment.rule == policy::own_rule("secrets.after_read"))
    policy::note(&steps, "secret", [&] { return "tier 3: " + assessment.reason; });
  if (assessment.rule == policy::own_rule("installs.script"))
    policy::note(&steps, "install", [&] { return "tier 3: " + assessment.reason; });
  return steps;
}

}  // namespace guard::supervisor
