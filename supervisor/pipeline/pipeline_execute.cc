// SPDX-License-Identifier: Apache-2.0
// Pipeline's last stages: save, execute or verify, answer.
#include <cerrno>
#include <utility>

#include "base/text/text.h"
#include "base/weaken.h"
#include "interceptor/acts/parking.h"
#include "interceptor/calls/call_meaning.h"
#include "interceptor/decode/decoder.h"
#include "policy/effects/file_assessment.h"
#include "policy/vocabulary/own_rules.h"
#include "supervisor/actors/agent_credentials.h"
#include "supervisor/ask/remembering.h"
#include "supervisor/call/made_up_fault.h"
#include "supervisor/pipeline/pipeline.h"

namespace guard::supervisor {
namespace {

using interceptor::ExecOutcome;
using interceptor::Operation;
using interceptor::Reply;

// Whether it changes files that it names: their names, their mode, owner, times or attributes.
bool changes_status(const PendingCall& call) {
  const Operation operation = call.held.raw.operation;
  return operation == Operation::kRemove || operation == Operation::kRename ||
         operation == Operation::kLink || interceptor::changes_metadata(operation);
}

// The names changed between judging and acting, by somebody whom guard does not mediate: judge what
// is there now.
bool must_be_judged_again(const PendingCall& call, const interceptor::Executed& executed) {
  if (!may_be_judged_again(call)) return false;
  const auto& raw = call.held.raw;
  const bool lost_creation = executed.error == EEXIST && raw.operation == Operation::kOpen &&
                             !call.held.first.exists() && !interceptor::must_make_new(raw);
  return executed.error == ESTALE || lost_creation;
}

// The two names would lie on different file systems.
interceptor::Executed elsewhere() {
  interceptor::Executed executed;
  executed.reply = interceptor::Reply::fail(EXDEV);
  executed.error = EXDEV;
  return executed;
}

}  // namespace

// save: what the act takes away goes to the undo store, and before an act of tier 2 and up the
// intent of it on disk; while records cannot be written, before any that is recorded. An object
// that cannot be saved is judged as lost; if the intent cannot be stored the act does not happen.
void Pipeline::save_and_execute(const CallPtr& call) {
  if (put_off_for_start(call) || !find_host(call)) return;
  const auto goes_on = [this, &call] {
    return !parts_.acting.workers.stopping() && may_go_on(*call);
  };
  if (const auto saved = save(*call, goes_on); !saved) {
    if (!may_go_on(*call)) return gone(call);
    return judge_unsaved(call, saved.error());
  }
  note_unseen(*call);
  if (!put_on_record(call)) return;
  advance(*call, CallState::kExecuting);
  if (call->held.raw.operation == Operation::kExec) {
    parts_.judging.judge.settle_collisions(*call);
    return execute_exec(call);
  }
  execute(call);
}

// A program that was let go on is held against its file as it was judged: nobody of the tree gives
// that a later change time before.
bool Pipeline::put_off_for_start(const CallPtr& call) {
  if (!changes_status(*call)) return false;
  const auto starts = [this](const interceptor::HeldPath& held) {
    return held.exists() && parts_.acting.execs.starts(held.status.st_dev, held.status.st_ino);
  };
  return (starts(call->held.first) || starts(call->held.second)) &&
         try_shortly_again(call, &Pipeline::save_and_execute);
}

Result<void> Pipeline::save(PendingCall& call, const std::function<bool()>& goes_on) {
  const auto lent =
      parts_.keeping.secrets == nullptr ? nullptr : parts_.keeping.secrets->lend_to_save(call);
  return parts_.keeping.saver.save(call, goes_on);
}

// False: what must be on record first is not, and was refused.
bool Pipeline::put_on_record(const CallPtr& call) {
  if (parts_.acting.raised != nullptr) parts_.acting.raised->note(*call);
  if (!call->record_first) return true;
  auto stored = parts_.keeping.record.store_intent(*call);
  if (weakened("fault-save") && is_removal(*call)) stored = forward(made_up_fault());
  if (stored) return true;
  call->decision.verdict = policy::Verdict::kDeny;
  call->decision.reason = "the record of it cannot be stored: " + stored.error().text();
  refuse(call);
  return false;
}

namespace {

// guard undo tells of it (Saver::ended).
void count_as_lost(policy::Action& action) {
  for (policy::Object& object : action.objects) {
    if (object.recoverability == policy::Recoverability::kSaved)
      object.recoverability = policy::Recoverability::kPrecious;
  }
}

}  // namespace

// Whoever let it happen thought that it could be brought back, and is not overruled without a word.
// A lease whose question said that it cannot be undone goes on.
void Pipeline::judge_unsaved(const CallPtr& call, const Error& error) {
  const bool answered = call->state == CallState::kAsking;
  const bool allowed_as_saved =
      answered || call->leased || call->decision.rule == policy::own_rule("grant");
  const bool spoils_the_store = error.code == Code::kBusy;
  call->why_unsaved = error.text();
  if (!allowed_as_saved && !spoils_the_store) {
    parts_.judging.describer.describe(*call);
    call->action.unsaved = true;
    judge_described(*call);
    call->decision.reason += "; it cannot be saved for undo: " + call->why_unsaved;
    if (!call->leased && call->decision.rule != policy::own_rule("grant")) return act_on(call);
  }
  if (call->leased && !call->undo_promised && !spoils_the_store) {
    count_as_lost(call->action);
    return act_on(call);
  }
  call->decision.verdict = policy::Verdict::kDeny;
  call->decision.rule = policy::own_rule("undo.save");
  call->decision.reason = "it cannot be saved for undo: " + call->why_unsaved;
  refuse(call);
}

interceptor::Executed Pipeline::carry_out(PendingCall& call) {
  if (call.decision.assessment.rule == policy::own_rule("git.clone.copies")) return elsewhere();
  if (auto stops = lead(call)) return std::move(*stops);
  KeyRelays* const keys = parts_.acting.keys;
  if (keys != nullptr && keys->relays(call)) return keys->connect(call);
  const auto lent =
      parts_.keeping.secrets == nullptr ? nullptr : parts_.keeping.secrets->lend_to_execute(call);
  return execute_at_hosts(call);
}

void Pipeline::execute(const CallPtr& call) {
  // After a wait the caller may be gone: then nothing happens in its name.
  if (!meet_caller(call, [this, call] { execute(call); })) return;
  if (!call->approval_id.empty() && !may_go_on(*call)) return gone(call);
  if (weakened("fault-execute") && is_removal(*call)) return fail(call, made_up_fault());
  if (auto noted = parts_.judging.describer.note_names(*call); !noted)
    return fail(call, noted.error());
  // From the first byte on: before it is opened.
  const bool own_credential =
      call->action.act == policy::Act::kRead && keeps_own_credential(*call->process, call->action);
  if ((own_credential || policy::reads_own_secret(call->action)) &&
      !parts_.keeping.tree.try_take_secret(*call->process)) {
    call->decision.verdict = policy::Verdict::kDeny;
    call->decision.reason = "another process may read its memory by now";
    return refuse(call);
  }
  parts_.judging.describer.note_changed(*call);
  parts_.judging.judge.note_names(*call);
  interceptor::Executed executed = carry_out(*call);
  if (!executed.would_wait) return finish(call, std::move(executed));
  interceptor::park(call->held, parts_.acting.tracees);
  if (!waiting_.add(call)) fail(call, Error{Code::kRefused, ENFILE, "too many calls wait"});
}

// A FIFO without a reader, a leased file, a socket without room: tried again until it goes on, or
// the caller has a signal to take.
bool Pipeline::try_again(const CallPtr& call) {
  if (parts_.acting.brake.closed() && may_go_on(*call)) return false;
  if (interrupted(*call)) {
    give_up(call);
    return true;
  }
  if (!take_up(call)) {
    gone(call);
    return true;
  }
  if (call->held.waits_for_name) return go_on_once_found(call);
  interceptor::Executed executed = carry_out(*call);
  if (executed.would_wait) {
    interceptor::park(call->held, parts_.acting.tracees);
    return false;
  }
  finish(call, std::move(executed));
  return true;
}

// The memory of the caller is read once more, and must be the caller's.
bool Pipeline::take_up(const CallPtr& call) {
  if (!interceptor::reads_the_caller(call->held)) return true;
  return interceptor::unpark(call->held, parts_.acting.tracees) &&
         parts_.acting.listener.still_valid(call->notification.id);
}

// A signal waits for the caller: what was done by now counts, else the kernel repeats or ends the
// call.
void Pipeline::give_up(const CallPtr& call) {
  interceptor::Executed stopped = interceptor::Executor::given_up(call->held);
  if (stopped.error == 0) return finish(call, std::move(stopped));
  parts_.keeping.saver.cancel(*call);
  parts_.judging.judge.names_ended(*call, false);
  answer(call, std::move(stopped.reply));
}

void Pipeline::finish(const CallPtr& call, interceptor::Executed executed) {
  const bool again = must_be_judged_again(*call, executed);
  parts_.judging.judge.names_ended(*call, !again && executed.error == 0);
  if (again) {
    parts_.keeping.saver.cancel(*call);
    ++call->attempts;
    return read_again(call);
  }
  parts_.keeping.saver.ended(*call, executed.error);
  note_effects(call, executed);
  deliver(call, std::move(executed));
}

// To be judged anew: from its caller's memory on.
void Pipeline::read_again(const CallPtr& call) {
  auto raw = interceptor::decode(call->notification);
  if (!raw) return fail(call, raw.error());
  call->held = {};
  call->held.raw = std::move(*raw);
  advance(*call, CallState::kDecoded);
  follow(interceptor::route_of(call->held.raw), call);
}

void Pipeline::deliver(const CallPtr& call, interceptor::Executed executed) {
  const auto answering = parts_.keeping.record.answering();
  // Before the answer, so that it is there when the call returns; but where a handled signal ends
  // the call, it would be made, and raise it, again and again.
  if (!parts_.backend.calls_repeat) interceptor::Executor::raise_with(call->held, executed);
  call->held.socket.reset();  // so that its caller's close is the last one, and ends the connection
  const auto sent = parts_.acting.listener.tell(call->notification.id, executed.reply);
  if (!sent && sent.error().code == Code::kGone) {
    repeated_.keep_result(*call, std::move(executed.reply));
    return gone(call);
  }
  if (!sent && sent.error().code == Code::kRefused) return killed(call, sent.error());
  if (!sent) {
    if (auto permit = interceptor::permit_if_weakened("injection-failure"))
      return answer(call, Reply::proceed(*permit));
    // The tracee has no number left for the file: the kernel would not have made it.
    if (executed.made) parts_.acting.executor.take_back(call->held, *executed.made);
    parts_.keeping.record.ended(*call, sent.error().sys_errno);
    return answer(call, Reply::fail(sent.error().sys_errno));
  }
  if (parts_.backend.calls_repeat) interceptor::Executor::raise_with(call->held, executed);
  ended(call, CallState::kAnswered);
  parts_.keeping.record.over(call, executed.error);
}

void Pipeline::execute_exec(const CallPtr& call) {
  if (is_cut_short(*call)) parts_.judging.judge.count_the_rest(*call);
  // A command that was confirmed before the start goes on as what undo keeps, too.
  if (call->decision.pre_confirmed)
    call->undo_promised = promises_undo(*call, parts_.keeping.saver);
  interceptor::ExecOrder order = interceptor::order_of(call->held);
  order.is_watched = call->watched || !call->searched.empty();
  order.may_run_unverified = call->decision.assessment.tier <= 1;
  const bool raised =
      parts_.acting.raised != nullptr && call->decision.assessment.raised && can_be_raised(*call);
  if (raised) {
    if (const auto prepared = parts_.acting.raised->prepare(*call, order); !prepared)
      return fail(call, prepared.error());
  }
  order.on_outcome = [this, call](const interceptor::ExecEnd& end) { exec_ended(call, end); };
  order.on_released = [this, call, raised] {
    // A program that runs outside has started when its keeper says so.
    if (!raised) parts_.keeping.record.ended(*call, 0);
    call->answering.unlock();
  };
  parts_.acting.execs.run(std::move(order));
}

// On the tracer thread, while the new image still stands before its first instruction: its program
// is known before it can make a call.
void Pipeline::exec_ended(const CallPtr& call, const interceptor::ExecEnd& end) {
  const auto& [outcome, pid, detail, mark] = end;
  const bool failed = outcome == ExecOutcome::kFailed;
  if (outcome == ExecOutcome::kGone || (failed && repeated_.may_come_back(*call)))
    return exec_lost(call);
  parts_.acting.tracees.executed(call->notification.tid, pid);
  if (outcome == ExecOutcome::kVerified || outcome == ExecOutcome::kUnverified) {
    parts_.keeping.tree.executed(call->process, program_of(*call, mark));
    if (parts_.keeping.secrets != nullptr) parts_.keeping.secrets->hold_again(pid);
    // An unverified one is a debugger's: it can write what runs.
    if (outcome == ExecOutcome::kUnverified)
      parts_.keeping.tree.opened_to_others(call->process->pid);
    if (call->relay.valid()) {
      parts_.acting.raised->start(
          *call, pid, [this, call](int error) { parts_.keeping.record.ended(*call, error); });
    } else {
      lease_to_exec(parts_.asking.leases, *call, pid);
    }
    if (outcome == ExecOutcome::kUnverified) {
      // The words about a program that the library is not in stay said.
      const std::string before =
          parts_.backend.preloaded ? call->decision.reason + "; " : std::string();
      call->decision.reason = before + "started without verification: " + detail;
      parts_.keeping.record.ended(*call, 0);
    } else {
      call->answering = parts_.keeping.record.answering();
    }
  } else if (failed) {
    parts_.keeping.record.ended(*call, ENOEXEC);
  } else {
    ++refusals_;
    call->decision.verdict = policy::Verdict::kDeny;
    call->decision.rule = policy::own_rule("exec.verify");
    call->decision.reason = detail;
    parts_.keeping.record.refused(*call, EPERM);
  }
  ended(call, CallState::kAnswered);
}

// A signal of its own, or guard's for the exec, was quicker: the kernel repeats the call.
void Pipeline::exec_lost(const CallPtr& call) {
  if (!repeated_.may_come_back(*call)) return gone(call);
  const auto again = [this, call] { execute_exec(call); };
  if (meet_caller(call, again, RepeatedCalls::Caller::kIsAway)) parts_.acting.workers.post(again);
}

}  // namespace guard::supervisor
