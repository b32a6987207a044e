// SPDX-License-Identifier: Apache-2.0
// LongWork: how far something is that may take long, on standard error when that is a terminal (and
// standard output is not, unless nothing is printed there meanwhile), from the first second on; and
// its clean end by
// Ctrl-C, SIGTERM or SIGHUP: the work is told to stop, and the status is 128 and the signal's
// number. A second signal ends it at once. One at a time, one thread.
#ifndef GUARD_CONSOLE_OUTPUT_LONG_WORK_H_
#define GUARD_CONSOLE_OUTPUT_LONG_WORK_H_

#include <array>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <string>

#include "supervisor/audit/store/watch.h"

namespace guard::console {

class LongWork {
 public:
  enum class Output { kPrints, kPrintsNothing };
  // WHAT: "audit export"; UNITS: "records".
  LongWork(std::string what, std::string units, Output output = Output::kPrints);
  ~LongWork();  // takes the line away, and leaves signals to whom they were left before
  LongWork(const LongWork&) = delete;
  LongWork& operator=(const LongWork&) = delete;

  // Lives no longer than this object.
  [[nodiscard]] supervisor::Watch watch();
  // OTHERWISE, unless a signal ended it.
  [[nodiscard]] int status(int otherwise) const;
  [[nodiscard]] bool is_interrupted() const;
  void clear();  // before something else is printed

 private:
  using Clock = std::chrono::steady_clock;
  void show(std::uint64_t done, std::uint64_t total);

  const std::string what_;
  const std::string units_;
  const bool is_shown_;
  Clock::time_point next_;
  std::array<struct sigaction, 3> before_{};
  std::size_t width_ = 0;  // of what stands there now
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_OUTPUT_LONG_WORK_H_
