// SPDX-License-Identifier: Apache-2.0
// The front's signals: as values on a descriptor, so that the loop sees who sent them, and the two
// deeds of job control: stopping as CMD stopped, ending as CMD ended. Made after the serving
// process was forked: CMD must inherit the mask and the dispositions that guard was started with.
// One thread.
#ifndef GUARD_CONSOLE_FRONT_SIGNALS_H_
#define GUARD_CONSOLE_FRONT_SIGNALS_H_

#include <csignal>
#include <optional>

#include "base/error.h"
#include "base/files/unique_fd.h"

namespace guard::console {

struct ArrivedSignal {
  int number = 0;
  bool sent_by_process = false;  // by kill(2) and its kin; false: by the terminal or the kernel
  bool sent_by_itself = false;   // by this process, to its group
};

class SignalInbox {
 public:
  // `with_stops`: Ctrl-Z's signal too arrives here instead of stopping the front.
  static Result<SignalInbox> open(bool with_stops);
  [[nodiscard]] int fd() const { return fd_.get(); }
  [[nodiscard]] std::optional<ArrivedSignal> next() const;

 private:
  explicit SignalInbox(UniqueFd fd) : fd_(std::move(fd)) {}
  UniqueFd fd_;
};

// Whether a signal that reached the front is meant for CMD.
[[nodiscard]] bool for_command(int signal);
enum class Stopped { kProcess, kGroup };
// Stops this process as `signal` does by default, with its group where Ctrl-Z (SIGTSTP) would have
// reached that as well: the shell waits until the last of a job has stopped. Returns when it was
// continued, or at once when nobody could continue it (an orphaned process group).
void stop_self(int signal, Stopped stopped = Stopped::kProcess);
// Ends this process by `signal`, without a core of its own.
[[noreturn]] void end_by(int signal);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_FRONT_SIGNALS_H_
