// SPDX-License-Identifier: Apache-2.0
// Pipeline's exits: refused, failed, answered, gone; and the questions whose callers went.
#include <signal.h>

#include <cerrno>
#include <string>
#include <utility>
#include <vector>

#include "base/weaken.h"
#include "interceptor/proc_status.h"
#include "supervisor/denial_line.h"
#include "supervisor/pipeline.h"

namespace guard::supervisor {
namespace {

using interceptor::Reply;

constexpr std::uint64_t signal_bit(int signal) {
  return 1ULL << (signal - 1);
}

// What the kernel would have answered is an outcome of the call; these are guard's own: it could
// not read, hold or judge what it had to.
bool is_guards_own(const Error& error) {
  const int number = error.sys_errno;
  return error.code != Code::kSystem || number == 0 || number == EMFILE || number == ENFILE ||
         number == ENOMEM;
}

// A question is given up for a signal that somebody sent to end the program, not for every SIGCHLD
// or timer.
constexpr std::uint64_t kEndingSignals =
    signal_bit(SIGINT) | signal_bit(SIGTERM) | signal_bit(SIGHUP) | signal_bit(SIGQUIT);

// A parked call holds nothing of its caller: a number that is another's by now is told by its
// thread group, else by the listener when the call is tried or answered.
Result<interceptor::ProcStatus> status_of_caller(const PendingCall& call) {
  const interceptor::Tracee& tracee = *call.held.tracee;
  if (tracee.proc.valid()) return interceptor::read_proc_status_at(tracee.proc.get());
  auto status = interceptor::read_proc_status("/proc/" + std::to_string(tracee.tid));
  if (status && status->tgid != tracee.tgid) return fail(Code::kGone, "another process");
  return status;
}

bool has_signal_to_take(const PendingCall& call, std::uint64_t which) {
  const auto status = status_of_caller(call);
  if (!status) return true;
  return (status->pending_signals & ~status->blocked_signals & ~status->ignored_signals & which) !=
         0;
}

}  // namespace

// Killed, but not yet out of its call: that takes until it gets a processor.
bool Pipeline::caller_is_gone(const PendingCall& call) const {
  return has_signal_to_take(call, signal_bit(SIGKILL)) ||
         !parts_.listener.still_valid(call.notification.id);
}

void Pipeline::refuse(const CallPtr& call) {
  parts_.saver.cancel(*call);
  ++(is_refused_question(*call) ? questions_refused_ : refusals_);
  parts_.nested.note_refusal(*call);
  parts_.record.refused(*call, EPERM);
  // The line first: once the call is answered the program may end, and its standard error with it.
  if (!call->told_before) explain(*call);
  answer(call, weakened("refusals-say-so") ? Reply::of_value(0) : Reply::fail(EPERM));
}

// On the refused program's own standard error; where that is a file of data, on guard's.
void Pipeline::explain(const PendingCall& call) {
  const std::string line = denial_text(call, parts_.question.redactor);
  const pid_t pid = call.held.tracee ? call.held.tracee->tgid : call.notification.tid;
  const std::uint64_t identity = call.held.tracee ? call.held.tracee->identity : 0;
  if (!told_.first_time(pid, identity, line)) return;
  if (!tell_refused_program(pid, line, parts_.born)) parts_.tell_front(line);
}

// An error on the way: the call is refused with the errno that explains it, as the kernel would
// have. Where it was guard that could not, it goes on record and the program is told, but for a bad
// pointer: programs know that answer.
void Pipeline::fail(const CallPtr& call, const Error& error) {
  if (error.code == Code::kGone) return gone(call);
  parts_.saver.cancel(*call);
  const auto unseen = interceptor::permit_if_weakened("unreadable-memory");
  if (unseen && error.code == Code::kUnreadable) return answer(call, Reply::proceed(*unseen));
  const int number = error.sys_errno == 0 ? EPERM : error.sys_errno;
  if (is_guards_own(error)) {
    parts_.record.broken(*call, error);
    if (number != EFAULT) explain(*call);
  }
  answer(call, Reply::fail(number));
}

void Pipeline::answer(const CallPtr& call, Reply reply) {
  if (const auto sent = parts_.listener.answer(call->notification.id, std::move(reply)); !sent)
    return gone(call);
  advance(*call, CallState::kAnswered);
}

// The one exit of a caller that has died, in whatever state its call was.
void Pipeline::gone(const CallPtr& call) {
  parts_.saver.cancel(*call);
  if (!call->request_id.empty()) parts_.record.ended(*call, ESRCH);
  advance(*call, CallState::kGone);
}

// The kernel walks a list of all calls that wait to find one: it is asked seldom, for calls that a
// signal restarted (before Linux 5.19) and that wait under another number now.
bool Pipeline::interrupted(PendingCall& call) const {
  constexpr unsigned kLooksBetween = 64;
  if (parts_.workers.stopping() || has_signal_to_take(call, ~0ULL)) return true;
  return ++call.looks % kLooksBetween == 0 && !parts_.listener.still_valid(call.notification.id);
}

void Pipeline::record_unanswered() {
  const std::lock_guard lock(mutex_);
  for (const auto& [id, call] : asking_) {
    call->approval_status = name_of(QuestionState::kWithdrawn);
    parts_.record.refused(*call, ESRCH);
  }
  asking_.clear();
}

void Pipeline::withdraw_interrupted() {
  if (weakened("withdrawal")) return;
  std::vector<std::pair<std::string, CallPtr>> waiting;
  {
    const std::lock_guard lock(mutex_);
    waiting.assign(asking_.begin(), asking_.end());
  }
  for (const auto& [id, call] : waiting) {
    if (!parts_.listener.still_valid(call->notification.id)) {
      parts_.broker.withdraw(id, "the process that asked has ended");
    } else if (has_signal_to_take(*call, kEndingSignals)) {
      parts_.broker.withdraw(id, "the process that asked was interrupted");
    }
  }
}

}  // namespace guard::supervisor
