// SPDX-License-Identifier: Apache-2.0
// StoppedTree: the processes below one of guard's, standing still by SIGSTOP until go_on().
//
// Nobody of the tree shall take the pause for its own affair: a shell tells of each child that
// stops (waitpid with WUNTRACED), and takes the terminal back. So a parent stands still before its
// children are stopped, and goes on after them: it never sees one that is stopped. A process that
// stood still already (Ctrl-Z, a debugger's) is left alone, and is not continued. A process that
// waits in a call which guard holds stops when it comes out of it.
//
// Holds numbers of processes, each with the time of its start, so that a number which is another's
// by now gets no signal. One thread. Blocks for some milliseconds, kPatience at most for each
// generation.
#ifndef GUARD_SUPERVISOR_BRAKE_STOPPED_TREE_H_
#define GUARD_SUPERVISOR_BRAKE_STOPPED_TREE_H_

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <vector>

#include "base/process/process_stat.h"

namespace guard::supervisor {

class StoppedTree {
 public:
  // Those below ANCESTOR for which WHICH says so. Also for those that came, or were continued by
  // somebody, since.
  void stop_below(pid_t ancestor, const std::function<bool(pid_t)>& which);
  void go_on();
  [[nodiscard]] std::size_t size() const { return stopped_.size(); }

 private:
  struct Member {
    pid_t pid = -1;
    std::uint64_t started = 0;
    int generation = 0;
  };
  [[nodiscard]] bool knows(pid_t pid, std::uint64_t started) const;
  [[nodiscard]] bool stop_once(pid_t ancestor, const std::function<bool(pid_t)>& which);

  std::vector<Member> stopped_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_BRAKE_STOPPED_TREE_H_
