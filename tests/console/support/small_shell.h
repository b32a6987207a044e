// SPDX-License-Identifier: Apache-2.0
// A person at a terminal with a job-control shell that runs one job: the front, with a fake serving
// process behind it that starts a shell command as the real one does. Everything is real but
// guard's supervision: ptys, process groups, stops. Waits end with a test failure after 20 seconds.
#ifndef GUARD_TESTS_CONSOLE_SUPPORT_SMALL_SHELL_H_
#define GUARD_TESTS_CONSOLE_SUPPORT_SMALL_SHELL_H_

#include <sys/types.h>

#include <functional>
#include <memory>
#include <string>

#include "base/files/unique_fd.h"
#include "console/front/question_source.h"

namespace guard::console {

struct JobPlan {
  std::string command;       // for /bin/sh -c, as CMD
  bool own_terminal = true;  // CMD gets a pty
  bool background = false;   // as with `&`
  std::string fails_with;    // not empty: the serving process says kFailed 127 with this text
  // Runs in the job's process; `report` writes a line that the test can wait for.
  std::function<std::unique_ptr<QuestionSource>(std::function<void(const std::string&)> report)>
      questions;
};

class SmallShell {
 public:
  explicit SmallShell(const JobPlan& plan);
  ~SmallShell();
  SmallShell(const SmallShell&) = delete;
  SmallShell& operator=(const SmallShell&) = delete;

  void type(const std::string& keys) const;
  // Until the screen shows `text` (after what was already waited for).
  bool see(const std::string& text);
  [[nodiscard]] const std::string& screen() const { return screen_; }
  // The next line of the shell or the job: "stopped 20 cooked", "exited 3 cooked", ...
  std::string report();
  [[nodiscard]] pid_t job() const { return job_; }
  void foreground() const { order('f'); }     // fg of a stopped job
  void background() const { order('b'); }     // bg
  void hand_terminal() const { order('t'); }  // fg of a running job: no signal
  [[nodiscard]] bool raw() const;

 private:
  void order(char what) const;
  bool wait_readable(int fd);

  pid_t shell_ = -1;
  pid_t job_ = -1;
  UniqueFd terminal_;
  UniqueFd orders_;
  UniqueFd reports_;
  std::string screen_;
  std::size_t seen_ = 0;
  std::string lines_;
};

}  // namespace guard::console

#endif  // GUARD_TESTS_CONSOLE_SUPPORT_SMALL_SHELL_H_
