// SPDX-License-Identifier: Apache-2.0
// Launching CMD: serving process -> reaper -> child.
//   Reaper::fork_off   early, while the serving process has one thread: forks the reaper (reaper.h)
//   launch             the reaper forks the child; the child puts on its process group, terminal,
//                      no_new_privs, Landlock scope and filter, has the listener handed over
//                      (listener_courier.h; for a tracer there is none, and guard seizes the child
//                      instead; nor for the preloaded library, which the child loads), closes it,
//                      proves with canary calls that every kind arrives, and execs CMD
// Until the exec is allowed nothing of CMD runs; any failure ends the child with one line on CMD's
// standard error.
#ifndef GUARD_INTERCEPTOR_LAUNCH_LAUNCHER_H_
#define GUARD_INTERCEPTOR_LAUNCH_LAUNCHER_H_

#include <linux/filter.h>
#include <signal.h>
#include <sys/types.h>

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/files/unique_fd.h"
#include "base/limits.h"
#include "interceptor/launch/inheritance.h"
#include "interceptor/preload/preload_files.h"
#include "interceptor/preload/preload_listener.h"
#include "interceptor/ptrace/trace_listener.h"
#include "interceptor/seccomp/notify_listener.h"

namespace guard::interceptor {

struct LaunchPlan {
  std::string image;  // CMD's path
  std::vector<std::string> argv;
  std::vector<std::string> envp;
  std::span<const sock_filter> filter;
  unsigned filter_flags = 0;
  // Neither: calls come by a seccomp listener.
  std::optional<TracePlan> trace;
  std::optional<PreloadPlan> preload;
  int landlock_ruleset = -1;   // borrowed; -1: none
  int terminal = -1;           // borrowed pty slave; -1: CMD stays in the front's session
  bool replace_stdin = false;  // with a terminal: which standard streams it replaces
  bool replace_stdout = false;
  bool replace_stderr = false;
  // Borrowed; the reaper keeps it as long as the tree lives: what a gate holds back must not go on
  // because the serving process has died (read_gate.h). -1: none.
  int held_gate = -1;
  Inheritance inheritance;  // what CMD gets beyond its standard streams; all else ends at its exec
  pid_t front_group = 0;    // without a terminal: CMD's process group
};

// The child's words about its own start, over a socket that closes at exec. The listener comes with
// it (SCM_RIGHTS); there is none for a tracer or the library.
struct ChildReport {
  pid_t pid = 0;
};

// In the reaper, after fork: becomes CMD. `report` and `go` are the child's ends; never returns.
[[noreturn]] void become_command(const LaunchPlan& plan, const sigset_t& original_mask, int report,
                                 int go);

// In the serving process: takes the listener, lets the child go on, and answers its canaries. Fails
// (and the child ends) when one kind of call does not arrive, or no report within the time that a
// loaded machine may need.
inline constexpr std::chrono::milliseconds kStartPatience = time_limit("start.child");
Result<NotifyListener> take_listener(int report, int go,
                                     std::chrono::milliseconds patience = kStartPatience);
// The same with a tracer in the listener's place, which seizes the child before it goes on.
Result<std::unique_ptr<TraceListener>> take_traced(int report, int go, const TracePlan& plan);
// The same with the preloaded library in its place, by which the child makes its canary calls.
Result<std::unique_ptr<PreloadListener>> take_preloaded(int report, int go, UniqueFd socket);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_LAUNCH_LAUNCHER_H_
