// SPDX-License-Identifier: Apache-2.0
#include "supervisor/pipeline/pipeline.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <thread>
#include <utility>

#include "base/text/text.h"
#include "base/weaken.h"
#include "interceptor/acts/foreseen.h"
#include "interceptor/calls/call_meaning.h"
#include "interceptor/decode/decoder.h"
#include "interceptor/process/proc_status.h"
#include "interceptor/resolve/metadata_target.h"
#include "interceptor/resolve/reach_rules.h"
#include "interceptor/resolve/socket_resolver.h"
#include "interceptor/resolve/wanted_descriptors.h"
#include "interceptor/syscalls/asked_calls.h"
#include "interceptor/tracee/namespace_rules.h"
#include "policy/vocabulary/own_rules.h"
#include "supervisor/actors/session_address.h"
#include "supervisor/ask/remembering.h"
#include "supervisor/call/made_up_fault.h"

namespace guard::supervisor {
namespace {

using interceptor::ContinueReason;
using interceptor::Operation;
using interceptor::Reply;
using interceptor::Route;

constexpr auto kRetry = std::chrono::milliseconds(20);
constexpr auto kExecPause = std::chrono::milliseconds(1);

// Among execs only what git starts is judged by who starts it (policy/command/git_steps.h); the
// caller of any other is about to become another program.
bool depends_on_program(const PendingCall& call) {
  const policy::Actor& actor = call.process->program->actor;
  return call.held.raw.operation != Operation::kExec || actor.by_gits_login ||
         base_name(actor.exe).starts_with("git");
}

// A copy of an approved program that is to go on as a command of its words.
bool goes_on_for_parent(const Process& process, const LeaseTable& leases) {
  return process.forked && process.parent && leases.has_commands(process.parent->pid);
}

policy::Decision refused_system_call(const char* rule, const char* reason,
                                     const std::string& instead) {
  policy::Decision decision;
  decision.rule = rule;
  decision.reason = reason;
  decision.assessment.rule = rule;
  decision.assessment.categories = {policy::Category::kSystemImpact};
  decision.assessment.tier = 3;
  decision.assessment.alternative = instead + ".";
  return decision;
}

policy::Decision refused_reach() {
  return refused_system_call(policy::own_rule("reach.outside"),
                             "it reaches a process outside of this session",
                             "Ask the user to do it");
}

policy::Decision refused_look_into_memory() {
  policy::Decision decision =
      refused_system_call(policy::own_rule("secrets.memory"),
                          "it reaches into the memory of a program that has read a secret",
                          "Ask the user for the part that you need");
  decision.assessment.categories = {policy::Category::kFsConfigSecrets};
  decision.assessment.tier = 2;
  return decision;
}

constexpr const char* kNamespaceRule = policy::own_rule("namespaces");

policy::Decision allowed_namespace_call() {
  policy::Decision decision;
  decision.verdict = policy::Verdict::kAllow;
  decision.rule = kNamespaceRule;
  decision.assessment.rule = kNamespaceRule;
  decision.assessment.categories = {policy::Category::kSystemImpact};
  decision.assessment.tier = 1;
  return decision;
}

// The abstract name that stands for this very session (session_address.h).
bool is_session_address(const interceptor::HeldCall& held) {
  return held.raw.operation == Operation::kConnect &&
         interceptor::abstract_name_of(held.address) == kSessionAddress;
}

}  // namespace

// receive -> decode.
void Pipeline::take(const interceptor::Notification& notification) {
  while (weakened("parked-calls") && !parts_.asking.broker.pending().empty())
    std::this_thread::sleep_for(kRetry);
  auto call = std::make_shared<PendingCall>();
  call->notification = notification;
  if (interceptor::asks_for_peer(notification.number)) return tell_peer(call);
  if (parts_.acting.execs.answered(notification)) return;
  interceptor::DescriptorLender* const lender = parts_.acting.lender;
  if (lender != nullptr && lender->meet(call->notification)) return;
  if (const auto reason = parts_.acting.gate.why_harmless(notification))
    return answer(call, Reply::proceed(interceptor::permit_continue(*reason)));
  parts_.judging.describer.describe_call(*call);
  follow(interceptor::route_of(notification), call);
}

// One stage for each route, in the order of the enum.
void Pipeline::follow(Route route, const CallPtr& call) {
  constexpr std::array<void (Pipeline::*)(const CallPtr&), interceptor::kRoutes> kStages = {
      &Pipeline::reach,
      &Pipeline::answer_missing,
      &Pipeline::decode,
      &Pipeline::note_only,
      &Pipeline::answer_nothing_changed,
      &Pipeline::post_namespace_change,
      &Pipeline::let_path_only,
      &Pipeline::answer_missing,
      &Pipeline::resolve_where_it_may_wait};
  (this->*kStages.at(static_cast<std::size_t>(route)))(call);
}

// The copied memory is trusted only while the notification is still valid: before that it may have
// been a stranger's who got the number of a dead thread. A call on a socket is read when it is
// resolved.
void Pipeline::decode(const CallPtr& call) {
  auto raw = interceptor::decode(call->notification);
  const bool is_read = !raw || !interceptor::is_socket_call(raw->operation);
  if (is_read && !parts_.acting.listener.still_valid(call->notification.id)) return gone(call);
  if (!raw) return fail(call, raw.error());
  if (weakened("fault-decode") && is_removal(*call)) return fail(call, made_up_fault());
  advance(*call, CallState::kDecoded);
  call->held.raw = std::move(*raw);
  if (auto result = result_for(*call)) return answer(call, std::move(*result));
  if (lend_descriptors(call)) return;
  note_sharing(call->held.raw);
  follow(interceptor::route_of(call->held.raw), call);
}

// True: this call was not answered, and comes again with what it needs.
bool Pipeline::lend_descriptors(const CallPtr& call) {
  if (parts_.acting.lender == nullptr || call->notification.help) return false;
  auto wanted = interceptor::wanted_descriptors(call->held.raw);
  if (wanted.empty()) return false;
  parts_.acting.lender->lend(call->notification, std::move(wanted));
  return true;
}

void Pipeline::note_sharing(const interceptor::RawCall& raw) {
  if (raw.operation != Operation::kNewNamespace) return;
  if (interceptor::shares_descriptors(raw)) parts_.acting.tracees.note_shared_descriptors();
  if (interceptor::shares_umask(raw)) parts_.acting.tracees.note_shared_umasks();
}

void Pipeline::answer_missing(const CallPtr& call) {
  answer(call, Reply::fail(ENOSYS));
}

void Pipeline::answer_nothing_changed(const CallPtr& call) {
  answer(call, Reply::of_value(0));
}

void Pipeline::let_path_only(const CallPtr& call) {
  answer(call, Reply::proceed(interceptor::permit_continue(ContinueReason::kPathOnlyOpen)));
}

void Pipeline::post_namespace_change(const CallPtr& call) {
  parts_.acting.workers.post([this, call] { change_namespaces(call); });
}

// A child is forked for each act in a realm: on a worker. Perhaps nobody saw the process make
// namespaces: a look at the caller tells.
void Pipeline::resolve_where_it_may_wait(const CallPtr& call) {
  interceptor::TraceeTable& tracees = parts_.acting.tracees;
  const pid_t caller = call->notification.tid;
  if (parts_.backend.preloaded && !tracees.realms_expected()) (void)tracees.find(caller);
  if (!tracees.realms_expected()) return resolve(call);
  const auto tracee = tracees.find(caller);
  if (!tracee) return fail(call, tracee.error());
  if (!(*tracee)->realm) return resolve(call);
  parts_.acting.names.note(**tracee);
  parts_.acting.workers.post([this, call] { resolve(call); });
}

// ptrace, another's memory, and signals on a kernel that does not keep them inside: registers
// decide. The process whose memory is opened to another is remembered first; a process that has
// read a secret of its own stays closed.
void Pipeline::reach(const CallPtr& call) {
  auto tracee = parts_.acting.tracees.find(call->notification.tid);
  if (!tracee) return fail(call, tracee.error());
  // Some copy every message so (MPI between processes).
  const auto copied = interceptor::copies_memory_of(call->notification, **tracee);
  if (copied && parts_.keeping.tree.was_reached(*copied))
    return answer(call,
                  Reply::proceed(interceptor::permit_continue(ContinueReason::kRegistersOnly)));
  if (parts_.backend.signals_kept_inside && interceptor::sends_signal(call->notification))
    return signal(call, std::move(*tracee));
  const bool inside = interceptor::stays_inside(call->notification, **tracee);
  if (inside && put_off_for_release(call, **tracee)) return;
  const auto whose =
      inside ? interceptor::opens_memory_of(call->notification, **tracee) : std::optional<pid_t>();
  if (inside && (!whose || parts_.keeping.tree.try_open_to_others(*whose))) {
    if (whose && copied) parts_.keeping.tree.note_reached(*whose);
    return answer(call,
                  Reply::proceed(interceptor::permit_continue(ContinueReason::kRegistersOnly)));
  }
  refuse_reach(call, std::move(*tracee), inside ? refused_look_into_memory() : refused_reach());
}

// The kernel would refuse it too, and nobody would hear of it.
void Pipeline::signal(const CallPtr& call, std::shared_ptr<const interceptor::Tracee> tracee) {
  if (weakened("told-signals") || !interceptor::signals_nobody_inside(call->notification, *tracee))
    return answer(call,
                  Reply::proceed(interceptor::permit_continue(ContinueReason::kRegistersOnly)));
  refuse_reach(call, std::move(tracee), refused_reach());
}

void Pipeline::refuse_reach(const CallPtr& call, std::shared_ptr<const interceptor::Tracee> tracee,
                            policy::Decision decision) {
  call->held.raw.notification = call->notification;
  call->held.raw.row = interceptor::row_of(call->notification.number);
  call->held.tracee = std::move(tracee);
  call->process = parts_.keeping.tree.find(*call->held.tracee);
  parts_.judging.describer.describe(*call);
  call->action.system_change = interceptor::signal_text(call->notification, *call->held.tracee);
  if (!call->action.system_change.empty()) {
    call->action.act = policy::Act::kSignal;
    decision.rule = policy::own_rule("signal.outside");
    decision.reason = "this session did not start that process";
    decision.assessment.rule = decision.rule;
  }
  call->decision = std::move(decision);
  refuse(call);
}

// For a call that has to wait for an exec that guard still verifies; false: it has waited for long
// enough. On a worker, as that exec may be the mediator's own.
bool Pipeline::try_shortly_again(const CallPtr& call, void (Pipeline::*stage)(const CallPtr&)) {
  if (!waits_on_for_an_exec(std::chrono::steady_clock::now() - call->received)) return false;
  parts_.acting.workers.post([this, call, stage] {
    std::this_thread::sleep_for(kExecPause);
    may_go_on(*call) ? (this->*stage)(call) : gone(call);
  });
  return true;
}

// A debugger attaches to what it has just started, whose exec guard may still be verifying: the
// kernel would tell it of another tracer. A caller that is held for longer than this is told so.
bool Pipeline::put_off_for_release(const CallPtr& call, const interceptor::Tracee& tracee) {
  return parts_.acting.execs.traces_for_moments() &&
         interceptor::wants_whom_guard_traces(call->notification, tracee) &&
         try_shortly_again(call, &Pipeline::reach);
}

// New namespaces, mounts, roots: decided by the caller's own namespaces, asked of nobody.
void Pipeline::change_namespaces(const CallPtr& call) {
  auto tracee = parts_.acting.tracees.find(call->notification.tid);
  if (!tracee) return fail(call, tracee.error());
  if ((*tracee)->realm) parts_.acting.names.note(**tracee);
  using interceptor::LandlockPaths;
  const auto landlock =
      parts_.backend.landlock_roots ? LandlockPaths::kInForce : LandlockPaths::kAbsent;
  const auto verdict = interceptor::judge_namespace_call(call->held.raw, **tracee, landlock);
  using Kind = interceptor::NamespaceVerdict::Kind;
  if (verdict.kind == Kind::kNotAllowed)
    return fail(call, Error{Code::kSystem, EPERM, "not permitted to the caller itself"});
  if (verdict.kind == Kind::kCarryOut) return resolve(call);
  call->held.tracee = std::move(*tracee);
  call->process = parts_.keeping.tree.find(*call->held.tracee);
  advance(*call, CallState::kResolved);
  parts_.judging.describer.describe(*call);
  const bool refused = verdict.kind == Kind::kRefuse;
  call->decision = refused ? refused_system_call(kNamespaceRule, verdict.reason, verdict.instead)
                           : allowed_namespace_call();
  advance(*call, CallState::kDecided);
  if (refused) return refuse(call);
  let_change(call);
}

void Pipeline::let_change(const CallPtr& call) {
  call->approval_status = "auto";
  call->record_first = parts_.keeping.record.must_come_first(*call);
  if (!put_on_record(call)) return;
  parts_.acting.tracees.expect_realms();
  parts_.acting.tracees.forget_process_of(call->notification.tid);
  parts_.keeping.record.ended(*call, 0);
  answer(call, Reply::proceed(interceptor::permit_continue(ContinueReason::kOwnNamespaces)));
}

// Nothing to judge: guard only drops what it had cached of the caller, before the kernel changes
// it.
void Pipeline::note_only(const CallPtr& call) {
  if (interceptor::sets_groups(call->notification)) parts_.acting.tracees.expect_other_groups();
  if (call->held.raw.operation == Operation::kUmask) parts_.acting.tracees.expect_other_umasks();
  parts_.acting.tracees.forget_process_of(call->notification.tid);
  answer(call, Reply::proceed(interceptor::permit_continue(ContinueReason::kRegistersOnly)));
}

void Pipeline::resolve(const CallPtr& call) {
  parts_.judging.describer.describe_spelling(*call);
  const bool reads_memory = interceptor::is_socket_call(call->held.raw.operation);
  auto held = parts_.acting.resolver.resolve(std::move(call->held.raw));
  if (reads_memory && !parts_.acting.listener.still_valid(call->notification.id)) return gone(call);
  if (!held) return fail(call, held.error());
  if (weakened("fault-resolve") && is_removal(*call)) return fail(call, made_up_fault());
  call->held = std::move(*held);
  if (is_session_address(call->held))
    return parts_.acting.workers.post([this, call] { connect_inside_client(call); });
  // A call that the kernel would refuse anyway is answered so, and never judged or asked.
  if (const int found = interceptor::foreseen_error(call->held); found != 0) {
    const int error = interceptor::rights_before(call->held, found, parts_.acting.own);
    return fail(call, Error{Code::kSystem, error, "foreseen"});
  }
  advance(*call, CallState::kResolved);
  const auto whose = interceptor::memory_file_of(call->held);
  const bool kept = whose && !parts_.keeping.tree.try_open_to_others(*whose);
  call->process = parts_.keeping.tree.find(*call->held.tracee);
  if (depends_on_program(*call) || goes_on_for_parent(*call->process, parts_.asking.leases))
    call->process = parts_.keeping.tree.confirmed(call->process, *call->held.tracee);
  parts_.judging.describer.describe(*call);
  if (kept) {
    call->decision = refused_look_into_memory();
    advance(*call, CallState::kDecided);
    return refuse(call);
  }
  auto ahead = parts_.judging.enricher.look_ahead(*call);
  call->readings = std::move(ahead.readings);
  if (!ahead.is_slow && !parts_.judging.nested.any()) return judge(call);
  parts_.acting.workers.post([this, call] { judge(call); });
}

// Whoever is inside may speak to the session, in its role (docs/api.md): guard connects it, and
// remembers who it is.
void Pipeline::connect_inside_client(const CallPtr& call) {
  const interceptor::Tracee& tracee = *call->held.tracee;
  const auto status = interceptor::read_proc_status_at(tracee.proc.get());
  if (!status) return gone(call);
  const int error = parts_.acting.inside_clients.connect(
      call->held.socket.get(), {tracee.tgid, tracee.identity, status->seccomp_filters});
  answer(call, error == 0 ? Reply::of_value(0) : Reply::fail(error));
}

// enrich -> assess -> decide: by the session's policy, and by those of the runs nested in it.
void Pipeline::judge_described(PendingCall& call) {
  parts_.judging.enricher.enrich(call);
  settle(call, parts_.judging.nested.strictest(call, parts_.judging.judge.judge(call)));
}

void Pipeline::judge(const CallPtr& call) {
  if (call->held.raw.operation == Operation::kMount) {
    call->decision = allowed_namespace_call();
  } else {
    judge_described(*call);
  }
  // A call that nobody decided is refused.
  if (weakened("fault-judge") && is_removal(*call)) call->decision = {};
  advance(*call, CallState::kDecided);
  act_on(call);
}

void Pipeline::act_on(const CallPtr& call) {
  deny_where_one_is_not_two(*call);
  const policy::Decision& decision = call->decision;
  const bool asks = decision.verdict == policy::Verdict::kAsk;
  if (asks || decision.unanswered) {
    // The refusal that the tracee's own rights would bring comes before any question, and before
    // nobody answers one.
    if (const int error = interceptor::foreseen_denial(call->held, parts_.acting.own); error != 0) {
      return fail(call, Error{Code::kSystem, error, "not permitted to the caller itself"});
    }
  }
  if (asks) return ask(call);
  // On record as a question that was denied, with no approval_id: there was nobody to ask.
  if (decision.unanswered) call->approval_status = "denied";
  // dash goes on to the next program of that name on PATH: that is the same act, once more.
  if (decision.unanswered && call->action.act == policy::Act::kExec)
    parts_.asking.leases.refuse(refusal_of(*call));
  if (decision.verdict != policy::Verdict::kAllow) return refuse(call);
  call->approval_status = decision.skipped ? "skipped" : "auto";
  if (decision.skipped)
    parts_.asking.broker.publish("approval_skipped", parts_.keeping.record.event_of(*call));
  // Work that may block leaves the mediator: a durable intent, a copy for undo, a FIFO.
  call->record_first = parts_.keeping.record.must_come_first(*call);
  const bool slow = call->record_first || interceptor::Executor::may_block(call->held) ||
                    parts_.keeping.saver.is_slow(*call) || is_cut_short(*call);
  if (!slow) return save_and_execute(call);
  parts_.acting.workers.post([this, call] { save_and_execute(call); });
}

}  // namespace guard::supervisor
