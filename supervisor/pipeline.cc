// SPDX-License-Identifier: Apache-2.0
#include "supervisor/pipeline.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <cerrno>
#include <chrono>
#include <cstddef>
#include <string_view>
#include <thread>
#include <utility>

#include "base/weaken.h"
#include "interceptor/decoder.h"
#include "interceptor/foreseen.h"
#include "interceptor/namespace_rules.h"
#include "interceptor/proc_status.h"
#include "interceptor/reach_rules.h"
#include "interceptor/socket_resolver.h"
#include "interceptor/socket_waiting.h"
#include "supervisor/ask_question.h"
#include "supervisor/denial_line.h"
#include "supervisor/door.h"

namespace guard::supervisor {
namespace {

using interceptor::ContinueReason;
using interceptor::ExecOutcome;
using interceptor::Operation;
using interceptor::Reply;

constexpr int kRestartSystemCall = 512;  // ERESTARTSYS
constexpr int kMostAttempts = 5;
constexpr auto kRetry = std::chrono::milliseconds(20);

bool is_only_watched(const interceptor::RawCall& raw) {
  if (raw.operation == Operation::kNewNamespace) return !interceptor::makes_namespaces(raw);
  return raw.operation == Operation::kUmask || raw.operation == Operation::kCredentials;
}

// O_PATH grants no reading or writing. The flag lies in a register for open and openat; openat2's
// lies in memory that a sibling may change after judgement, and the kernel lets nobody inject such
// a descriptor: programs fall back on ENOSYS.
bool is_path_only(const interceptor::RawCall& raw) {
  return raw.operation == Operation::kOpen && (raw.open_flags & O_PATH) != 0;
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

constexpr char kNamespaceRule[] = "namespaces";

policy::Decision allowed_namespace_call() {
  policy::Decision decision;
  decision.verdict = policy::Verdict::kAllow;
  decision.rule = kNamespaceRule;
  decision.assessment.rule = kNamespaceRule;
  decision.assessment.categories = {policy::Category::kSystemImpact};
  decision.assessment.tier = 1;
  return decision;
}

// The abstract name that stands for this very session (door.h).
bool is_door(const interceptor::HeldCall& held) {
  if (held.raw.operation != Operation::kConnect || !held.address.abstract) return false;
  constexpr std::size_t kBefore = offsetof(sockaddr_un, sun_path) + 1;
  const std::vector<char>& bytes = held.address.bytes;
  return bytes.size() == kBefore + kDoorName.size() &&
         std::string_view(bytes.data() + kBefore, kDoorName.size()) == kDoorName;
}

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

bool has_signal_to_take(const PendingCall& call, std::uint64_t which) {
  const auto status = interceptor::read_proc_status_at(call.held.tracee->proc.get());
  if (!status) return true;
  return (status->pending_signals & ~status->blocked_signals & ~status->ignored_signals & which) !=
         0;
}

// The names changed between judging and acting, by somebody whom guard does not mediate: judge what
// is there now.
bool must_be_judged_again(const PendingCall& call, const interceptor::Executed& executed) {
  if (call.attempts >= kMostAttempts) return false;
  const auto& raw = call.held.raw;
  const bool lost_creation = executed.error == EEXIST && raw.operation == Operation::kOpen &&
                             !call.held.first.exists() && (raw.open_flags & O_EXCL) == 0;
  return executed.error == ESTALE || lost_creation;
}

}  // namespace

// receive -> decode. The copied memory is trusted only while the notification is still valid:
// before that it may have been a stranger's who got the number of a dead thread.
void Pipeline::take(const interceptor::Notification& notification) {
  while (weakened("parked-calls") && !parts_.broker.pending().empty())
    std::this_thread::sleep_for(kRetry);
  auto call = std::make_shared<PendingCall>();
  call->notification = notification;
  if (const auto reason = parts_.gate.why_harmless(notification))
    return answer(call, Reply::proceed(interceptor::permit_continue(*reason)));
  parts_.judge.describe_call(*call);
  if (interceptor::is_reaching_call(notification.number)) return reach(call);
  auto raw = interceptor::decode(notification);
  if (!parts_.listener.still_valid(notification.id)) return gone(call);
  if (!raw) return fail(call, raw.error());
  advance(*call, CallState::kDecoded);
  call->held.raw = std::move(*raw);
  const bool makes_process = call->held.raw.operation == Operation::kNewNamespace;
  if (makes_process && interceptor::shares_descriptors(call->held.raw))
    parts_.tracees.note_shared_descriptors();
  if (is_only_watched(call->held.raw)) return note_only(call);
  // utimensat(2) with both times omitted succeeds without a look at the path.
  if (call->held.raw.metadata.changes_nothing) return answer(call, Reply::of_value(0));
  if (interceptor::is_namespace_call(call->held.raw.operation))
    return parts_.workers.post([this, call] { change_namespaces(call); });
  if (!parts_.tracees.realms_expected()) return resolve(call);
  const auto tracee = parts_.tracees.find(notification.tid);
  if (!tracee) return fail(call, tracee.error());
  if (!(*tracee)->realm) return resolve(call);
  // A child is forked for each act in a realm: on a worker.
  parts_.names.note(**tracee);
  parts_.workers.post([this, call] { resolve(call); });
}

// A signal, ptrace, another's memory, on a kernel that does not keep them inside: registers decide.
void Pipeline::reach(const CallPtr& call) {
  auto tracee = parts_.tracees.find(call->notification.tid);
  if (!tracee) return fail(call, tracee.error());
  if (interceptor::stays_inside(call->notification, **tracee))
    return answer(call,
                  Reply::proceed(interceptor::permit_continue(ContinueReason::kRegistersOnly)));
  call->held.raw.notification = call->notification;
  call->held.raw.row = interceptor::row_of(call->notification.number);
  call->held.tracee = std::move(*tracee);
  call->process = parts_.tree.find(*call->held.tracee);
  parts_.judge.describe(*call);
  call->decision = refused_system_call(
      "reach.outside", "it reaches a process outside of this session", "Ask the user to do it");
  refuse(call);
}

// New namespaces, mounts, roots: decided by the caller's own namespaces, asked of nobody.
void Pipeline::change_namespaces(const CallPtr& call) {
  auto tracee = parts_.tracees.find(call->notification.tid);
  if (!tracee) return fail(call, tracee.error());
  if ((*tracee)->realm) parts_.names.note(**tracee);
  const auto verdict =
      interceptor::judge_namespace_call(call->held.raw, **tracee, parts_.landlock_roots);
  using Kind = interceptor::NamespaceVerdict::Kind;
  if (verdict.kind == Kind::kNotAllowed)
    return fail(call, Error{Code::kSystem, EPERM, "not permitted to the caller itself"});
  if (verdict.kind == Kind::kCarryOut) return resolve(call);
  call->held.tracee = std::move(*tracee);
  call->process = parts_.tree.find(*call->held.tracee);
  advance(*call, CallState::kResolved);
  parts_.judge.describe(*call);
  const bool refused = verdict.kind == Kind::kRefuse;
  call->decision = refused ? refused_system_call(kNamespaceRule, verdict.reason, verdict.instead)
                           : allowed_namespace_call();
  advance(*call, CallState::kDecided);
  if (refused) return refuse(call);
  let_change(call);
}

void Pipeline::let_change(const CallPtr& call) {
  call->approval_status = "auto";
  parts_.tracees.expect_realms();
  parts_.tracees.forget_process_of(call->notification.tid);
  parts_.record.ended(*call, 0);
  answer(call, Reply::proceed(interceptor::permit_continue(ContinueReason::kOwnNamespaces)));
}

// Nothing to judge: guard only drops what it had cached of the caller, before the kernel changes
// it.
void Pipeline::note_only(const CallPtr& call) {
  parts_.tracees.forget_process_of(call->notification.tid);
  answer(call, Reply::proceed(interceptor::permit_continue(ContinueReason::kRegistersOnly)));
}

void Pipeline::resolve(const CallPtr& call) {
  if (is_path_only(call->held.raw)) {
    if (call->held.raw.is_openat2)
      return fail(call, Error{Code::kUnsupported, ENOSYS, "openat2 with O_PATH"});
    return answer(call,
                  Reply::proceed(interceptor::permit_continue(ContinueReason::kPathOnlyOpen)));
  }
  parts_.judge.describe_spelling(*call);
  const bool reads_memory = interceptor::is_socket_call(call->held.raw.operation);
  auto held = parts_.resolver.resolve(std::move(call->held.raw));
  if (reads_memory && !parts_.listener.still_valid(call->notification.id)) return gone(call);
  if (!held) return fail(call, held.error());
  call->held = std::move(*held);
  if (is_door(call->held)) return parts_.workers.post([this, call] { open_door(call); });
  // What the kernel would refuse anyway is answered so, and never judged or asked.
  if (const int found = interceptor::foreseen_error(call->held); found != 0) {
    const int error = interceptor::rights_before(call->held, found, parts_.own);
    return fail(call, Error{Code::kSystem, error, "foreseen"});
  }
  advance(*call, CallState::kResolved);
  call->process = parts_.tree.find(*call->held.tracee);
  parts_.judge.describe(*call);
  if (!parts_.judge.is_slow(*call) && !parts_.nested.any()) return judge(call);
  parts_.workers.post([this, call] { judge(call); });
}

// Whoever is inside may speak to the session, in its role (docs/api.md): guard connects it, and
// remembers who it is.
void Pipeline::open_door(const CallPtr& call) {
  const interceptor::Tracee& tracee = *call->held.tracee;
  const auto status = interceptor::read_proc_status_at(tracee.proc.get());
  if (!status) return gone(call);
  const int error = parts_.callers.connect(
      call->held.socket.get(), {tracee.tgid, tracee.start_time, status->seccomp_filters});
  answer(call, error == 0 ? Reply::of_value(0) : Reply::fail(error));
}

void Pipeline::judge(const CallPtr& call) {
  if (call->held.raw.operation == Operation::kMount) {
    call->decision = allowed_namespace_call();
  } else {
    parts_.judge.decide(*call);
    parts_.nested.tighten(*call);
  }
  advance(*call, CallState::kDecided);
  act_on(call);
}

void Pipeline::act_on(const CallPtr& call) {
  const policy::Decision& decision = call->decision;
  if (decision.verdict == policy::Verdict::kAsk) {
    // The refusal that the tracee's own rights would bring comes before any question.
    if (const int error = interceptor::foreseen_denial(call->held, parts_.own); error != 0) {
      return fail(call, Error{Code::kSystem, error, "not permitted to the caller itself"});
    }
    return ask(call);
  }
  if (decision.verdict != policy::Verdict::kAllow) return refuse(call);
  call->approval_status = decision.skipped ? "skipped" : "auto";
  if (decision.skipped) parts_.broker.publish("approval_skipped", parts_.record.event_of(*call));
  // What may block leaves the mediator: a durable intent, a FIFO, a connect.
  const bool slow = decision.assessment.tier >= 2 || interceptor::Executor::may_block(call->held);
  if (!slow) return save_and_execute(call);
  parts_.workers.post([this, call] { save_and_execute(call); });
}

void Pipeline::ask(const CallPtr& call) {
  advance(*call, CallState::kAsking);
  Question question = question_of(*call, parts_.question);
  const std::lock_guard lock(mutex_);  // an answer cannot overtake the entry below
  auto id = parts_.broker.ask(std::move(question), [this, call](const Settled& outcome) {
    parts_.workers.post([this, call, outcome] { settled(call, outcome); });
  });
  if (id) {
    call->approval_id = *id;
    asking_[*id] = call;
    return;
  }
  call->decision.verdict = policy::Verdict::kDeny;
  call->decision.reason = id.error().text();
  parts_.workers.post([this, call] { refuse(call); });
}

void Pipeline::settled(const CallPtr& call, const Settled& outcome) {
  {
    const std::lock_guard lock(mutex_);
    asking_.erase(call->approval_id);
  }
  call->approval_status = name_of(outcome.state);
  if (!parts_.listener.still_valid(call->notification.id)) {
    call->approval_status = name_of(QuestionState::kWithdrawn);
    parts_.record.refused(*call, ESRCH);
    return gone(call);
  }
  const bool late = weakened("question-timeout") && outcome.state == QuestionState::kTimeout;
  if (outcome.state == QuestionState::kApproved || late) {
    if (image_was_replaced(*call)) return refuse_replaced(call);
    remember(call, outcome.answer);
    return save_and_execute(call);
  }
  if (outcome.state == QuestionState::kWithdrawn) {
    // The caller has a signal to take: with its handler's end the kernel repeats or ends the call.
    call->decision.reason = outcome.answer.reason;
    parts_.record.refused(*call, EINTR);
    return answer(call, Reply::fail(kRestartSystemCall));
  }
  call->approval_status = outcome.state == QuestionState::kTimeout ? "timeout" : "denied";
  call->decision.verdict = policy::Verdict::kDeny;
  call->decision.reason =
      outcome.answer.reason.empty() ? "denied by " + outcome.answer.by : outcome.answer.reason;
  parts_.leases.refuse(refusal_of(*call));
  refuse(call);
}

// Meanwhile somebody may have written another program, or another script, under the name.
bool Pipeline::image_was_replaced(const PendingCall& call) const {
  return call.held.image && !weakened("image-recheck") &&
         !parts_.resolver.names_same_image(call.held);
}

void Pipeline::refuse_replaced(const CallPtr& call) {
  call->decision.verdict = policy::Verdict::kDeny;
  call->decision.rule = "exec.replaced";
  call->decision.reason = "the program was changed while it was asked about";
  refuse(call);
}

void Pipeline::remember(const CallPtr& call, const Answer& given) {
  if (parts_.judge.policy().mode.name == "paranoid")
    parts_.judge.approve_command(call->process->command);
  for (Lease& lease : leases_of(*call, given)) parts_.leases.grant(std::move(lease));
  if (auto grant = grant_of(*call, given, parts_.judge.policy()))
    parts_.grants.remember(std::move(*grant));
}

// save: until the undo store exists, what is saved before an act of tier 2 and up is the intent of
// it, on disk. If it cannot be stored the act does not happen.
void Pipeline::save_and_execute(const CallPtr& call) {
  if (call->decision.assessment.tier >= 2) {
    if (auto stored = parts_.record.store_intent(*call); !stored) {
      call->decision.verdict = policy::Verdict::kDeny;
      call->decision.reason = "the record of it cannot be stored: " + stored.error().text();
      return refuse(call);
    }
  }
  advance(*call, CallState::kExecuting);
  if (call->held.raw.operation == Operation::kExec) return execute_exec(call);
  execute(call);
}

void Pipeline::execute(const CallPtr& call) {
  // After a wait the caller may be gone: then nothing happens in its name.
  if (!call->approval_id.empty() && !parts_.listener.still_valid(call->notification.id))
    return gone(call);
  interceptor::Executed executed =
      parts_.executor.execute(call->held, [this, call] { return interrupted(*call); });
  if (!executed.would_wait) return finish(call, std::move(executed));
  if (call->held.raw.operation != Operation::kOpen)
    return parts_.workers.post([this, call] { execute_waiting(call); });
  if (!waiting_.add(call)) fail(call, Error{Code::kRefused, ENFILE, "too many calls wait"});
}

// What a socket takes: as soon as there is room. Until then, or until the caller has a signal to
// take.
void Pipeline::execute_waiting(const CallPtr& call) {
  while (true) {
    interceptor::Executed executed = parts_.executor.execute(call->held, [] { return false; });
    if (!executed.would_wait) return finish(call, std::move(executed));
    if (interrupted(*call)) return give_up(call);
    interceptor::wait_to_retry(call->held, kRetry);
  }
}

// A FIFO without a reader, a leased file: tried again until it opens, or the caller has a signal to
// take.
bool Pipeline::try_again(const CallPtr& call) {
  interceptor::Executed executed = parts_.executor.execute(call->held, [] { return false; });
  if (!executed.would_wait) {
    finish(call, std::move(executed));
    return true;
  }
  if (!interrupted(*call)) return false;
  give_up(call);
  return true;
}

// A signal waits for the caller: what was done by now counts, else the kernel repeats or ends the
// call.
void Pipeline::give_up(const CallPtr& call) {
  interceptor::Executed stopped = interceptor::Executor::given_up(call->held);
  if (stopped.error == 0) return finish(call, std::move(stopped));
  answer(call, std::move(stopped.reply));
}

void Pipeline::finish(const CallPtr& call, interceptor::Executed executed) {
  if (must_be_judged_again(*call, executed)) {
    ++call->attempts;
    auto raw = interceptor::decode(call->notification);
    if (!raw) return fail(call, raw.error());
    call->held = {};
    call->held.raw = std::move(*raw);
    advance(*call, CallState::kDecoded);
    return resolve(call);
  }
  note_effects(call, executed);
  deliver(call, std::move(executed));
}

void Pipeline::deliver(const CallPtr& call, interceptor::Executed executed) {
  const auto answering = parts_.record.answering();
  const auto sent = parts_.listener.answer(call->notification.id, std::move(executed.reply));
  if (!sent && sent.error().code == Code::kGone) return gone(call);
  if (!sent) {
    if (auto permit = interceptor::permit_if_weakened("injection-failure"))
      return answer(call, Reply::proceed(*permit));
    // The tracee has no number left for the file: the kernel would not have made it.
    if (executed.made) parts_.executor.take_back(call->held, *executed.made);
    parts_.record.ended(*call, sent.error().sys_errno);
    return answer(call, Reply::fail(sent.error().sys_errno));
  }
  parts_.record.ended(*call, executed.error);
  advance(*call, CallState::kAnswered);
}

// What is known of a socket from now on.
void Pipeline::note_socket(const PendingCall& call) {
  const interceptor::HeldCall& held = call.held;
  const SocketCookie cookie = interceptor::cookie_of(held.socket.get());
  // A socket that wants credentials gets a name of the kernel's choice when it connects or sends.
  const bool names = held.kind.domain == AF_UNIX &&
                     (held.raw.operation == Operation::kBind || held.kind.type == SOCK_DGRAM);
  if (names) parts_.sockets.bound_by_tree(cookie);
  if (call.action.act == policy::Act::kListen && held.address.destination.port != 0 &&
      !held.address.destination.loopback)
    parts_.sockets.may_listen(cookie);
  if (held.raw.operation == Operation::kListen) parts_.sockets.may_listen(cookie);
  if (held.raw.operation == Operation::kSend && !held.to_its_peer)
    parts_.sockets.sent(cookie, place_of_send(held),
                        {call.process->program, call.decision.rule, call.approval_id});
}

void Pipeline::note_effects(const CallPtr& call, const interceptor::Executed& executed) {
  if (executed.error == 0 && call->held.socket.valid()) note_socket(*call);
  if (executed.made && executed.made_fd >= 0) parts_.born.add(executed.made_fd);
  if (!executed.removed_last_link) return;
  const struct stat& lost = call->held.first.status;
  parts_.born.forget(lost.st_dev, lost.st_ino);
  parts_.leases.forget(lost.st_dev, lost.st_ino);
}

void Pipeline::execute_exec(const CallPtr& call) {
  interceptor::ExecOrder order = interceptor::order_of(call->held);
  order.may_run_unverified = call->decision.assessment.tier <= 1;
  order.on_outcome = [this, call](ExecOutcome outcome, pid_t pid, const std::string& detail) {
    exec_ended(call, outcome, pid, detail);
  };
  order.on_released = [this, call] {
    parts_.record.ended(*call, 0);
    call->answering.unlock();
  };
  parts_.verifier.run(std::move(order));
}

// On the tracer thread, while the new image still stands before its first instruction: its program
// is known before it can make a call.
void Pipeline::exec_ended(const CallPtr& call, ExecOutcome outcome, pid_t pid,
                          const std::string& detail) {
  if (outcome == ExecOutcome::kGone) return gone(call);
  parts_.tracees.executed(call->notification.tid, pid);
  if (outcome == ExecOutcome::kVerified || outcome == ExecOutcome::kUnverified) {
    parts_.tree.executed(call->process, program_of(*call));
    for (Lease& lease : exec_leases_of(*call, pid)) parts_.leases.grant(std::move(lease));
    if (outcome == ExecOutcome::kUnverified) {
      parts_.record.ended(*call, 0);
    } else {
      call->answering = parts_.record.answering();
    }
  } else if (outcome == ExecOutcome::kFailed) {
    parts_.record.ended(*call, ENOEXEC);
  } else {
    ++refusals_;
    call->decision.verdict = policy::Verdict::kDeny;
    call->decision.rule = "exec.verify";
    call->decision.reason = detail;
    parts_.record.refused(*call, EPERM);
  }
  advance(*call, CallState::kAnswered);
}

void Pipeline::refuse(const CallPtr& call) {
  ++refusals_;
  parts_.nested.note_refusal(*call);
  parts_.record.refused(*call, EPERM);
  // The line first: once the call is answered the program may end, and its standard error with it.
  if (!call->told_before) explain(*call);
  answer(call, weakened("refusals-say-so") ? Reply::of_value(0) : Reply::fail(EPERM));
}

// On the refused program's own standard error; where that is a file, on guard's.
void Pipeline::explain(const PendingCall& call) const {
  const std::string line = denial_text(call, parts_.question.redactor);
  const pid_t pid = call.held.tracee ? call.held.tracee->tgid : call.notification.tid;
  if (!tell_refused_program(pid, line)) parts_.tell_front(line);
}

// An error on the way: the call is refused with the errno that explains it, as the kernel would
// have. Where it was guard that could not, it goes on record and the program is told, but for a bad
// pointer: programs know that answer.
void Pipeline::fail(const CallPtr& call, const Error& error) {
  if (error.code == Code::kGone) return gone(call);
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
  if (!call->request_id.empty()) parts_.record.ended(*call, ESRCH);
  advance(*call, CallState::kGone);
}

bool Pipeline::interrupted(const PendingCall& call) const {
  if (parts_.workers.stopping() || !parts_.listener.still_valid(call.notification.id)) return true;
  return has_signal_to_take(call, ~0ULL);
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
