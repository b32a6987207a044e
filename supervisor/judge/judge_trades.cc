// SPDX-License-Identifier: Apache-2.0
// Judge's part about single programs: what the agent itself does with its own folders, where npm
// looks for a newer version, what a clone of git does without.
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "policy/command/git_steps.h"
#include "policy/effects/metadata_assessment.h"
#include "policy/vocabulary/own_rules.h"
#include "supervisor/actors/agent_credentials.h"
#include "supervisor/judge/judge.h"

namespace guard::supervisor {

using policy::Act;
using policy::PathClass;

namespace {

constexpr std::array kClonePlaces = {PathClass::kVcs, PathClass::kTmp, PathClass::kCache,
                                     PathClass::kWorkspace};

// ".../x.git" of ".../x.git/objects/84/..."; empty: no object of git.
std::string object_store_of(const std::string& path) {
  const std::size_t at = path.rfind("/objects/");
  return at == std::string::npos ? std::string() : path.substr(0, at);
}

}  // namespace

bool Judge::makes_agents_folder(const PendingCall& call) const {
  const auto& profile = parts_.policy->profile;
  if (!profile || call.action.act != Act::kCreate) return false;
  const policy::PathRoots& roots = parts_.paths.classifier().roots();
  return makes_own_folder(
      call.action, {roots.own_state, policy::below_state(*profile, profile->settings, roots.home)});
}

// The agent itself may keep its own folders.
void Judge::leave_to_agent(const PendingCall& call, policy::Assessment& assessment) const {
  const auto leave = [&](int tier, std::string rule, const char* reason) {
    assessment.tier = tier;
    assessment.rule = std::move(rule);
    assessment.reason = reason;
  };
  if (keeps_own_credential(*call.process, call.action))
    leave(0, policy::own_rule("agent.credential"), "the agent keeps what it signs in with");
  if (makes_agents_folder(call))
    leave(0, policy::own_rule("agent.folder"), "makes an empty folder in the agent's own");
  if (assessment.tier >= 2 && !assessment.block && parts_.first_start != nullptr &&
      parts_.first_start->covers(*call.process, call.action) && !policy::gives_rights(call.action))
    leave(1, policy::own_rule("agent.first_start"),
          "the agent sets itself up, before anybody has spoken to it");
}

// A clone links the objects of a repository on this machine, and copies what cannot be linked: as
// on another file system (pipeline_execute.cc). The other repository's files keep their one name,
// so that the clone is the session's own to delete, wherever it lies.
void Judge::leave_to_git(const PendingCall& call, policy::Assessment& assessment) const {
  const policy::Action& action = call.action;
  // The clone goes on unasked (lease_of_clone): the question says so.
  if (action.act == Act::kCreate && action.syscall.starts_with("mkdir") && assessment.tier == 2 &&
      policy::has_category(assessment, policy::Category::kFsOutsideWorkspace) &&
      policy::is_installed_git(action.actor) &&
      policy::git_subcommand(action.actor.argv) == "clone")
    assessment.reason += ", with all that git clone puts there";
  if (action.act != Act::kLink || assessment.block || action.objects.size() < 2 ||
      !policy::is_installed_git(action.actor) ||
      action.objects[0].recoverability == policy::Recoverability::kBorn)
    return;
  const std::string from = object_store_of(action.objects[0].path);
  const std::string to = object_store_of(action.objects[1].path);
  const bool is_place =
      std::ranges::find(kClonePlaces, action.objects[1].path_class) != kClonePlaces.end() ||
      parts_.leases.covers_path(ancestors_of(*call.process), {.act = Act::kLink, .by_git = true},
                                action.objects[1].path, assessment);
  if (from.empty() || to.empty() || from == to || !is_place) return;
  assessment.tier = 1;
  assessment.rule = policy::own_rule("git.clone.copies");
  assessment.reason = "git copies what it cannot link";
}

// A push that was judged starts what receives it: by a shell, or itself.
void Judge::leave_receiving_to_push(const PendingCall& call, policy::Assessment& assessment) {
  constexpr int kBetween = 3;
  if (call.action.act != Act::kExec || assessment.block || assessment.tier > 2 ||
      assessment.rule != "git.receive")
    return;
  const Process* by = call.process.get();
  for (int i = 0; i < kBetween && by != nullptr; ++i, by = by->parent.get()) {
    const policy::Actor& actor = by->program->actor;
    if (!policy::is_installed_git(actor) || policy::git_subcommand(actor.argv) != "push") continue;
    assessment.tier = 1;
    assessment.reason = "receives the push that started it";
    return;
  }
}

// npm looks there for its own newer version, and so does an agent that came by it.
void Judge::leave_to_npm(const PendingCall& call, const policy::Action& action,
                         policy::Assessment& assessment) const {
  const Program& program = *call.process->program;
  const bool npm =
      program.actor.installed && (program.actor.script == "npm" || program.actor.script == "npx");
  if (action.act != Act::kConnect || assessment.tier != 2 || program.actor.tampered ||
      program.loads_other_code || !(npm || program.agent_itself) || parts_.registry == nullptr ||
      !parts_.registry->is_at(action.destination))
    return;
  assessment.tier = 1;
  assessment.rule = policy::own_rule("network.npm_registry");
  assessment.reason = "goes to the registry that the installed npm names";
}

}  // namespace guard::supervisor
