// SPDX-License-Identifier: Apache-2.0
// ToldLines: which denial lines a process has had. A shell that finds the same program under two
// folders of PATH is refused twice, and told once. If a rule refuses a long list, the first few
// have a line each. Bounded: when it is full, everybody may be told again. One mutex, any thread;
// time comes in as a value.
#ifndef GUARD_SUPERVISOR_ASK_TOLD_LINES_H_
#define GUARD_SUPERVISOR_ASK_TOLD_LINES_H_

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <tuple>

namespace guard::supervisor {

class ToldLines {
 public:
  using Time = std::chrono::steady_clock::time_point;
  enum class Telling { kLine, kThatMoreFollow, kNothing };
  // Lines that one rule's denials of a process have, until it has had none for a while.
  static constexpr std::size_t kWhole = 4;
  static constexpr std::chrono::seconds kQuiet{10};

  // True once for a process (by number and identity) and a line.
  [[nodiscard]] bool first_time(pid_t pid, std::uint64_t identity, const std::string& line);
  // The line that the process is told of a denial by RULE that LINE says.
  [[nodiscard]] Telling next(pid_t pid, std::uint64_t identity, const std::string& rule,
                             const std::string& line, Time now);
  // Denials that have no line of their own.
  [[nodiscard]] std::size_t left_out() const;

 private:
  using Key = std::tuple<pid_t, std::uint64_t, std::size_t>;
  struct Run {
    std::size_t denials = 0;
    Time last;
  };
  mutable std::mutex mutex_;
  std::set<Key> told_;
  std::map<Key, Run> runs_;  // by rule
  std::size_t left_out_ = 0;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_ASK_TOLD_LINES_H_
