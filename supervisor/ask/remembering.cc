// SPDX-License-Identifier: Apache-2.0
#include "supervisor/ask/remembering.h"

#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "base/text/path.h"
#include "base/text/text.h"
#include "policy/command/git_steps.h"
#include "policy/command/injected_loaders.h"
#include "policy/command/interpreters.h"
#include "policy/command/login_settings.h"
#include "policy/effects/metadata_assessment.h"
#include "policy/network/host_suffix.h"
#include "policy/paths/path_names.h"
#include "policy/vocabulary/own_rules.h"
#include "supervisor/actors/shell_command.h"
#include "supervisor/actors/typed_lines.h"
#include "supervisor/approval/grant_kind.h"
#include "supervisor/approval/grant_pattern.h"
#include "supervisor/call/act_text.h"

namespace guard::supervisor {
namespace {

using policy::Act;
using policy::TierAction;

// One act of many, that are counted for all of its command.
bool is_about_many(const PendingCall& call) {
  return call.decision.assessment.rule == policy::own_rule("fs.delete.many");
}

// A program in the workspace may be another one tomorrow.
bool may_be_always(const PendingCall& call) {
  return call.action.act != Act::kExec ||
         call.action.image_origin == policy::ImageOrigin::kInstalled;
}

// The names that were shown as what there would be: "mv a b" leads to b.
std::vector<std::string> new_names_of(const policy::Assessment& assessment) {
  std::vector<std::string> names;
  if (!assessment.effect) return names;
  for (const policy::EffectOperand& operand : assessment.effect->operands)
    if (operand.object.type == policy::ObjectType::kMissing) names.push_back(operand.object.path);
  return names;
}

// The same, and what is there as well, but the command gives its name to what it writes: install
// deletes it first.
std::vector<std::string> made_names_of(const policy::Assessment& assessment) {
  std::vector<std::string> names;
  if (!assessment.effect) return names;
  for (const policy::EffectOperand& operand : assessment.effect->operands)
    if (operand.made && operand.object.type != policy::ObjectType::kDirectory)
      names.push_back(operand.object.path);
  return names;
}

// A pattern that does not cover the very act that was asked about would be remembered in vain.
bool may_be_remembered(const PendingCall& call) {
  const policy::Assessment& assessment = call.decision.assessment;
  return covers_action(assessment.pattern, call.action) ||
         covers_effect(assessment.pattern, call.action, assessment);
}

// `node /usr/bin/npm`: root's file in a folder of the system's, run as the first word, so that no
// option brings other code along.
std::string installed_script(const policy::Action& action) {
  if (!policy::is_interpreter(base_name(action.exe)) || action.argv.size() < 2) return {};
  const std::string& word = action.argv[1];
  const std::size_t slash = word.rfind('/');
  if (!policy::is_system_folder(word.substr(0, word.find('/', 1)))) return {};
  const auto only_roots = [](const std::string& path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 && status.st_uid == 0 &&
           (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
  };
  return only_roots(word) && only_roots(word.substr(0, slash)) ? word.substr(slash + 1)
                                                               : std::string();
}

// A grant for a connection remembers exactly where it goes.
bool is_file_act(const policy::Action& action) {
  return action.act != Act::kExec && action.act != Act::kConnect;
}

}  // namespace

bool needs_two_people(const PendingCall& call, const policy::Policy& policy) {
  const auto holds = [&call](int from) {
    return from > 0 && call.decision.assessment.tier >= from;
  };
  return holds(policy.two_person_tier) || holds(call.two_person_tier);
}

std::vector<Scope> offered_scopes(const PendingCall& call, bool offers_always) {
  const policy::Assessment& assessment = call.decision.assessment;
  if (assessment.tier >= 3 || assessment.unbound || assessment.rebindable) return {Scope::kOnce};
  if (call.action.act == Act::kSign && assessment.pattern.empty()) return {Scope::kOnce};
  if (call.action.act == Act::kExec && assessment.pattern.empty() &&
      policy::is_delicate(assessment))
    return {Scope::kOnce};
  const bool holds_once = grant_place(call.action, assessment) == kNowhere;
  if (assessment.wildcard || holds_once || !may_be_remembered(call))
    return {Scope::kOnce, Scope::kCommand};
  std::vector<Scope> scopes = {Scope::kOnce, Scope::kCommand, Scope::kSession, Scope::kMinutes};
  if (offers_always && may_be_always(call)) scopes.push_back(Scope::kAlways);
  return scopes;
}

std::string wider_pattern(const PendingCall& call) {
  const std::string& name = call.action.destination.name;
  const std::string& pattern = call.decision.assessment.pattern;
  const std::string suffix = policy::suffix_to_offer(name);
  if (call.action.act != Act::kConnect || suffix.empty() || !pattern.starts_with(name + ":"))
    return {};
  std::string wider = "*." + suffix + pattern.substr(name.size());
  return covers_action(wider, call.action) ? wider : std::string();
}

std::vector<Lease> leases_of(const PendingCall& call, const Answer& answer) {
  if (!is_file_act(call.action) || answer.scope != Scope::kCommand || call.action.objects.empty())
    return {};
  Lease lease;
  lease.approval_id = call.approval_id;
  lease.pid = is_about_many(call) ? command_of(*call.process) : call.process->pid;
  lease.acts = {call.action.act};
  if (call.action.also_reads) lease.acts.push_back(Act::kRead);
  const bool delicate = policy::is_delicate(call.decision.assessment);
  const auto reach = [delicate](const std::string& path) {
    return delicate ? path : std::string(folder_of(path));
  };
  lease.directories = {reach(call.action.objects.front().path)};
  lease.categories = call.decision.assessment.categories;
  if (call.action.objects.size() > 1) lease.targets = {reach(call.action.objects.back().path)};
  lease.rights = policy::gives_rights(call.action);
  lease.undo_promised = call.undo_promised;
  return {lease};
}

std::optional<Lease> lease_of_host(const PendingCall& call, const Answer& answer,
                                   const policy::Policy& policy) {
  if (call.action.act != Act::kConnect || !answer.covered_by.empty() ||
      needs_two_people(call, policy))
    return std::nullopt;
  const policy::Assessment& assessment = call.decision.assessment;
  Lease lease;
  lease.approval_id = call.approval_id;
  lease.pid = call.process->pid;
  lease.born = false;
  lease.host = {.pattern = host_pattern(call.action.destination),
                .address = call.action.destination.address,
                .rule = call.decision.rule,
                .tier = assessment.tier,
                .categories = assessment.categories,
                .by = answer.by,
                .until = std::chrono::steady_clock::now() + kFurtherAddress};
  if (lease.host.pattern.empty()) return std::nullopt;
  return lease;
}

std::optional<Refusal> refusal_of_host(const PendingCall& call, const Answer& answer) {
  if (call.action.act != Act::kConnect || !answer.covered_by.empty()) return std::nullopt;
  Refusal refusal = refusal_of(call);
  refusal.place = host_pattern(call.action.destination);
  refusal.by = answer.by;
  if (refusal.place.empty()) return std::nullopt;
  return refusal;
}

namespace {

bool was_answered(const PendingCall& call) {
  // `env` and `nice` become what they run: a leased exec hands its lease on.
  return call.approval_status == "approved" || call.decision.pre_confirmed || call.leased ||
         call.decision.approved_for_session || call.decision.rule == policy::own_rule("grant");
}

Lease lease_of_effect(const PendingCall& call, Lease lease) {
  const bool deletes =
      policy::has_category(call.decision.assessment, policy::Category::kFsDeleteOverwrite);
  const bool sets_up =
      policy::has_category(call.decision.assessment, policy::Category::kSystemImpact) &&
      !call.decision.assessment.changes_metadata;
  if (!call.walked.empty()) lease.acts = {Act::kModify, Act::kMetadata};
  if (sets_up) lease.acts.push_back(Act::kSystem);
  if (deletes && !call.walked.empty())
    lease.acts.insert(lease.acts.end(), {Act::kDelete, Act::kRename});
  if (!call.intent.beside.empty()) lease.acts.push_back(Act::kCreate);
  lease.objects = call.walked;
  lease.beside = call.intent.beside;
  lease.targets = new_names_of(call.decision.assessment);
  lease.rights = call.decision.assessment.changes_metadata;
  lease.undo_promised = call.undo_promised;
  return lease;
}

// `cp -r src ../copy`: the names that it said are new, with all that it makes below them; and each
// that it writes anew.
Lease lease_of_copy(const PendingCall& call, Lease lease) {
  const policy::Assessment& assessment = call.decision.assessment;
  lease.acts = {Act::kCreate, Act::kLink, Act::kRename};
  lease.made = new_names_of(assessment);
  // The tier of what an approved command goes on to run is lowered by now.
  const int tier = call.leased ? std::max(assessment.tier, 2) : assessment.tier;
  lease.anew = {.names = made_names_of(assessment),
                .tier = tier,
                .categories = assessment.categories,
                .replaced_in = call.intent.replaced_in};
  lease.born = false;
  return lease;
}

// The push itself may have been let go by a rule, a category or a grant: what it named holds.
Lease lease_of_push(const PendingCall& call, Lease lease) {
  lease.acts = {Act::kCreate, Act::kModify, Act::kDelete, Act::kRename, Act::kLink, Act::kMetadata};
  lease.repository = call.intent.repository;
  lease.born = false;
  return lease;
}

// The secrets that the question named, and no other that was made meanwhile.
Lease lease_of_search(const PendingCall& call, Lease lease) {
  lease.acts = {Act::kRead};
  lease.objects = call.searched;
  lease.born = false;
  return lease;
}

Lease lease_of_commands(const PendingCall& call, Lease lease) {
  const policy::Assessment& assessment = call.decision.assessment;
  lease.commands = {call.intent.commands, call.action.cwd, assessment.rule, assessment.tier,
                    assessment.categories};
  lease.born = false;
  return lease;
}

}  // namespace

bool is_a_clones(const PendingCall& call) {
  const policy::Actor& git = call.process->program->actor;
  return call.action.act == Act::kCreate && !call.action.objects.empty() &&
         policy::has_category(call.decision.assessment, policy::Category::kFsOutsideWorkspace) &&
         policy::is_installed_git(git) && policy::git_subcommand(git.argv) == "clone";
}

Lease lease_of_clone(const PendingCall& call) {
  Lease lease = lease_of_push(call, {});
  lease.approval_id = call.approval_id;
  lease.pid = call.process->pid;
  lease.repository = call.action.objects.front().path;
  return lease;
}

bool is_cut_short(const PendingCall& call) {
  const auto& effect = call.decision.assessment.effect;
  return call.action.act == Act::kExec && !call.walked.empty() && effect && !effect->complete &&
         was_answered(call);
}

std::vector<Lease> exec_leases_of(const PendingCall& call, pid_t pid) {
  Lease blank;
  blank.approval_id = call.approval_id;
  blank.pid = pid;
  std::vector<Lease> leases;
  if (!call.intent.repository.empty()) leases.push_back(lease_of_push(call, blank));
  // An act that nobody approved needs no lease: born things and overwriting go unasked anyway, and
  // a script that calls itself cp must not gain the right to delete its operands.
  if (!was_answered(call)) return leases;
  const bool sets_up =
      policy::has_category(call.decision.assessment, policy::Category::kSystemImpact) &&
      !call.decision.assessment.changes_metadata;
  if (!call.walked.empty() || sets_up) leases.push_back(lease_of_effect(call, blank));
  if (Lease copy = lease_of_copy(call, blank); !copy.made.empty() || !copy.anew.names.empty())
    leases.push_back(std::move(copy));
  if (!call.intent.commands.empty()) leases.push_back(lease_of_commands(call, blank));
  if (!call.searched.empty()) leases.push_back(lease_of_search(call, blank));
  if (call.decision.asked_by_rule) {
    blank.rule = call.decision.rule;
    blank.born = false;
    leases.push_back(blank);
  }
  return leases;
}

void lease_to_exec(LeaseTable& leases, const PendingCall& call, pid_t pid) {
  for (Lease& lease : exec_leases_of(call, pid)) leases.grant(std::move(lease));
  if (!call.searched.empty()) return;
  for (const std::string& path : call.not_let)
    leases.refuse({.approval_id = call.approval_id,
                   .pid = pid,
                   .acts = {Act::kRead},
                   .place = path,
                   .reason = "the search goes on without this secret"});
}

namespace {

// A person who writes a pattern says how far it goes, and not that other acts on those files go
// too. A folder says it by itself, wherever the command was run: then other programs may do there,
// file by file, what `rm -r` may.
std::string place_of_grant(const PendingCall& call, const std::string& pattern) {
  const policy::Assessment& assessment = call.decision.assessment;
  if (covers_effect(pattern, call.action, assessment)) return {};
  const bool as_offered = pattern == assessment.pattern || call.action.act != policy::Act::kExec;
  return as_offered ? grant_place(call.action, assessment) : std::string();
}

// In a loop each `rm` is a process of its own: an answer for the command is one for what runs the
// loop, and no further than to what the question was about.
void set_command(Grant& grant, const PendingCall& call) {
  const int command = command_of(*call.process);
  grant.command_pid = is_about_many(call) ? command : call.process->command;
  if (grant.scope != Scope::kCommand || command == call.process->command) return;
  grant.loop = loop_run(call.action, call.decision.assessment);
  if (grant.loop.empty()) return;
  grant.command_pid = command;
  grant.pattern = loop_folder(call.decision.assessment);
}

}  // namespace

std::optional<Grant> grant_of(const PendingCall& call, const Answer& answer,
                              const policy::Policy& policy) {
  // An answer that covers other questions widens nothing by them.
  if (!answer.covered_by.empty()) return std::nullopt;
  const policy::Assessment& assessment = call.decision.assessment;
  const TierAction action =
      policy.mode.tiers[static_cast<std::size_t>(std::clamp(assessment.tier, 0, 3))];
  const bool trusting =
      action == TierAction::kAskThenRemember || action == TierAction::kConfirmThenRemember;
  Scope scope = answer.scope;
  // Two people approved one act.
  if (needs_two_people(call, policy)) return std::nullopt;
  if (scope == Scope::kOnce && trusting && !assessment.wildcard) scope = Scope::kSession;
  if (scope == Scope::kOnce) return std::nullopt;
  // The lease of its folder covers such an act, and no other kind of act.
  if (assessment.pattern.empty() && !leases_of(call, answer).empty()) return std::nullopt;
  Grant grant;
  grant.scope = scope;
  grant.pattern = answer.pattern.empty() ? assessment.pattern : answer.pattern;
  grant.kind = kind_of_grant(call.action, assessment, grant.pattern);
  grant.place = place_of_grant(call, grant.pattern);
  grant.inode = granted_inode(call.action, call.decision.assessment);
  grant.categories = assessment.categories;
  set_command(grant, call);
  if (scope == Scope::kMinutes) grant.until = std::chrono::system_clock::now() + answer.minutes;
  grant.approval_id = call.approval_id;
  grant.by = answer.by;
  if (assessment.tier >= 3) grant.identity = act_identity(call.action);
  return grant;
}

std::optional<Grant> denial_of(const PendingCall& call, const Answer& answer) {
  if (!answer.covered_by.empty() || answer.scope == Scope::kOnce) return std::nullopt;
  const policy::Assessment& assessment = call.decision.assessment;
  Grant grant;
  grant.denies = true;
  grant.scope = answer.scope;
  grant.pattern = answer.pattern.empty() ? assessment.pattern : answer.pattern;
  grant.kind = kind_of_grant(call.action, assessment, grant.pattern);
  grant.place = place_of_grant(call, grant.pattern);
  grant.inode = granted_inode(call.action, call.decision.assessment);
  grant.categories = assessment.categories;
  set_command(grant, call);
  if (answer.scope == Scope::kMinutes)
    grant.until = std::chrono::system_clock::now() + answer.minutes;
  grant.approval_id = call.approval_id;
  grant.by = answer.by;
  return grant;
}

Refusal refusal_of(const PendingCall& call) {
  Refusal refusal;
  refusal.approval_id = call.approval_id;
  refusal.pid = is_about_many(call) ? command_of(*call.process) : call.process->pid;
  refusal.acts = {call.action.act};
  if (!call.action.objects.empty()) refusal.place = call.action.objects.front().path;
  if (const std::string peer = peer_text(call.action); !peer.empty()) refusal.place = peer;
  if (call.action.act == policy::Act::kExec) refusal.place = exec_text(call.action);
  // The question was about all that it goes on to delete there.
  if (is_about_many(call)) refusal.place = call.decision.assessment.pattern;
  refusal.reason = call.decision.reason;
  if (refusal.pid == call.process->pid) refusal.typed = TypedLines::ask_bash(refusal.pid);
  return refusal;
}

std::shared_ptr<const Program> program_of(const PendingCall& call,
                                          const interceptor::ExecMark& mark) {
  auto program = std::make_shared<Program>();
  program->actor.exe = call.action.exe;
  program->actor.argv = call.action.argv;
  program->actor.known_argv = call.action.known_argv;
  program->actor.installed =
      call.action.image_origin == policy::ImageOrigin::kInstalled && !call.foreign_code;
  if (program->actor.installed) program->actor.script = installed_script(call.action);
  const Process& before = *call.process;
  const bool steered = policy::steers_a_login(call.action.environment_changes);
  // This holds for a helper as well: `git credential-manager` has it done by the program of that
  // name.
  program->actor.by_gits_login =
      (before.forked && before.confirmed && !before.program->login_steered && !steered &&
       policy::logs_in(before.program->actor)) ||
      (!steered && policy::is_gits_helper_at_login(call.action));
  program->actor.by_git =
      (!before.forked || before.confirmed) && policy::is_installed_git(before.program->actor);
  program->login_steered = steered;
  program->cwd = call.action.cwd;
  program->script = call.action.image_script;
  program->loads_other_code = call.foreign_code || policy::may_run_other_code(call.action);
  program->implied = call.decision.assessment.implied;
  program->mark = mark;
  program->begins = call.begins;
  return program;
}

}  // namespace guard::supervisor
