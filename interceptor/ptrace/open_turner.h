// SPDX-License-Identifier: Apache-2.0
// OpenTurner: turns an open that a gate holds back (read_gate.h) into one that guard is asked for:
// SEIZE, INTERRUPT, let the held open fail; at the stop behind it the call is made again for guard
// (open_registers.h), and from then on it is a notified call like any other: judged, asked,
// withdrawn, carried out on the object that was judged. The tracee stays seized until its exit
// stop, where it gets its registers back. A signal that comes before the call was made again is let
// through first: the tracee then opens anew, and meets the gate anew.
//
// hold_tree() stops the whole tree for a moment, so that a lease can be given up and taken again
// (lease_gate.h) while none of it can open anything. A thread that waits for a lease then is turned
// like the others; one that sleeps in another call, or in the open of a FIFO, is stopped on its way
// out of it. Calls that a stop interrupts begin again, but for those few that never do (epoll_wait,
// semop: signal(7)).
//
// watch() keeps one thread from the start of its program to its end, and looks at each of its
// calls: an open that waits for nobody, and that the kernel refuses for a lease, is turned too.
// That makes a search several times slower, so only one that a person let read secrets is watched.
// Its threads and children are not.
//
// Belongs to the thread that traces (exec_verifier.h). A thread that a debugger of the tree traces
// can neither be turned nor stopped.
#ifndef GUARD_INTERCEPTOR_PTRACE_OPEN_TURNER_H_
#define GUARD_INTERCEPTOR_PTRACE_OPEN_TURNER_H_

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/limits.h"
#include "interceptor/calls/notification.h"
#include "interceptor/ptrace/execs_at_once.h"
#include "interceptor/ptrace/open_registers.h"

namespace guard::interceptor {

enum class TurnOutcome {
  kTurned,       // guard will be asked
  kNotTurned,    // it came back from the kernel, but not from an open that can be made again
  kHeldByOther,  // a debugger of the tree traces it: it still waits
  kUnreadable,   // what it is could not be looked up: it still waits
  kGone,
};

// A hold is given up after that time, as the tree stands still: `some_run` of it that were
// interrupted, or somebody has ended in each look.
inline constexpr std::chrono::milliseconds kLongestHold = time_limit("turner.running");
inline constexpr std::chrono::milliseconds kLongestLooks = time_limit("turner.looks");
[[nodiscard]] constexpr bool gives_up_hold(std::chrono::nanoseconds passed, bool some_run) {
  return passed > (some_run ? kLongestHold : kLongestLooks);
}

// Those of a tree that stands still who waited for a lease, and are turned.
struct LeaseWaiters {
  bool earlier = false;  // somebody who was turned, or ended, since the tree last stood still
  std::vector<pid_t> threads;
  [[nodiscard]] bool any() const { return earlier || !threads.empty(); }
};

struct TreeToHold {
  pid_t tree = 0;  // everybody below it
  // While all of it stands still.
  std::function<void(const LeaseWaiters&)> act;
  // On the same thread: false: it could not be stopped, and nothing was done.
  std::function<void(bool held)> on_done;
};

struct OpenToTurn {
  Tid tid = 0;
  // Ends the wait of the open, without its having opened anything; called once, when the tracee is
  // sure to stop behind it.
  std::function<void()> let_fail;
  std::function<void(TurnOutcome)> on_outcome;
};

class OpenTurner {
 public:
  explicit OpenTurner(ExecsAtOnce& at_once) : at_once_(at_once) {}

  // False: another thread of its process execs; the order was not taken.
  [[nodiscard]] bool begin(OpenToTurn& order);
  void hold_tree(const TreeToHold& order);
  // It stands at its exec (PTRACE_EVENT_EXEC), seized by this thread. False: it is gone.
  bool watch(pid_t tid);
  [[nodiscard]] bool holds_any() const { return !held_.empty(); }
  // True: it was held here, interrupted in a call that it has not come back from, or watched, and
  // is the caller's now, who is told of its exec (PTRACE_O_TRACEEXEC).
  [[nodiscard]] bool give_up(pid_t tid);
  // True: the tracee is (or was) held here, and the event has been dealt with. Execs are not held
  // here: they are the exec tracer's.
  bool took_stop(pid_t tid, int status);
  bool took_end(pid_t tid);

 private:
  enum class Stage { kHeldBack, kMakingAgain, kAsking, kWatched };
  struct Held {
    Stage stage = Stage::kHeldBack;
    bool by_gate = true;  // false: stopped with the tree, while it did something else
    std::function<void(TurnOutcome)> on_outcome;
    std::optional<OpenRegisters> registers;
    bool watched = false;  // it is not let go behind its call
  };
  struct Stop {
    int status;
    bool in_lease;  // it may have waited for a lease when it was interrupted
    bool in_open;   // and slept in an open
    bool watched = false;
  };
  using Stops = std::unordered_map<pid_t, Stop>;
  using Entry = std::unordered_map<pid_t, Held>::iterator;
  [[nodiscard]] Stops take_back_running();
  [[nodiscard]] LeaseWaiters waiters_of(const Stops& stops) const;
  [[nodiscard]] bool stop_tree(pid_t tree, Stops& stops);
  [[nodiscard]] bool stop_new_threads(pid_t tree, Stops& stops, bool& any_new);
  void behind_the_open(Entry held, int status);
  void before_the_call(Entry held, int status);
  void at_its_exit(Entry held, int status);
  void at_any_stop(Entry held, int status);
  void let_go(Entry held, int signal);
  void go_on(Entry held);

  ExecsAtOnce& at_once_;
  std::unordered_map<pid_t, Held> held_;
  // Since the whole tree stood still: of a hold that was given up too, as a busy machine makes
  // some.
  bool waited_before_ = false;
};

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_PTRACE_OPEN_TURNER_H_
