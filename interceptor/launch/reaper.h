// SPDX-License-Identifier: Apache-2.0
// Reaper: the process between the serving process and CMD. It is a subreaper, so every orphan of
// the tree comes to it; it reports CMD's stops and end, and when the serving process dies (or says
// so) it kills every descendant until none is left. It has one thread, ignores the terminal's
// signals, and is the session leader of CMD's own terminal, so that CMD's process group is never
// orphaned and Ctrl-Z works inside (traps.md T20). The serving process is a subreaper too: when the
// reaper is killed, it ends the tree itself.
#ifndef GUARD_INTERCEPTOR_LAUNCH_REAPER_H_
#define GUARD_INTERCEPTOR_LAUNCH_REAPER_H_

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/error.h"
#include "base/files/unique_fd.h"
#include "interceptor/launch/launcher.h"

namespace guard::interceptor {

enum class ReaperEventKind : std::uint32_t {
  kStopped = 1,  // value: signal that stopped CMD
  kExited,       // value: exit status
  kSignalled,    // value: signal
  kEmpty,        // nothing of the tree is left
};

struct ReaperEvent {
  ReaperEventKind kind = ReaperEventKind::kEmpty;
  std::int32_t value = 0;
};

class Reaper {
 public:
  // Forks. The plan is copied by the fork itself; nothing runs before launch(). Call with one
  // thread.
  static Result<Reaper> fork_off(const LaunchPlan& plan);

  // Forks CMD's child and takes its listener.
  Result<NotifyListener> launch();
  // The same for a plan with a tracer.
  Result<std::unique_ptr<TraceListener>> launch_traced(const TracePlan& plan);
  // The same for a plan with the preloaded library.
  Result<std::unique_ptr<PreloadListener>> launch_preloaded(UniqueFd socket);
  [[nodiscard]] pid_t pid() const { return pid_; }
  [[nodiscard]] pid_t command() const { return command_; }
  // Readable when an event waits; nullopt from receive(): the reaper has died.
  [[nodiscard]] int fd() const { return link_.get(); }
  [[nodiscard]] std::vector<int> descriptors() const {
    return {link_.get(), report_.get(), go_.get()};
  }
  Result<std::optional<ReaperEvent>> receive() const;
  void continue_command() const;  // SIGCONT to CMD's process group
  void signal_command(int signal) const;
  void end_everything() const;  // kill the whole tree

 private:
  Result<void> order_launch();

  pid_t pid_ = -1;
  pid_t command_ = -1;
  UniqueFd link_;
  UniqueFd report_;  // read end of the child's report
  UniqueFd go_;      // write end
};

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_LAUNCH_REAPER_H_
