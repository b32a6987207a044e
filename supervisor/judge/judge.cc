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
#include "policy/effects/metadata_assessment.h"
#include "policy/network/host_pattern.h"
#include "policy/network/internal_address.h"
#include "policy/vocabulary/own_rules.h"
#include "supervisor/call/act_text.h"
#include "supervisor/facts/git_hosts.h"
#include "supervisor/facts/provenance.h"
#include "supervisor/facts/rules_here.h"
#include "supervisor/facts/tree_facts.h"
#include "supervisor/judge/intents.h"
#include "supervisor/judge/shell_around.h"
#include "supervisor/network/dns_query.h"
#include "supervisor/network/local_sockets.h"

namespace guard::supervisor {
namespace {

using interceptor::Operation;
using policy::Act;
using policy::PathClass;

// Test-only builds: acts that nobody would look at without the layer that judges them.
bool nobody_looks_at(const PendingCall& call) {
  if (call.action.act == Act::kExec) return weakened("execs");
  if (call.action.act == Act::kConnect) return weakened("connects");
  return weakened("file-acts");
}

// Unix, netlink and kin: no address and port.
bool is_local_socket(const policy::Action& action) {
  return action.act == Act::kConnect && action.destination.address.empty();
}

bool is_guards_own(const policy::Action& action) {
  return !action.objects.empty() && action.objects.front().path_class == PathClass::kGuard;
}

bool is_rule_of(const policy::Policy& policy, const std::string& id) {
  return std::ranges::find(policy.rules, id, &policy::Rule::id) != policy.rules.end();
}

// The line that would let it, as a person would have to write it.
std::string hint_to_let(const policy::Destination& to) {
  if (to.metadata_service)
    return "a rule that allows `host: \"" + to.address + "\"` and `host: " + to.name + "` lets it";
  return "`network: {allow: [" + to.name + ", \"" + to.address + "\"]}` lets it";
}

policy::Decision refused_inside(policy::Decision decision, const policy::Destination& to) {
  decision.verdict = policy::Verdict::kDeny;
  decision.unanswered = false;
  decision.rule = policy::own_rule("network.inside");
  decision.assessment.rule = decision.rule;
  decision.assessment.alternative.clear();
  decision.reason = to.name + " leads to " + to.address + ", " +
                    (to.metadata_service ? "a metadata service" : "an internal address") +
                    ", for which no name counts; " + hint_to_let(to);
  return decision;
}

Judged unjudged(std::string rule) {
  Judged judged;
  judged.decision.verdict = policy::Verdict::kAllow;
  judged.decision.rule = std::move(rule);
  return judged;
}

// From inside the tree nobody talks to guard, or moves what it lives in.
Judged blocked_as_guards_own(std::string reason) {
  Judged judged;
  policy::Decision& decision = judged.decision;
  decision.verdict = policy::Verdict::kBlock;
  decision.rule = policy::own_rule("guard.own");
  decision.reason = std::move(reason);
  decision.assessment.tier = 3;
  decision.assessment.block = true;
  decision.assessment.categories = {policy::Category::kFsConfigSecrets};
  return judged;
}

Judged judged_shared_change(const policy::Object& object) {
  Judged judged = unjudged(policy::own_rule("ipc.set"));
  if (object.recoverability == policy::Recoverability::kBorn) return judged;
  judged.decision.verdict = policy::Verdict::kDeny;
  judged.decision.reason = "changes who may use " + object.path + ", which others have made";
  judged.decision.assessment.tier = 2;
  judged.decision.assessment.categories = {policy::Category::kSystemImpact};
  return judged;
}

// The question says so to the person who answers; a rule of the policy means what it says.
bool is_narrowed(const policy::Decision& decision) {
  return decision.assessment.rule == policy::own_rule("network.listen_narrowed") &&
         policy::find_own_rule(decision.rule) != nullptr;
}

}  // namespace

Judge::Judge(JudgeParts parts)
    : parts_(std::move(parts)),
      earlier_answers_(parts_.leases, parts_.grants, parts_.policy->two_person_tier),
      evaluator_(parts_.policy,
                 policy::Place{parts_.paths.classifier().roots().workspace,
                               parts_.paths.classifier().roots().home},
                 rules_here(parts_.policy->rules, parts_.paths.classifier().roots()),
                 [this](const policy::Action& exec, const policy::CommandLine& line) {
                   // Where names may lead elsewhere, so may those of git's files.
                   if (parts_.paths.names_may_differ())
                     return policy::NamedPlaces{.places = {}, .certain = !may_talk(line)};
                   return git_hosts_of(exec, line, parts_.paths.classifier().roots().home);
                 }),
      pace_(*parts_.policy, parts_.counts_tool_calls) {}

policy::SessionState Judge::session_state(const PendingCall& call) const {
  policy::SessionState state;
  state.on_ask = policy::OnAsk::kWait;
  state.approved_categories = parts_.grants.approved_categories();
  const pid_t command = call.process->command;
  if (approved_commands_.knows(command) && !parts_.grants.has_ended(command))
    approved_commands_.add_to(state, command);
  return state;
}

bool Judge::only_takes_reports(const policy::Destination& to) const {
  const auto& profile = parts_.policy->profile;
  return profile && std::ranges::any_of(profile->reports, [&](const std::string& host) {
           return policy::host_matches(host, to, policy::HostUse::kAllows);
         });
}

// Before the call is let through. npm's registry says no more than a version.
void Judge::listen_for_voices(const PendingCall& call, const policy::Decision& decision) const {
  const bool socket = call.action.act == Act::kConnect || call.action.act == Act::kListen;
  if (!socket || parts_.first_start == nullptr || parts_.first_start->is_over()) return;
  if (decision.assessment.rule != policy::own_rule("network.npm_registry") &&
      decision.rule != policy::own_rule("network.unsent") && parts_.sockets.leads_to_others(call) &&
      !only_takes_reports(call.action.destination))
    parts_.first_start->end();
}

std::optional<Judged> Judge::reads_no_secret(const PendingCall& call) const {
  if (call.action.act != Act::kRead || call.takes_secret) return std::nullopt;
  return unjudged(policy::own_rule("read"));
}

// This is about a System V object: what shall be set lies in memory, which may change after
// judgement.
std::optional<Judged> Judge::changes_shared_object(const PendingCall& call) const {
  const bool sets =
      call.held.raw.operation == Operation::kSharedObject && call.action.act == Act::kMetadata;
  return sets ? std::optional(judged_shared_change(call.action.objects.front())) : std::nullopt;
}

std::optional<Judged> Judge::is_overlooked(const PendingCall& call) const {
  return nobody_looks_at(call) ? std::optional(unjudged("overlooked")) : std::nullopt;
}

// `mv ~/.config x` touches no file of guard's, and takes them all away.
std::optional<Judged> Judge::moves_guards_own(const PendingCall& call) const {
  const auto holds = [this](const policy::Object& object) {
    return object.type == policy::ObjectType::kDirectory &&
           parts_.paths.classifier().holds_guards_own(object.path);
  };
  if (call.action.act != Act::kRename || std::ranges::none_of(call.action.objects, holds))
    return std::nullopt;
  return blocked_as_guards_own("guard's own files lie in that folder");
}

std::optional<Judged> Judge::is_free_socket_call(const PendingCall& call) const {
  const char* rule = parts_.sockets.why_free(call);
  return rule != nullptr ? std::optional(unjudged(rule)) : std::nullopt;
}

std::optional<Judged> Judge::reaches_guards_page(const PendingCall& call) const {
  if (call.action.act != Act::kConnect || !parts_.sockets.reaches_a_page(call)) return std::nullopt;
  return blocked_as_guards_own("guard's page is out of reach of what it supervises");
}

// Programs connect a datagram socket to find out which address to try first, and browsers to try
// QUIC before TCP: an answer would come too late for either, so nobody is asked. Where the host is
// let go it goes there, but for port 0, which no host has: that is no host to log either.
std::optional<Judged> Judge::sends_nothing(const PendingCall& call) const {
  const policy::Destination& to = call.action.destination;
  if (call.action.act != Act::kConnect || !to.stand_in || !to.sends_nothing) return std::nullopt;
  Judged judged = weigh(call, call.action, session_state(call));
  only_log_host(call.action, judged.decision);
  if (auto answer = answered_before(call, call.action, judged))
    take_over(judged, std::move(*answer));
  const bool is_logged = judged.decision.rule == policy::own_rule("network.logged");
  if (judged.decision.verdict == policy::Verdict::kAllow && !(is_logged && to.port == 0))
    return std::nullopt;
  return unjudged(policy::own_rule("network.unsent"));
}

// The same program on the same socket to the same address: one question.
std::optional<Judged> Judge::was_sent_before(const PendingCall& call) const {
  auto before = parts_.sockets.sent_before(call);
  if (!before || was_judged_before_a_read(call, *before)) return std::nullopt;
  Judged judged = unjudged(std::move(before->rule));
  judged.approval_id = std::move(before->approval_id);
  return judged;
}

std::optional<Judged> Judge::reaches_guards_socket(const PendingCall& call) const {
  if (!is_local_socket(call.action) || !is_guards_own(call.action)) return std::nullopt;
  return blocked_as_guards_own("guard's socket is out of reach of what it supervises");
}

// `secrets: {reads: log}`: on record, asked of nobody. Deny rules hold.
void Judge::only_log_read(const PendingCall& call, policy::Decision& decision) const {
  if (call.action.act != Act::kRead || parts_.policy->secret_reads != policy::SecretReads::kLog ||
      decision.verdict != policy::Verdict::kAsk)
    return;
  decision.verdict = policy::Verdict::kAllow;
  decision.assessment.tier = std::min(decision.assessment.tier, 1);
  decision.reason += "; reads of secrets are only logged";
}

// `--network log`. guard still asks about an act that a rule asks about, and about all of tier 3.
void Judge::only_log_host(const policy::Action& action, policy::Decision& decision) const {
  if (!parts_.policy->logs_network || action.act != Act::kConnect ||
      decision.verdict != policy::Verdict::kAsk ||
      decision.rule != policy::own_rule("network.other"))
    return;
  decision.verdict = policy::Verdict::kAllow;
  decision.rule = policy::own_rule("network.logged");
  decision.reason += "; hosts are only logged";
}

// An approval for the session stands for the answer that a mode wants once per command: acts of
// tier 0 of that command, such as git in .git, were in that answer too.
void Judge::go_on_for_session(const PendingCall& call, const policy::Decision& decision) const {
  if (decision.verdict == policy::Verdict::kAllow && decision.approved_for_session &&
      policy::asks_per_command(parts_.policy->mode))
    approved_commands_.approve(call.process->command, 0, decision.assessment.categories);
}

Judged Judge::weigh(const PendingCall& call, const policy::Action& action,
                    const policy::SessionState& state) const {
  Judged judged;
  policy::Assessment assessment = is_local_socket(action)
                                      ? assess_local_socket(parts_.sockets.local_socket_of(call))
                                      : assess(call, action, judged);
  mind_what_was_read(call, action, assessment);
  hold_package_script(call, action, assessment);
  mind_other_sessions(call, assessment, judged);
  pace_.ask_for_commands(call, assessment);
  policy::SessionState bound = state;
  bound.confirmed_holds =
      parts_.shown == nullptr || action.act != Act::kExec || parts_.shown->holds_all(judged.walked);
  judged.decision = evaluator_.evaluate(action, std::move(assessment), bound);
  return judged;
}

// Before anybody is asked about an address, guard looks for a name that the tree has spoken of.
std::optional<policy::Action> Judge::with_name(const PendingCall& call) const {
  if (!parts_.may_be_named(call)) return std::nullopt;
  policy::Action named = call.action;
  parts_.hints->complete(named.destination, hosts_said_by(*call.process));
  if (!call.action.destination.name.empty() || named.destination.name.empty()) return std::nullopt;
  return named;
}

// Somebody would be asked, but for a Yes to more than this act.
bool Judge::goes_by_a_yes(const policy::Action& action, const policy::Decision& decision) const {
  if (decision.approved_for_session || decision.pre_confirmed) return true;
  if (decision.verdict != policy::Verdict::kAllow || !policy::asks_per_command(parts_.policy->mode))
    return false;
  const policy::SessionState bare{
      .on_ask = policy::OnAsk::kWait, .approved_categories = {}, .command_approved_to = -1};
  return evaluator_.evaluate(action, decision.assessment, bare).verdict == policy::Verdict::kAsk;
}

// A No holds for what a Yes lets go unasked, too, and one to a delete for whatever goes unasked.
std::optional<EarlierAnswer> Judge::answered_before(const PendingCall& call,
                                                    const policy::Action& action,
                                                    const Judged& judged) const {
  if (judged.decision.verdict == policy::Verdict::kDeny) return std::nullopt;
  if (asks(judged)) return earlier_answers_.of(call, action, judged);
  return goes_by_a_yes(action, judged.decision) ? earlier_answers_.denied(call, action, judged)
                                                : earlier_answers_.denied_removal(call);
}

// An address that guard gave for several names may be meant as any of them.
void Judge::mind_shared_names(const PendingCall& call, const policy::SessionState& state,
                              Judged& judged) const {
  if (call.action.act != Act::kConnect || weakened("shared-names")) return;
  for (const std::string& name : call.action.destination.shared_names) {
    policy::Action other = call.action;
    other.destination.name = name;
    other.destination.names = {name};
    Judged theirs = weigh(call, other, state);
    only_log_host(other, theirs.decision);
    if (auto answer = answered_before(call, other, theirs)) take_over(theirs, std::move(*answer));
    if (!is_stricter(theirs.decision, judged.decision)) continue;
    theirs.destination = std::move(other.destination);
    judged = std::move(theirs);
  }
}

Judged Judge::by_policy(const PendingCall& call) const {
  const policy::SessionState state = session_state(call);
  Judged judged = weigh(call, call.action, state);
  const auto named = asks(judged) ? with_name(call) : std::nullopt;
  const policy::Action& action = named ? *named : call.action;
  if (named) {
    judged = weigh(call, action, state);
    judged.destination = action.destination;
  }
  only_log_read(call, judged.decision);
  only_log_host(action, judged.decision);
  if (auto answer = answered_before(call, action, judged)) take_over(judged, std::move(*answer));
  go_on_for_session(call, judged.decision);
  mind_shared_names(call, state, judged);
  if (!asks(judged)) return judged;
  if (is_denied_within(action, state, judged.decision)) return judged;
  if (auto too_many = pace_.too_many_questions(call, judged.decision)) {
    judged.decision.verdict = policy::Verdict::kDeny;
    judged.decision.rule = policy::own_rule("pace.asked");
    judged.decision.reason = std::move(*too_many);
  } else if (parts_.on_ask != policy::OnAsk::kWait) {
    judged.decision = policy::answered_by(parts_.on_ask, std::move(judged.decision));
  }
  return judged;
}

policy::Decision Judge::at_address(const PendingCall& call) const {
  const policy::Destination& to = call.action.destination;
  if (parts_.sockets.is_page_at(to))
    return blocked_as_guards_own("guard's page is out of reach of what it supervises").decision;
  const policy::Action& action = call.action;
  policy::Decision decision = weigh(call, action, session_state(call)).decision;
  if (decision.verdict == policy::Verdict::kAllow || weakened("led-inside")) {
    decision.verdict = policy::Verdict::kAllow;
    return decision;
  }
  if (is_rule_of(*parts_.policy, decision.rule)) {
    for (const std::string& name : to.former_names)
      decision.reason += "; " + to.name + " is another name of " + safe_text(name);
    Judged judged;
    judged.decision = std::move(decision);
    if (auto answer = answered_before(call, action, judged)) take_over(judged, std::move(*answer));
    return asks(judged) ? policy::answered_by(parts_.on_ask, std::move(judged.decision))
                        : std::move(judged.decision);
  }
  if (!to.metadata_service && !policy::is_internal_address(to.address)) {
    decision.verdict = policy::Verdict::kAllow;
    return decision;
  }
  return refused_inside(std::move(decision), to);
}

// The first of these that holds decides; no rule of a policy has a word in it.
Judged Judge::by_first_reason(const PendingCall& call) const {
  constexpr std::array kInOrder = {
      &Judge::reads_no_secret,  &Judge::changes_shared_object, &Judge::is_overlooked,
      &Judge::moves_guards_own, &Judge::is_free_socket_call,   &Judge::reaches_guards_page,
      &Judge::sends_nothing,    &Judge::was_sent_before,       &Judge::reaches_guards_socket,
  };
  for (const auto reason : kInOrder) {
    if (auto judged = (this->*reason)(call)) return std::move(*judged);
  }
  return by_policy(call);
}

Judged Judge::judge(const PendingCall& call) const {
  Judged judged = by_first_reason(call);
  ask_for_search(call, judged);
  listen_for_voices(call, judged.decision);
  judged.keeps_netlink_power =
      SocketJudge::may_set_up_network(call) && earlier_answers_.lets_set_up_network(call);
  judged.loopback_only = is_narrowed(judged.decision);
  if (judged.decision.verdict == policy::Verdict::kAllow) listen_for_names(call);
  return judged;
}

// If the tree may not ask name servers something, guard does not ask them in its place.
void Judge::listen_for_names(const PendingCall& call) const {
  if (parts_.hints == nullptr || call.held.tracee->realm) return;
  if (call.held.raw.operation == Operation::kSend) parts_.hints->listen_to(call.held);
  if (call.action.act == Act::kConnect && call.action.destination.port == kDnsPort)
    parts_.hints->let_ask();
}

policy::Steps Judge::steps_to(const PendingCall& call) const {
  policy::Steps steps = steps_before_rules(call);
  (void)evaluator_.evaluate(call.action, call.decision.assessment, session_state(call), &steps);
  return steps;
}

}  // namespace guard::supervisor
