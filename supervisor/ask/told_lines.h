// SPDX-License-Identifier: Apache-2.0
// ToldLines: which denial lines a process has had. A shell that finds the same program under two
// folders of PATH is refused twice, and told once. Bounded: when it is full, everybody may be told
// again. One mutex, any thread.
#ifndef GUARD_SUPERVISOR_ASK_TOLD_LINES_H_
#define GUARD_SUPERVISOR_ASK_TOLD_LINES_H_

#include <sys/types.h>

#include <cstdint>
#include <mutex>
#include <set>
#include <string>
#include <tuple>

namespace guard::supervisor {

class ToldLines {
 public:
  // True once for a process (by number and identity) and a line.
  [[nodiscard]] bool first_time(pid_t pid, std::uint64_t identity, const std::string& line);

 private:
  std::mutex mutex_;
  std::set<std::tuple<pid_t, std::uint64_t, std::size_t>> told_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_ASK_TOLD_LINES_H_
