// SPDX-License-Identifier: Apache-2.0
// StillProcess: a forked child that prepares itself (another folder, umask, descriptor) and then
// waits until the test ends: a tracee that differs from the test. Ended and collected by its number
// in the destructor. Single-threaded tests only.
#ifndef GUARD_TESTS_INTERCEPTOR_STILL_PROCESS_H_
#define GUARD_TESTS_INTERCEPTOR_STILL_PROCESS_H_

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>

namespace guard::testing {

class StillProcess {
 public:
  template <class Prepare>
  explicit StillProcess(const Prepare& prepare) {
    std::array<int, 2> ready{};
    if (::pipe(ready.data()) != 0) std::abort();
    pid_ = ::fork();
    if (pid_ == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      prepare();
      if (::write(ready[1], "x", 1) != 1) ::_exit(1);
      while (true) ::pause();
    }
    ::close(ready[1]);
    char c = 0;
    if (::read(ready[0], &c, 1) != 1) std::abort();
    ::close(ready[0]);
  }
  ~StillProcess() { end(); }
  StillProcess(const StillProcess&) = delete;
  StillProcess& operator=(const StillProcess&) = delete;

  [[nodiscard]] pid_t pid() const { return pid_; }
  void end() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    pid_ = 0;
  }

 private:
  pid_t pid_ = 0;
};

}  // namespace guard::testing

#endif  // GUARD_TESTS_INTERCEPTOR_STILL_PROCESS_H_
