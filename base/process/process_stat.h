// SPDX-License-Identifier: Apache-2.0
// ProcessStat: what /proc/PID/stat says of a process at one moment (proc_pid_stat(5)). A value; any
// thread.
#ifndef GUARD_BASE_PROCESS_PROCESS_STAT_H_
#define GUARD_BASE_PROCESS_PROCESS_STAT_H_

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string_view>

namespace guard {

struct ProcessStat {
  char state = '?';  // R, S, D, T stopped, t traced, Z zombie, X dead, I idle
  pid_t parent = -1;
  std::uint64_t started = 0;  // ticks since the machine started: tells a reused number apart
  bool operator==(const ProcessStat&) const = default;
};

// Empty: there is no such process any more, or the text is no line of that file.
[[nodiscard]] std::optional<ProcessStat> read_process_stat(pid_t pid);
[[nodiscard]] std::optional<ProcessStat> parse_process_stat(std::string_view text);

// It has ended, and nobody has fetched its status yet, or that is being done.
[[nodiscard]] inline bool has_ended(const ProcessStat& stat) {
  return stat.state == 'Z' || stat.state == 'X';
}

}  // namespace guard

#endif  // GUARD_BASE_PROCESS_PROCESS_STAT_H_
