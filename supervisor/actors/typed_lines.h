// SPDX-License-Identifier: Apache-2.0
// TypedLines: the lines that a person types at CMD, where CMD is an interactive bash. Each has a
// number below 0, which no process has, so that what holds for a command may hold for a line: what
// it deletes is counted together, and what was answered for the command ends with it. bash says the
// line itself, so it is never a reason to allow anything that the person did not. One mutex, any
// thread.
#ifndef GUARD_SUPERVISOR_ACTORS_TYPED_LINES_H_
#define GUARD_SUPERVISOR_ACTORS_TYPED_LINES_H_

#include <sys/types.h>

#include <functional>
#include <mutex>
#include <optional>
#include <utility>

namespace guard::supervisor {

class TypedLines {
 public:
  using LineOf = std::function<std::optional<int>(pid_t)>;
  explicit TypedLines(LineOf line_of = ask_bash) : line_of_(std::move(line_of)) {}

  // The line from which CHILD, which still runs the shell's image, was forked. 0: it has none, or
  // it cannot be told.
  [[nodiscard]] int line_of(pid_t child);
  // The shell became another program, which counts from the beginning.
  void begin_anew();
  // No later line has started a program.
  [[nodiscard]] bool is_latest(int line) const;
  static std::optional<int> ask_bash(pid_t process);

 private:
  LineOf line_of_;
  mutable std::mutex mutex_;
  int before_ = 0;  // the last line of what ran before
  int latest_ = 0;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_ACTORS_TYPED_LINES_H_
