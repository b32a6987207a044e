// SPDX-License-Identifier: Apache-2.0
// HookProcess: one program that alerts somebody, outside of the tree: by its argument vector (no
// shell), with a cleaned environment, in / and a session of its own, with no descriptor but its
// standard streams. Its input is given, its output is dropped but for the beginning of its standard
// error, which says why it failed. Past its time it is ended, with its process group. Lives on the
// loop it was given.
#ifndef GUARD_SUPERVISOR_ALERTS_HOOK_PROCESS_H_
#define GUARD_SUPERVISOR_ALERTS_HOOK_PROCESS_H_

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/process/pid_handle.h"

namespace guard::supervisor {

struct HookProgram {
  std::string path;  // absolute
  std::vector<std::string> argv;
  std::vector<std::string> environment;
  std::string input;
  std::optional<std::chrono::seconds> limit;  // none: it may stay until it is ended
};

class HookProcess : public std::enable_shared_from_this<HookProcess> {
 public:
  // "": it ended well; else why it did not.
  using OnEnd = std::function<void(const std::string& failure)>;

  // ON_END is called exactly once, later, unless the loop ends before.
  static Result<std::shared_ptr<HookProcess>> start(boost::asio::io_context& io,
                                                    const HookProgram& program, OnEnd on_end);
  // Kills it and its process group; what it would have said is lost.
  void end();

  HookProcess(boost::asio::io_context& io, PidHandle child, int errors, OnEnd on_end);

 private:
  void wait_for_end();
  void read_errors();
  void arm(std::chrono::seconds limit);
  void ended();
  [[nodiscard]] std::string failure_of(const ExitStatus& status) const;

  PidHandle child_;
  boost::asio::posix::stream_descriptor end_;
  boost::asio::posix::stream_descriptor errors_;
  boost::asio::steady_timer deadline_;
  OnEnd on_end_;
  std::array<char, 512> piece_{};
  std::string said_;
  std::optional<std::chrono::seconds> late_;  // ended for its time
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_ALERTS_HOOK_PROCESS_H_
