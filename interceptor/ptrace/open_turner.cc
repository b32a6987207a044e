// SPDX-License-Identifier: Apache-2.0
#include "interceptor/ptrace/open_turner.h"

#include <signal.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/process/descendants.h"
#include "interceptor/process/call_in_progress.h"
#include "interceptor/process/proc_status.h"

namespace guard::interceptor {
namespace {

// Some of those who stop with the tree wait for the answer to an exec: see give_up().
constexpr long kOptions = PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL | PTRACE_O_TRACEEXEC;

constexpr int kRunning = -1;  // seized and interrupted, not seen to stop yet
constexpr auto kLook = std::chrono::microseconds(50);

// It stops before it can do anything else: it sleeps in a call that no ptrace interrupts, guard's
// answer to another call of it among them.
bool cannot_act(pid_t tid) {
  const auto call = call_in_progress(tid);
  return call && !is_direct_open(*call);
}

enum class Place { kStands, kRuns, kEnded, kAtExec };

// Where one that was interrupted is, and its status where that is known. kEnded: or it is nobody's
// any more, as the leader of a process another thread of which has exec'ed (de_thread, fs/exec.c:
// its tracer is told nothing, and the number is the other thread's). An exec is left to its tracer.
Place look_at(pid_t tid, int& status) {
  siginfo_t seen{};
  constexpr int kAnything = WEXITED | WSTOPPED | WNOHANG | __WALL | __WNOTHREAD;
  if (::waitid(P_PID, static_cast<id_t>(tid), &seen, kAnything | WNOWAIT) != 0)
    return Place::kEnded;
  if (seen.si_pid == 0) return cannot_act(tid) ? Place::kStands : Place::kRuns;
  if (seen.si_code == CLD_TRAPPED && seen.si_status >> 8 == PTRACE_EVENT_EXEC)
    return Place::kAtExec;
  if (::waitpid(tid, &status, WNOHANG | __WALL | __WNOTHREAD) != tid) return Place::kRuns;
  return WIFSTOPPED(status) ? Place::kStands : Place::kEnded;
}

// A list of threads ends early at one that is released while the kernel looks for the next
// (next_tid, fs/proc/base.c).
bool is_released(pid_t process, pid_t tid) {
  return ::syscall(SYS_tgkill, process, tid, 0) != 0 && errno == ESRCH;
}

bool is_traced_here(pid_t tid) {
  siginfo_t seen{};
  constexpr int kAnything = WEXITED | WSTOPPED | WNOHANG | WNOWAIT | __WALL | __WNOTHREAD;
  return ::waitid(P_PID, static_cast<id_t>(tid), &seen, kAnything) == 0 || errno != ECHILD;
}

// By a process that is stopped for the call itself, not for a signal (PTRACE_O_TRACESYSGOOD).
bool is_call_stop(int status) {
  return WSTOPSIG(status) == (SIGTRAP | 0x80);
}

bool is_event(int status) {
  return (status >> 16) != 0;
}

// Only a signal of the tracee's own is handed on; a group stop is the kernel's to resume.
int signal_of(int status) {
  return is_event(status) || is_call_stop(status) ? 0 : WSTOPSIG(status);
}

// Stopped by SIGSTOP and kin: PTRACE_LISTEN leaves it so.
bool is_group_stop(int status) {
  const int signal = WSTOPSIG(status);
  return status >> 16 == PTRACE_EVENT_STOP &&
         (signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU);
}

// An open breaks a lease before it sleeps: who was seized in between shows only now that it was in
// one, by the registers it stopped with.
bool stopped_behind_an_open(pid_t tid, int status) {
  return status != kRunning && OpenRegisters::held_back(tid).has_value();
}

// About one that is watched: it broke the lease, and is turned.
bool stopped_behind_a_refusal(pid_t tid, int status) {
  return status != kRunning && is_call_stop(status) &&
         OpenRegisters::refused_at_once(tid).has_value();
}

}  // namespace

bool OpenTurner::begin(OpenToTurn& order) {
  const pid_t tid = order.tid;
  const auto options = reinterpret_cast<void*>(kOptions);
  if (held_.contains(tid) && !is_traced_here(tid)) (void)took_end(tid);  // another thread's number
  const auto known = held_.find(tid);
  if (known != held_.end() && known->second.stage != Stage::kWatched)
    return true;  // it is on its way already
  const auto status = read_proc_status("/proc/" + std::to_string(tid));
  if (status && at_once_.must_wait_for(status->tgid)) return false;
  if (!status) {
    const bool gone = status.error().code == Code::kGone;
    order.on_outcome(gone ? TurnOutcome::kGone : TurnOutcome::kUnreadable);
    return true;
  }
  const bool watched = known != held_.end();
  if (!watched && ::ptrace(PTRACE_SEIZE, tid, nullptr, options) != 0) {
    // One that has ended and is not reaped yet gives EPERM, as one that a debugger holds.
    const bool gone = errno == ESRCH || is_at_end(tid);
    order.on_outcome(gone ? TurnOutcome::kGone : TurnOutcome::kHeldByOther);
    return true;
  }
  held_.insert_or_assign(
      tid, Held{Stage::kHeldBack, true, std::move(order.on_outcome), std::nullopt, watched});
  (void)::ptrace(PTRACE_INTERRUPT, tid, nullptr, nullptr);  // fails when it dies: reaped below
  order.let_fail();
  return true;
}

void OpenTurner::hold_tree(const TreeToHold& order) {
  Stops stops = take_back_running();
  const bool held = stop_tree(order.tree, stops);
  if (held) order.act(waiters_of(stops));
  for (const auto& [tid, stop] : stops) {
    Held entry{Stage::kHeldBack, stop.in_lease, nullptr, std::nullopt, stop.watched};
    const Entry place = held_.insert_or_assign(tid, std::move(entry)).first;
    if (stop.status != kRunning) behind_the_open(place, stop.status);  // else when it stops
  }
  if (held) waited_before_ = false;
  order.on_done(held);
}

LeaseWaiters OpenTurner::waiters_of(const Stops& stops) const {
  LeaseWaiters waiters{waited_before_, {}};
  for (const auto& [tid, stop] : stops) {
    const bool waited = stop.in_open ||
                        (stop.in_lease && stopped_behind_an_open(tid, stop.status)) ||
                        (stop.watched && stopped_behind_a_refusal(tid, stop.status));
    if (waited) waiters.threads.push_back(tid);
  }
  return waiters;
}

// They stop when they get a processor, and until then may be in an open that succeeds as soon as
// the lease is gone. One that sleeps in another call comes to no open before it stops.
OpenTurner::Stops OpenTurner::take_back_running() {
  Stops stops;
  for (auto held = held_.begin(); held != held_.end();) {
    auto& [stage, by_gate, on_outcome, registers, watched] = held->second;
    const bool ours = is_traced_here(held->first);
    const bool runs = stage == Stage::kWatched;
    if (ours && !runs && (stage != Stage::kHeldBack || on_outcome)) {
      ++held;
      continue;
    }
    const bool in_lease =
        runs ? may_wait_for_lease(held->first) : by_gate && !cannot_act(held->first);
    const bool in_open = in_lease && (!runs || waits_in_direct_open(held->first));
    if (ours && runs) (void)::ptrace(PTRACE_INTERRUPT, held->first, nullptr, nullptr);
    if (ours) stops.insert_or_assign(held->first, Stop{kRunning, in_lease, in_open, watched});
    if (on_outcome) on_outcome(TurnOutcome::kGone);
    held = held_.erase(held);
  }
  return stops;
}

// Until a look finds nobody new: who is stopped starts no threads.
bool OpenTurner::stop_tree(pid_t tree, Stops& stops) {
  const auto begin = std::chrono::steady_clock::now();
  const auto passed = [begin] { return std::chrono::steady_clock::now() - begin; };
  bool any_new = true;
  while (any_new) {
    any_new = false;
    if (gives_up_hold(passed(), false) || !stop_new_threads(tree, stops, any_new)) return false;
    for (auto stop = stops.begin(); stop != stops.end();) {
      auto& [tid, how] = *stop;
      const Place place = how.status == kRunning ? look_at(tid, how.status) : Place::kStands;
      if (place == Place::kAtExec) return false;
      if (place == Place::kStands) ++stop;
      if (place == Place::kEnded) {
        waited_before_ |= how.in_open;
        stop = stops.erase(stop);
        any_new = true;  // its number may be another's
      }
      if (place != Place::kRuns) continue;
      if (gives_up_hold(passed(), true)) return false;
      std::this_thread::sleep_for(kLook);
    }
  }
  return true;
}

bool OpenTurner::stop_new_threads(pid_t tree, Stops& stops, bool& any_new) {
  const auto options = reinterpret_cast<void*>(kOptions);
  const ProcessesBelow below = processes_below(tree);
  if (!below.all) return false;  // one that is missing would run on, and read
  for (const pid_t process : below.found) {
    const bool execs = at_once_.must_wait_for(process);
    for (const pid_t tid : threads_of(process)) {
      if (stops.contains(tid) || held_.contains(tid)) continue;
      if (execs || ::ptrace(PTRACE_SEIZE, tid, nullptr, options) != 0) {
        if (is_released(process, tid)) {
          any_new = true;  // it may have cut the list short
          continue;
        }
        // One that execs is held by the other tracer, one under a debugger by that. A thread that
        // waits in an open, or cannot be looked at, might read when the lease is given up.
        if (is_at_end(tid) || cannot_act(tid)) continue;
        return false;
      }
      const bool in_lease = may_wait_for_lease(tid);  // before it is woken
      const bool in_open = in_lease && waits_in_direct_open(tid);
      (void)::ptrace(PTRACE_INTERRUPT, tid, nullptr, nullptr);
      stops.insert_or_assign(tid, Stop{kRunning, in_lease, in_open});
      any_new = true;
    }
  }
  return true;
}

bool OpenTurner::watch(pid_t tid) {
  const auto options = reinterpret_cast<void*>(kOptions);
  if (::ptrace(PTRACE_SETOPTIONS, tid, nullptr, options) != 0) return false;
  const Entry held =
      held_.insert_or_assign(tid, Held{Stage::kWatched, true, nullptr, std::nullopt, true}).first;
  go_on(held);
  return true;
}

bool OpenTurner::give_up(pid_t tid) {
  const auto held = held_.find(tid);
  if (held == held_.end() || held->second.on_outcome ||
      (held->second.stage != Stage::kHeldBack && held->second.stage != Stage::kWatched))
    return false;
  held_.erase(held);
  return true;
}

bool OpenTurner::took_stop(pid_t tid, int status) {
  const auto held = held_.find(tid);
  if (held == held_.end()) return false;
  if (status >> 16 == PTRACE_EVENT_EXEC) {  // of another thread, which has this number now
    held_.erase(held);
    return false;
  }
  switch (held->second.stage) {
    case Stage::kHeldBack:
      behind_the_open(held, status);
      break;
    case Stage::kMakingAgain:
      before_the_call(held, status);
      break;
    case Stage::kAsking:
      at_its_exit(held, status);
      break;
    case Stage::kWatched:
      at_any_stop(held, status);
      break;
  }
  return true;
}

bool OpenTurner::took_end(pid_t tid) {
  const auto held = held_.find(tid);
  if (held == held_.end()) return false;
  const auto on_outcome = std::move(held->second.on_outcome);
  held_.erase(held);
  if (on_outcome) on_outcome(TurnOutcome::kGone);
  return true;
}

void OpenTurner::behind_the_open(Entry held, int status) {
  const pid_t tid = held->first;
  auto& [stage, by_gate, on_outcome, registers, watched] = held->second;
  const bool behind_a_call = is_event(status) || (watched && is_call_stop(status));
  registers = by_gate && behind_a_call ? OpenRegisters::held_back(tid) : std::nullopt;
  if (!registers && watched && is_call_stop(status))
    registers = OpenRegisters::refused_at_once(tid);
  const bool turned = registers && registers->make_again_for_guard(tid);
  const auto tell = std::exchange(on_outcome, nullptr);
  if (tell) tell(turned ? TurnOutcome::kTurned : TurnOutcome::kNotTurned);
  if (!turned) return watched ? at_any_stop(held, status) : let_go(held, signal_of(status));
  waited_before_ = true;
  stage = Stage::kMakingAgain;
  go_on(held);
}

// For one that is watched, which stops before and behind each call.
void OpenTurner::at_any_stop(Entry held, int status) {
  held->second.stage = Stage::kWatched;
  if (is_group_stop(status)) {
    (void)::ptrace(PTRACE_LISTEN, held->first, nullptr, nullptr);
    return;
  }
  auto& registers = held->second.registers;
  registers = is_call_stop(status) ? OpenRegisters::refused_at_once(held->first) : std::nullopt;
  if (!registers || !registers->make_again_for_guard(held->first))
    return let_go(held, signal_of(status));
  waited_before_ = true;
  held->second.stage = Stage::kMakingAgain;
  go_on(held);
}

// A program may have changed its code meanwhile: another call than the one that was made ready is
// none that guard is sure to be asked for.
void OpenTurner::before_the_call(Entry held, int status) {
  if (is_call_stop(status) && !held->second.registers->are_made_again(held->first))
    return let_go(held, 0);
  // The interrupt of a hold that found it at the stop behind its call.
  if (held->second.watched && status >> 16 == PTRACE_EVENT_STOP && !is_group_stop(status))
    return go_on(held);
  if (!is_call_stop(status)) {
    (void)held->second.registers->give_flags_back(held->first);
    return let_go(held, signal_of(status));
  }
  held->second.stage = Stage::kAsking;
  go_on(held);
}

void OpenTurner::at_its_exit(Entry held, int status) {
  (void)held->second.registers->give_flags_back(held->first);
  let_go(held, signal_of(status));
}

// A thread that does not stand any more was killed meanwhile: its end comes to the same thread.
void OpenTurner::let_go(Entry held, int signal) {
  const auto data = reinterpret_cast<void*>(static_cast<long>(signal));
  if (held->second.watched) {
    held->second.stage = Stage::kWatched;
    (void)::ptrace(PTRACE_SYSCALL, held->first, nullptr, data);
    return;
  }
  if (::ptrace(PTRACE_DETACH, held->first, nullptr, data) == 0) held_.erase(held);
}

void OpenTurner::go_on(Entry held) {
  (void)::ptrace(PTRACE_SYSCALL, held->first, nullptr, nullptr);
}

}  // namespace guard::interceptor
