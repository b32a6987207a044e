// SPDX-License-Identifier: Apache-2.0
// HangUp: the session's terminal has gone, and the front has told its foreground (SIGHUP). A shell
// that was asked about a file of its own, its history at the start for one, notes the signal and
// opens the next file before it heeds it: it would wait at a question that nobody at this terminal
// can answer any more. Told again while it waits, it ends. Only whoever was told, and shells alone:
// another program that goes on means it. Control thread. The context outlives it.
#ifndef GUARD_SUPERVISOR_RUN_HANG_UP_H_
#define GUARD_SUPERVISOR_RUN_HANG_UP_H_

#include <sys/types.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>

#include "interceptor/launch/reaper.h"
#include "supervisor/approval/broker.h"

namespace guard::supervisor {

// The program that PID runs.
[[nodiscard]] bool runs_a_shell(pid_t pid);

class HangUp {
 public:
  static constexpr int kTells = 6;
  static constexpr std::chrono::milliseconds kTellAgain{500};

  HangUp(boost::asio::io_context& io, const interceptor::Reaper& reaper, const Broker& broker)
      : reaper_(reaper), broker_(broker), timer_(io) {}

  // GROUP: the process group that was told; CMD was told, too.
  void begin(pid_t group) { tell_again(group, kTells); }

 private:
  [[nodiscard]] bool was_told(pid_t pid, pid_t group) const;
  void tell_again(pid_t group, int left);

  const interceptor::Reaper& reaper_;
  const Broker& broker_;
  boost::asio::steady_timer timer_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_RUN_HANG_UP_H_
