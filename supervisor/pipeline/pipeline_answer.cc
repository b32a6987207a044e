// SPDX-License-Identifier: Apache-2.0
// Pipeline's exits: refused, failed, answered, gone; and the questions whose callers went.
#include <signal.h>

#include <cerrno>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/text/text.h"
#include "base/weaken.h"
#include "interceptor/calls/call_meaning.h"
#include "interceptor/calls/restart.h"
#include "interceptor/decode/decoder.h"
#include "interceptor/process/call_in_progress.h"
#include "interceptor/process/proc_status.h"
#include "policy/vocabulary/own_rules.h"
#include "supervisor/actors/shell_command.h"
#include "supervisor/ask/denial_line.h"
#include "supervisor/call/call_log.h"
#include "supervisor/pipeline/pipeline.h"

namespace guard::supervisor {
namespace {

using interceptor::Reply;

constexpr std::uint64_t signal_bit(int signal) {
  return 1ULL << (signal - 1);
}

// An answer that the kernel would have given is an outcome of the call; these are guard's own: it
// could not read, hold or judge what it had to.
bool is_guards_own(const Error& error) {
  const int number = error.sys_errno;
  return error.code != Code::kSystem || number == 0 || number == EMFILE || number == ENFILE ||
         number == ENOMEM;
}

// As the kernel says of a file that one may not read: programs go on without it.
int number_of_refusal(const PendingCall& call) {
  return call.decision.rule == policy::own_rule("installs.secret") ? EACCES : EPERM;
}

// A question is given up for a signal that somebody sent to end the program, not for every SIGCHLD
// or timer.
constexpr std::uint64_t kEndingSignals =
    signal_bit(SIGINT) | signal_bit(SIGTERM) | signal_bit(SIGHUP) | signal_bit(SIGQUIT);

// A parked call holds nothing of its caller: a number that is another's by now is told by its
// thread group, else by the listener when the call is tried or answered.
Result<interceptor::ProcStatus> status_of(const interceptor::Tracee& tracee) {
  if (tracee.proc.valid()) return interceptor::read_proc_status_at(tracee.proc.get());
  auto status = interceptor::read_proc_status("/proc/" + std::to_string(tracee.tid));
  if (status && status->tgid != tracee.tgid) return fail(Code::kGone, "another process");
  return status;
}

bool has_signal_to_take(const interceptor::Tracee& tracee, std::uint64_t which) {
  const auto status = status_of(tracee);
  if (!status) return true;
  return (status->pending_signals & ~status->blocked_signals & ~status->ignored_signals & which) !=
         0;
}

// Its parent is to end, and cannot before the call is through: it made the caller by vfork. Such
// parents block all signals meanwhile, so that counts for nothing.
bool keeps_parent_from_ending(const interceptor::Tracee& tracee) {
  const auto status = status_of(tracee);
  if (!status) return false;
  const auto parent = interceptor::read_proc_status("/proc/" + std::to_string(status->parent));
  return parent && (parent->pending_signals & ~parent->ignored_signals & kEndingSignals) != 0 &&
         interceptor::waits_for_child_to_exec(status->parent);
}

}  // namespace

// The caller has a signal to take: with its handler's end the kernel repeats or ends the call. The
// child of a parent that is to end has none, and no call of its is made again.
int Pipeline::number_when_withdrawn(const PendingCall& call) {
  return keeps_parent_from_ending(*call.held.tracee) ? EINTR : interceptor::kRestartSystemCall;
}

// Killed, but not yet out of its call: that takes until it gets a processor.
bool Pipeline::caller_is_gone(const PendingCall& call) const {
  return has_signal_to_take(*call.held.tracee, signal_bit(SIGKILL)) || !may_go_on(call);
}

bool Pipeline::may_go_on(const PendingCall& call) const {
  return parts_.acting.listener.still_valid(call.notification.id) || repeated_.may_come_back(call);
}

// False: it is away for a signal, and GOES_ON comes on a worker when it makes its call again.
bool Pipeline::meet_caller(const CallPtr& call, std::function<void()> goes_on,
                           RepeatedCalls::Caller caller) {
  return repeated_.meet(
      call, [this, goes_on = std::move(goes_on)] { parts_.acting.workers.post(goes_on); }, caller);
}

std::atomic<std::uint64_t>& Pipeline::counter_of_refusal(const PendingCall& call) {
  if (!is_refused_question(call)) return refusals_;
  const bool skipped =
      call.action.act == policy::Act::kRead && interceptor::opens_without_waiting(call.held.raw);
  return skipped ? reads_skipped_ : questions_refused_;
}

void Pipeline::refuse(const CallPtr& call) {
  parts_.keeping.saver.cancel(*call);
  parts_.judging.nested.note_refusal(*call);
  parts_.judging.judge.note_refusal(*call);
  const int number = number_of_refusal(*call);
  parts_.keeping.record.refused(*call, number);
  ++counter_of_refusal(*call);  // who counts on it finds it on record
  log_if_own_refusal(*call, parts_.asking.question.redactor);
  // The line first: once the call is answered the program may end, and its standard error with it.
  if (!call->told_before || (call->process && waits_for_lines(*call->process))) explain(*call);
  answer(call, weakened("refusals-say-so") ? Reply::of_value(0) : Reply::fail(number));
}

// On the refused program's own standard error; where that is a file of data, on guard's.
void Pipeline::explain(const PendingCall& call) {
  std::string line =
      denial_text(call, parts_.asking.question.redactor, parts_.asking.question.in_ci);
  const pid_t pid = call.held.tracee ? call.held.tracee->tgid : call.notification.tid;
  const std::uint64_t identity = call.held.tracee ? call.held.tracee->identity : 0;
  const auto now = std::chrono::steady_clock::now();
  // Files of a list are much the same; of hosts and commands each says something new.
  const bool of_files = !call.action.objects.empty();
  using Telling = ToldLines::Telling;
  // Whoever types a line again wants to know about that one; a loop of the shell is told each
  // second.
  const bool typed = call.told_before && call.process && waits_for_lines(*call.process);
  const auto second = std::chrono::duration_cast<std::chrono::seconds>(now.time_since_epoch());
  const std::string moment = typed ? std::to_string(second.count()) : "";
  const Telling telling =
      of_files && !typed
          ? told_.next(pid, identity, call.decision.rule, line, now)
          : (told_.first_time(pid, identity, line + moment) ? Telling::kLine : Telling::kNothing);
  if (telling == Telling::kNothing) return;
  if (telling == Telling::kThatMoreFollow)
    line = "guard: further acts are denied here, without a line for each (rule " +
           call.decision.rule + "): guard audit list has all of them";
  if (!tell_refused_program(pid, line, parts_.keeping.born)) parts_.asking.tell_front(line);
}

// An error on the way: the call is refused with the errno that explains it, as the kernel would
// have. Where it was guard that could not, it goes on record and the program is told, but for a bad
// pointer: programs know that answer.
void Pipeline::fail(const CallPtr& call, const Error& error) {
  if (error.code == Code::kGone) return gone(call);
  parts_.keeping.saver.cancel(*call);
  const auto unseen = interceptor::permit_if_weakened("unreadable-memory");
  if (unseen && error.code == Code::kUnreadable) return answer(call, Reply::proceed(*unseen));
  const int number = error.sys_errno == 0 ? EPERM : error.sys_errno;
  if (is_guards_own(error)) {
    parts_.keeping.record.broken(*call, error);
    log_broken(*call, error, parts_.asking.question.redactor);
    if (number != EFAULT) explain(*call);
  }
  answer(call, Reply::fail(number));
}

void Pipeline::answer(const CallPtr& call, Reply reply) {
  // The call's help holds something of the caller's, which must not outlive the answer.
  call->notification.help.reset();
  call->held.raw.notification.help.reset();
  const bool is_file = reply.kind == Reply::Kind::kFile;
  if (const auto sent = parts_.acting.listener.tell(call->notification.id, reply); !sent) {
    // The tracee has no number left for it.
    if (is_file && sent.error().code != Code::kGone)
      return answer(call, Reply::fail(sent.error().sys_errno));
    repeated_.keep_result(*call, std::move(reply));
    return gone(call);
  }
  ended(call, CallState::kAnswered);
}

// The one exit of a caller that has died, in whatever state its call was.
void Pipeline::gone(const CallPtr& call) {
  parts_.keeping.saver.cancel(*call);
  // A question that was withdrawn, or an act that was done or refused, is one record: nothing more
  // came of it.
  if (!call->request_id.empty() && !call->end_recorded) parts_.keeping.record.ended(*call, ESRCH);
  ended(call, CallState::kGone);
}

// Nobody who looks at a program that died is left to guess.
void Pipeline::killed(const CallPtr& call, const Error& error) {
  parts_.keeping.saver.cancel(*call);
  call->decision.verdict = policy::Verdict::kDeny;
  call->decision.rule = policy::own_rule("backend.ptrace");
  call->decision.reason = "killed: " + error.context;
  parts_.keeping.record.refused(*call, EPERM);
  const std::string program(base_name(call->process->program->actor.exe));
  parts_.asking.tell_front("guard: killed " +
                           safe_text(parts_.asking.question.redactor.text(program)) + " (pid " +
                           std::to_string(call->held.tracee->tgid) + "): " + error.context);
  ended(call, CallState::kGone);
}

// Whoever repeated it meanwhile has a call of its own now.
void Pipeline::ended(const CallPtr& call, CallState how) {
  advance(*call, how);
  log_if_slow(*call, parts_.asking.question.redactor);
  if (const CallPtr joined = repeated_.forget(*call))
    parts_.acting.workers.post([this, joined] { start_over(joined); });
}

void Pipeline::start_over(const CallPtr& joined) {
  if (auto result = result_for(*joined)) return answer(joined, std::move(*result));
  auto call = std::make_shared<PendingCall>();
  call->notification = joined->notification;
  parts_.judging.describer.describe_call(*call);
  auto raw = interceptor::decode(call->notification);
  if (!parts_.acting.listener.still_valid(call->notification.id)) return gone(call);
  if (!raw) return fail(call, raw.error());
  advance(*call, CallState::kDecoded);
  call->held.raw = std::move(*raw);
  follow(interceptor::route_of(call->held.raw), call);
}

// The result of the same call, whose caller was away when it was told.
std::optional<interceptor::Reply> Pipeline::result_for(const PendingCall& call) {
  return repeated_.take_result(call, [&]() -> std::optional<std::uint64_t> {
    const auto tracee = parts_.acting.tracees.find(call.notification.tid);
    if (!tracee) return std::nullopt;
    return (*tracee)->identity;
  });
}

// The kernel walks a list of all calls that wait to find one: it is asked seldom. But where a
// handled signal ends a call at once (before Linux 5.19) nothing else tells of it: a connect that
// goes on would take the place of the next one, which its program makes after EINTR.
bool Pipeline::interrupted(PendingCall& call) const {
  constexpr unsigned kLooksBetween = 64;
  if (parts_.acting.workers.stopping() || has_signal_to_take(*call.held.tracee, ~0ULL)) return true;
  const bool ask = parts_.backend.calls_repeat || ++call.looks % kLooksBetween == 0;
  return ask && !parts_.acting.listener.still_valid(call.notification.id);
}

void Pipeline::record_unanswered() {
  give_up(repeated_.give_up([](const PendingCall&) { return true; }));
  for (const CallPtr& call : parked_.take_all()) {
    call->approval_status = name_of(QuestionState::kWithdrawn);
    parts_.keeping.record.refused(*call, ESRCH);
  }
}

// Answered, and nobody came for it.
void Pipeline::give_up(const std::vector<CallPtr>& lost) {
  for (const CallPtr& call : lost) {
    if (call->state == CallState::kAsking && call->denial) {
      end_without_caller(call, {QuestionState::kDenied, *call->denial});
      continue;
    }
    if (call->state == CallState::kAsking) {
      call->approval_status = name_of(QuestionState::kWithdrawn);
      parts_.keeping.record.refused(*call, ESRCH);
    }
    gone(call);
  }
}

const char* Pipeline::why_withdrawn(const ParkedQuestions::Parked& asking) {
  if (repeated_.is_lost(*asking.call) || !status_of(*asking.tracee))
    return "the process that asked has ended";
  if (has_signal_to_take(*asking.tracee, kEndingSignals))
    return "the process that asked was interrupted";
  if (keeps_parent_from_ending(*asking.tracee))
    return "the program that wanted this was told to end";
  return nullptr;
}

// At the second look: Ctrl-C at a question is a person's No too, and that is on its way when the
// signal of the key is seen.
void Pipeline::withdraw_interrupted() {
  if (weakened("withdrawal")) return;
  std::set<std::string> interrupted;
  for (const auto& [id, asking] : parked_.all()) {
    const char* why = why_withdrawn(asking);
    if (why == nullptr) continue;
    if (interrupted_.contains(id)) parts_.asking.broker.withdraw(id, why);
    interrupted.insert(id);
  }
  interrupted_ = std::move(interrupted);
  give_up(repeated_.give_up([](const PendingCall& call) {
    return has_signal_to_take(*call.held.tracee, signal_bit(SIGKILL));
  }));
}

}  // namespace guard::supervisor
