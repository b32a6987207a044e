// SPDX-License-Identifier: Apache-2.0
// ExecsAtOnce: the processes of a session one of whose threads is in an exec that guard has let go
// on. The kernel keeps such a process' exec lock until all its other threads are gone, and
// PTRACE_SEIZE takes it: seizing one of these would wait for ever, since those that are traced are
// gone only when their tracer, which waits, has seen it. So of several threads of one process that
// exec at once, one is held at a time, and nobody is seized beside it.
//
// And which images those are about to run: until they have been verified, who changes such a file's
// status (its names, its mode) has to wait, as a later change time stands for another content
// (running_image.h). posix_spawn(3) returns before that, and its caller may remove the file at
// once.
//
// Shared by all tracers. One mutex, any thread.
#ifndef GUARD_INTERCEPTOR_PTRACE_EXECS_AT_ONCE_H_
#define GUARD_INTERCEPTOR_PTRACE_EXECS_AT_ONCE_H_

#include <sys/types.h>

#include <atomic>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace guard::interceptor {

class ExecsAtOnce {
 public:
  using Image = std::pair<dev_t, ino_t>;
  // False while another exec of the process is held: its end will tell that somebody waits.
  [[nodiscard]] bool begin(pid_t process, Image image);
  // True: somebody was turned away since the last end.
  [[nodiscard]] bool end(pid_t process);
  // True: nobody of the process may be seized now; its end will tell that somebody waits.
  [[nodiscard]] bool must_wait_for(pid_t process);
  [[nodiscard]] bool starts(Image image) const;

 private:
  mutable std::mutex mutex_;
  std::unordered_map<pid_t, Image> held_;
  std::atomic<bool> any_ = false;  // held_ is not empty
  bool somebody_waits_ = false;
};

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_PTRACE_EXECS_AT_ONCE_H_
