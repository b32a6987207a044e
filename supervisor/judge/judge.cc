// SPDX-License-Identifier: Apache-2.0
#include "supervisor/judge/judge.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "base/text/text.h"
#include "base/weaken.h"
#include "interceptor/process/shell_line.h"
#include "interceptor/resolve/socket_resolver.h"
#include "policy/effects/file_act_tiers.h"
#include "policy/effects/file_assessment.h"
#include "policy/effects/metadata_assessment.h"
#include "policy/shell/nested_text.h"
#include "supervisor/actors/agent_credentials.h"
#include "supervisor/call/act_text.h"
#include "supervisor/facts/provenance.h"
#include "supervisor/facts/tree_facts.h"
#include "supervisor/network/dns_query.h"
#include "supervisor/network/local_sockets.h"

namespace guard::supervisor {
namespace {

using interceptor::Operation;
using policy::Act;
using policy::PathClass;

// Test-only builds: acts that nobody would look at without the layer that judges them.
bool is_overlooked(const PendingCall& call) {
  if (call.action.act == Act::kExec) return weakened("execs");
  if (call.action.act == Act::kConnect) return weakened("connects");
  return weakened("file-acts");
}

// The text of `bash --norc -c TEXT` that the acting shell runs, if it is one: tells what stood as a
// wildcard.
std::string shell_text_of(const std::vector<std::string>& argv) {
  auto nested = policy::nested_text(policy::literal_words(argv));
  return nested && !nested->remote ? std::move(nested->text) : std::string();
}

// Its own words hold none of the names that it runs its command with: they come from a pipe.
bool is_fed(const Program& program) {
  constexpr auto kFed = std::to_array<std::string_view>({"xargs", "parallel"});
  const auto& argv = program.actor.argv;
  return !argv.empty() && std::ranges::find(kFed, base_name(argv[0])) != kFed.end();
}

// The nearest shell text that PROCESS was started from.
std::string text_around(const Process& process) {
  for (auto above = process.parent; above; above = above->parent) {
    std::string text = shell_text_of(above->program->actor.argv);
    if (!text.empty()) return text;
  }
  return {};
}

// What a program's spec lets it do unasked ("git" in .git, a linker over its output): for an
// installed program alone, not for what it starts.
void apply_implied(policy::Assessment& assessment, const PendingCall& call) {
  // Where the tree mounts, an installed program may load anything by an installed name.
  if (call.held.tracee->realm && !weakened("installed-inside")) return;
  const auto& implied = call.process->program->implied;
  if (!implied || assessment.block || assessment.tier <= implied->tier ||
      !call.action.actor.installed)
    return;
  const auto has = [](const auto& list, const auto& value) {
    return std::find(list.begin(), list.end(), value) != list.end();
  };
  const bool covered = has(implied->acts, call.action.act) && !call.action.objects.empty() &&
                       std::all_of(call.action.objects.begin(), call.action.objects.end(),
                                   [&](const policy::Object& object) {
                                     return has(implied->classes, object.path_class);
                                   });
  // Only what may change the system (a package manager) may give rights on the way.
  const bool rights =
      policy::gives_rights(call.action) && !has(implied->classes, PathClass::kSystem);
  // What git does in .git is no trade of its own elsewhere.
  const auto& objects = call.action.objects;
  const bool leaves_git = call.action.act == Act::kRename && covered &&
                          objects.front().path_class == PathClass::kVcs &&
                          objects.back().path_class != PathClass::kVcs;
  if (!covered || rights || leaves_git) return;
  assessment.tier = implied->tier;
  assessment.rule = "implied";
  assessment.reason = "part of what " + std::string(base_name(call.action.actor.exe)) + " does";
}

// Unix, netlink and kin: no address and port.
bool is_local_socket(const policy::Action& action) {
  return action.act == Act::kConnect && action.destination.address.empty();
}

// Of a System V object: what shall be set lies in memory, which may change after judgement.
bool sets_shared_object(const PendingCall& call) {
  return call.held.raw.operation == Operation::kSharedObject && call.action.act == Act::kMetadata;
}

void decide_shared_change(PendingCall& call) {
  const bool own = call.action.objects.front().recoverability == policy::Recoverability::kBorn;
  call.decision.rule = "ipc.set";
  call.decision.verdict = own ? policy::Verdict::kAllow : policy::Verdict::kDeny;
  if (own) return;
  call.decision.reason =
      "changes who may use " + call.action.objects.front().path + ", which others have made";
  call.decision.assessment.tier = 2;
  call.decision.assessment.categories = {policy::Category::kSystemImpact};
}

bool is_guards_own(const policy::Action& action) {
  return !action.objects.empty() && action.objects.front().path_class == PathClass::kGuard;
}

void allow_unjudged(PendingCall& call, const char* rule) {
  call.decision.verdict = policy::Verdict::kAllow;
  call.decision.rule = rule;
}

// From inside the tree nobody talks to guard, or moves what it lives in.
void refuse_guards_own(PendingCall& call, std::string reason) {
  policy::Decision& decision = call.decision;
  decision.verdict = policy::Verdict::kBlock;
  decision.rule = "guard.own";
  decision.reason = std::move(reason);
  decision.assessment.tier = 3;
  decision.assessment.block = true;
  decision.assessment.categories = {policy::Category::kFsConfigSecrets};
}

}  // namespace

Judge::Judge(JudgeParts parts)
    : parts_(std::move(parts)),
      sockets_(parts_.paths, parts_.sockets, parts_.page_folder),
      describer_(parts_.paths, sockets_, parts_.environment, parts_.saved),
      assessor_(parts_.policy),
      evaluator_(parts_.policy, policy::Place{parts_.paths.classifier().roots().workspace,
                                              parts_.paths.classifier().roots().home}),
      pace_(*parts_.policy, parts_.counts_tool_calls) {}

bool Judge::is_slow(PendingCall& call) const {
  if (call.action.act == Act::kConnect)
    return parts_.network.needs_lookup(call.action.destination) || may_be_named(call);
  if (may_be_clean(call) || may_be_committed(call)) return true;
  return call.action.act == Act::kExec && assessor_.is_slow(call.action, call.readings);
}

// Names that the tree speaks of are looked up before a question is asked: not on the mediator.
bool Judge::may_be_named(const PendingCall& call) const {
  const policy::Destination& to = call.action.destination;
  return parts_.hints != nullptr && !call.held.tracee->realm && !to.address.empty() &&
         !to.loopback && to.port != kDnsPort && !sockets_.sent_before(call);
}

bool Judge::name_by_hints(PendingCall& call) const {
  if (call.action.act != Act::kConnect || !may_be_named(call)) return false;
  policy::Destination& to = call.action.destination;
  const bool named = !to.name.empty();
  parts_.hints->complete(to, hosts_said_by(*call.process));
  return !named && !to.name.empty();
}

// Reading files takes its time. What a program will do to which files, only its judgement tells:
// without an undo store any of them may be looked up in git.
bool Judge::may_be_clean(const PendingCall& call) const {
  if (call.action.act == Act::kExec)
    return !parts_.paths.saves() && parts_.paths.git() != nullptr && parts_.paths.git()->any();
  if (call.action.act == Act::kRead || call.action.unsaved) return false;
  return std::ranges::any_of(call.action.objects, [this](const policy::Object& object) {
    return parts_.paths.may_be_clean(object);
  });
}

// To nobody but git itself does it matter.
bool Judge::may_be_committed(const PendingCall& call) const {
  return call.action.act == Act::kRead && parts_.is_committed && !call.action.objects.empty() &&
         call.action.objects.front().path_class == PathClass::kSecret &&
         policy::file_actor(call.action.actor).is_git;
}

// On a worker (is_slow). What could not be saved stays so, whatever git has: nobody is overruled.
void Judge::settle_clean(PendingCall& call) const {
  if (call.action.act == Act::kExec || !may_be_clean(call)) return;
  const std::array held = {&call.held.first, &call.held.second};
  for (std::size_t i = 0; i < std::min(held.size(), call.action.objects.size()); ++i) {
    if (held.at(i)->exists())
      parts_.paths.settle_clean(held.at(i)->object.get(), call.action.objects[i]);
  }
}

policy::SessionState Judge::session_state(const PendingCall& call) const {
  policy::SessionState state;
  state.on_ask = parts_.on_ask;
  state.approved_categories = parts_.grants.approved_categories();
  const std::lock_guard lock(mutex_);
  state.command_approved = approved_commands_.contains(call.process->command);
  return state;
}

void Judge::approve_command(pid_t command) {
  const std::lock_guard lock(mutex_);
  approved_commands_.insert(command);
}

void Judge::forget_command(pid_t command) {
  const std::lock_guard lock(mutex_);
  approved_commands_.erase(command);
}

bool Judge::makes_agents_folder(const PendingCall& call) const {
  const auto& profile = parts_.policy->profile;
  if (!profile || call.action.act != Act::kCreate) return false;
  const policy::PathRoots& roots = parts_.paths.classifier().roots();
  return makes_own_folder(
      call.action, {roots.own_state, policy::below_state(*profile, profile->settings, roots.home)});
}

// An approval covers what was counted: what was cut short would be asked about in pieces.
policy::Assessment Judge::assess(PendingCall& call) const {
  policy::Assessment assessment = assess_within(call, {});
  const bool is_cut_short = call.action.act == Act::kExec && assessment.tier >= 2 &&
                            assessment.effect && !assessment.effect->complete;
  if (!is_cut_short) return assessment;
  call.walked.clear();
  return assess_within(call, kWalkOfAQuestion);
}

policy::Assessment Judge::assess_within(PendingCall& call, const WalkLimits& limits) const {
  ActPlace place = place_of(call);
  place.limits = limits;
  TreeFacts facts(parts_.paths, std::move(place));
  policy::Assessment assessment =
      assessor_.assess(call.action, facts, std::exchange(call.readings, {}));
  if (call.action.act == Act::kExec) {
    for (const auto& object : facts.last_objects())
      call.walked.push_back({object.device, object.inode});
  } else {
    pace_.ask_for_many(call, assessment);
    apply_implied(assessment, call);
  }
  if (keeps_own_credential(*call.process, call.action)) {
    assessment.tier = 0;
    assessment.rule = "agent.credential";
    assessment.reason = "the agent keeps what it signs in with";
  }
  if (makes_agents_folder(call)) {
    assessment.tier = 0;
    assessment.rule = "agent.folder";
    assessment.reason = "makes an empty folder in the agent's own";
  }
  return assessment;
}

// The same program on the same socket to the same address: one question.
bool Judge::decide_by_memory(PendingCall& call) const {
  auto before = sockets_.sent_before(call);
  if (!before) return false;
  call.approval_id = std::move(before->approval_id);
  allow_unjudged(call, "");
  call.decision.rule = std::move(before->rule);
  return true;
}

// `mv ~/.config x` touches no file of guard's, and takes them all away.
bool Judge::moves_guards_own(const policy::Action& action) const {
  if (action.act != Act::kRename) return false;
  return std::any_of(action.objects.begin(), action.objects.end(),
                     [this](const policy::Object& object) {
                       return object.type == policy::ObjectType::kDirectory &&
                              parts_.paths.classifier().holds_guards_own(object.path);
                     });
}

// A folder of an agent's own state takes along what in it is none, or brings some of its own; so
// does a symlink in its place.
void Judge::mind_steering_folders(policy::Action& action) const {
  const bool links = action.act == Act::kCreate && action.syscall.starts_with("symlink");
  const bool moves = action.act == Act::kRename && !action.objects.empty() &&
                     action.objects.front().type != policy::ObjectType::kFile;
  if (!links && !moves) return;
  for (policy::Object& object : action.objects) {
    if (object.path_class == policy::PathClass::kOwnState &&
        parts_.paths.classifier().holds_steering(object.path))
      object.path_class = policy::PathClass::kConfig;
  }
}

// Of execs only: file acts come with their objects resolved.
ActPlace Judge::place_of(PendingCall& call) const {
  ActPlace place;
  place.cwd_path = call.action.cwd;
  place.runs_as_root = parts_.runs_as_root;
  if (call.action.act != Act::kExec) return place;
  place.cwd = std::move(call.working_folder);
  if (!place.cwd.valid()) {  // judged a second time, by a nested session
    if (auto folder = interceptor::open_working_folder(*call.held.tracee))
      place.cwd = std::move(*folder);
  }
  if (call.held.tracee->realm) {
    if (auto root = interceptor::open_root(*call.held.tracee)) place.root = std::move(*root);
  }
  place.shell_text = shell_text_of(call.process->program->actor.argv);
  place.fed = is_fed(*call.process->program);
  if (place.fed && place.shell_text.empty()) place.shell_text = text_around(*call.process);
  place.shell_line = [pid = call.process->pid,
                      &argv = call.action.argv]() -> std::optional<std::string> {
    auto line = interceptor::line_of_bash(pid);
    return !line || line_led_to(*line, argv) ? line : "";
  };
  return place;
}

// An approved (or denied) intent of this process covers the act: no second question.
bool Judge::decide_by_lease(PendingCall& call) const {
  if (call.action.act == Act::kExec) return decide_exec_by_lease(call);
  const std::vector<int> ancestors = ancestors_of(*call.process);
  if (call.action.act == Act::kSystem) {
    const auto approval = parts_.leases.covers_act(ancestors, Act::kSystem);
    return approval && allow_by_lease(call, *approval);
  }
  if (const std::string peer = peer_text(call.action); !peer.empty())
    return decide_by_refusal(call, peer);
  if (call.action.objects.empty()) return false;
  const policy::Object& object = call.action.objects.front();
  const struct stat& status = call.held.first.status;
  const LeasedAct act{call.action.act, policy::gives_rights(call.action)};
  auto approval = parts_.leases.covers(ancestors, act, status.st_dev, status.st_ino,
                                       object.recoverability == policy::Recoverability::kBorn);
  if (!approval)
    approval = parts_.leases.covers_path(ancestors, act, object.path, call.decision.assessment);
  if (approval && !breaks_a_promise(call.action, *approval) && target_is_covered(call, ancestors))
    return allow_by_lease(call, *approval);
  return decide_by_refusal(call, object.path);
}

// Undo's room may be used up by now, and a folder's lease covers files that nobody saw: what undo
// cannot keep is no part of an answer that was given because it would be kept.
bool Judge::breaks_a_promise(const policy::Action& action, const std::string& approval) const {
  const bool is_lost = std::ranges::any_of(action.objects, [](const policy::Object& object) {
    return object.type != policy::ObjectType::kMissing &&
           object.recoverability == policy::Recoverability::kPrecious;
  });
  return is_lost && parts_.leases.promises_undo(approval);
}

// A rename is approved with where it leads: to a name that was shown, over an object that was
// walked, or to where anything may be put unasked.
bool Judge::target_is_covered(const PendingCall& call, const std::vector<int>& ancestors) const {
  if (call.action.act != Act::kRename || call.action.objects.size() < 2 || weakened("lease-target"))
    return true;
  const policy::Object& target = call.action.objects[1];
  const policy::Territory territory = policy::territory_of(target.path_class, false);
  const bool free =
      (territory == policy::Territory::kScratch || territory == policy::Territory::kWorkspace) &&
      target.recoverability != policy::Recoverability::kPrecious;
  if (free || parts_.leases.covers_target(ancestors, target.path)) return true;
  const struct stat& status = call.held.second.status;
  return call.held.second.exists() &&
         parts_.leases.covers(ancestors, {Act::kRename}, status.st_dev, status.st_ino).has_value();
}

bool Judge::decide_by_refusal(PendingCall& call, const std::string& place) const {
  const auto refusal = parts_.leases.refusal_for(call.held.tracee->tgid, call.action.act, place);
  if (!refusal) return false;
  call.approval_id = refusal->approval_id;
  call.told_before = true;
  call.decision.verdict = policy::Verdict::kDeny;
  call.decision.rule = "lease";
  call.decision.reason = refusal->reason;
  return true;
}

// `timeout 5 rm -rf x`, `find -exec rm {} +`: the wrapper was approved with what it would delete;
// the program that it then starts asks no more when it touches nothing else and means nothing else.
// A shell that was denied /usr/bin/rm goes on to /bin/rm, the next of that name on PATH.
bool Judge::decide_exec_by_lease(PendingCall& call) const {
  if (decide_by_refusal(call, exec_text(call.action))) return true;
  const policy::Assessment& assessment = call.decision.assessment;
  const bool only_files = std::all_of(assessment.categories.begin(), assessment.categories.end(),
                                      [](policy::Category category) {
                                        return category == policy::Category::kFsDeleteOverwrite ||
                                               category == policy::Category::kFsOutsideWorkspace;
                                      });
  if (call.walked.empty() || !only_files || !assessment.effect || !assessment.effect->complete)
    return false;
  const std::vector<int> ancestors = ancestors_of(*call.process);
  std::optional<std::string> approval;
  for (const ObjectId& object : call.walked) {
    approval = parts_.leases.covers(ancestors, {Act::kDelete}, object.device, object.inode);
    if (!approval) return false;
  }
  return allow_by_lease(call, *approval);
}

bool Judge::allow_by_lease(PendingCall& call, const std::string& approval) const {
  call.approval_id = approval;
  call.leased = true;
  call.undo_promised = parts_.leases.promises_undo(approval);
  call.decision.verdict = policy::Verdict::kAllow;
  call.decision.rule = "lease";
  call.decision.reason = "covered by an approved question";
  call.decision.assessment.tier = std::min(call.decision.assessment.tier, 1);
  return true;
}

// Another name makes a secret no less one.
bool Judge::is_judged_read(PendingCall& call) const {
  if (parts_.policy->secret_reads == policy::SecretReads::kOff || call.action.objects.empty())
    return false;
  policy::Object& object = call.action.objects.front();
  const bool by_name = policy::is_secret_to_read(object);
  const bool secret =
      parts_.is_secret ? parts_.is_secret(call.held.first, object.path, by_name) : by_name;
  // Of guard's own (what signs its webhooks) nothing is read at all, whoever is asked.
  if (secret && !by_name && object.path_class != policy::PathClass::kGuard)
    object.path_class = policy::PathClass::kSecret;
  if (secret && may_be_committed(call) && parts_.is_committed(call))
    object.recoverability = policy::Recoverability::kClean;
  return secret;
}

// `secrets: {reads: log}`: on record, asked of nobody. Deny rules hold.
void Judge::only_log_read(PendingCall& call) const {
  policy::Decision& decision = call.decision;
  if (parts_.policy->secret_reads != policy::SecretReads::kLog ||
      decision.verdict != policy::Verdict::kAsk)
    return;
  decision.verdict = policy::Verdict::kAllow;
  decision.assessment.tier = std::min(decision.assessment.tier, 1);
  decision.reason += "; reads of secrets are only logged";
}

void Judge::weigh(PendingCall& call, const policy::SessionState& state) const {
  policy::Assessment assessment = is_local_socket(call.action)
                                      ? assess_local_socket(sockets_.local_socket_of(call))
                                      : assess(call);
  pace_.ask_for_commands(call, assessment);
  call.decision = evaluator_.evaluate(call.action, assessment, state);
}

// What the tree may not ask name servers guard does not ask them in its place.
void Judge::decide(PendingCall& call) const {
  decide_act(call);
  if (parts_.hints == nullptr || call.decision.verdict != policy::Verdict::kAllow ||
      call.held.tracee->realm)
    return;
  if (call.held.raw.operation == interceptor::Operation::kSend) parts_.hints->listen_to(call.held);
  if (call.action.act == Act::kConnect && call.action.destination.port == kDnsPort)
    parts_.hints->let_ask();
}

void Judge::decide_act(PendingCall& call) const {
  if (call.action.act == Act::kRead && !is_judged_read(call)) return allow_unjudged(call, "read");
  if (sets_shared_object(call)) return decide_shared_change(call);
  if (is_overlooked(call)) return allow_unjudged(call, "overlooked");
  mind_steering_folders(call.action);
  if (moves_guards_own(call.action))
    return refuse_guards_own(call, "guard's own files lie in that folder");
  if (SocketJudge::may_set_up_network(call))
    call.held.keeps_netlink_power =
        parts_.leases.covers_act(ancestors_of(*call.process), Act::kSystem).has_value();
  if (const char* rule = sockets_.why_free(call)) return allow_unjudged(call, rule);
  if (call.action.act == Act::kConnect && sockets_.reaches_a_page(call))
    return refuse_guards_own(call, "guard's page is out of reach of what it supervises");
  if (decide_by_memory(call)) return;
  if (is_local_socket(call.action)) {
    if (is_guards_own(call.action))
      return refuse_guards_own(call, "guard's socket is out of reach of what it supervises");
  } else if (call.action.act == Act::kConnect) {
    parts_.network.complete(call.action.destination);
  }
  settle_clean(call);
  policy::SessionState state = session_state(call);
  state.on_ask = policy::OnAsk::kWait;
  weigh(call, state);
  if (call.decision.verdict == policy::Verdict::kAsk && name_by_hints(call)) weigh(call, state);
  if (call.action.act == Act::kRead) only_log_read(call);
  if (call.decision.verdict != policy::Verdict::kAsk) return;
  if (decide_by_lease(call) || decide_by_grant(call) || pace_.refuse(call)) return;
  if (parts_.on_ask == policy::OnAsk::kWait) return;
  state.on_ask = parts_.on_ask;
  const policy::Assessment assessment = std::move(call.decision.assessment);
  call.decision = evaluator_.evaluate(call.action, assessment, state);
}

policy::Steps Judge::steps_to(const PendingCall& call) const {
  policy::Steps steps;
  policy::SessionState state = session_state(call);
  state.on_ask = policy::OnAsk::kWait;
  (void)evaluator_.evaluate(call.action, call.decision.assessment, state, &steps);
  return steps;
}

bool Judge::decide_by_grant(PendingCall& call) const {
  // One person's word, perhaps outside of the run whose policy wants two.
  const int two = parts_.policy->two_person_tier;
  if (two > 0 && call.decision.assessment.tier >= two) return false;
  const auto grant =
      parts_.grants.covering(call.action, call.decision.assessment, ancestors_of(*call.process),
                             std::chrono::system_clock::now());
  if (!grant) return false;
  call.approval_id = grant->approval_id;
  call.decision.verdict = policy::Verdict::kAllow;
  call.decision.rule = "grant";
  call.decision.reason = "remembered: " + grant->pattern;
  return true;
}

}  // namespace guard::supervisor
