// SPDX-License-Identifier: Apache-2.0
// PreloadCall: one call that the preloaded library asks about, and the connection it waits on
// (preload/wire.h): guard's side of it. Any thread; one exchange at a time, under its mutex. A
// caller that does not answer within kPatience is given up: its connection is closed, and it
// refuses its call.
#ifndef GUARD_INTERCEPTOR_PRELOAD_PRELOAD_CALL_H_
#define GUARD_INTERCEPTOR_PRELOAD_PRELOAD_CALL_H_

#include <atomic>
#include <chrono>
#include <mutex>
#include <optional>
#include <span>
#include <utility>

#include "base/limits.h"
#include "interceptor/calls/caller_help.h"
#include "interceptor/calls/notification.h"
#include "interceptor/preload/wire.h"
#include "interceptor/ptrace/exec_order.h"

namespace guard::interceptor {

class PreloadCall final : public CallerHelp {
 public:
  static constexpr std::chrono::milliseconds kPatience = time_limit("preload.patience");

  // PROCESS: who connected, by the kernel's word.
  PreloadCall(UniqueFd connection, NotifyId id, pid_t process,
              std::chrono::milliseconds patience = kPatience)
      : connection_(std::move(connection)), id_(id), process_(process), patience_(patience) {}

  [[nodiscard]] int fd() const { return connection_.get(); }
  [[nodiscard]] NotifyId id() const { return id_; }
  [[nodiscard]] pid_t process() const { return process_; }

  // The call that it asks about. An error: it is not to be understood, or not the caller's own.
  Result<Notification> take_request();
  [[nodiscard]] Tid thread() const { return thread_.load(); }

  Result<void> read_memory(std::uint64_t address, void* destination, std::size_t size) override;
  Result<UniqueFd> give_descriptor(int number) override;
  // Its number in the caller; EMFILE: it has no room, and nothing is answered yet.
  Result<int> hand_over(UniqueFd& file, bool close_on_exec);
  Result<void> send(const preload::Message& message);

  // It has ended: what is waiting for it hears that.
  void close();
  [[nodiscard]] bool gone() const { return gone_.load(); }

  // For an exec that goes on: set before it does, taken once.
  void expect_exec(ExecOrder order);
  [[nodiscard]] std::optional<ExecOrder> take_exec();
  [[nodiscard]] bool execs() const { return execs_.load(); }
  // Why it came back, a positive errno; nullopt: it has not, or has ended.
  [[nodiscard]] std::optional<int> exec_failure();

 private:
  struct Received {
    preload::Message message;
    std::size_t bytes = 0;  // behind it
    UniqueFd file;
  };
  Result<void> transmit(const preload::Message& message, int file);
  Result<Received> receive(std::span<std::byte> behind);
  Result<Received> expect(preload::Kind kind, std::span<std::byte> behind);

  const UniqueFd connection_;
  const NotifyId id_;
  const pid_t process_;
  const std::chrono::milliseconds patience_;
  std::atomic<Tid> thread_ = 0;
  std::atomic<bool> gone_ = false;
  std::atomic<bool> execs_ = false;
  std::mutex exchange_;
  std::mutex order_mutex_;
  std::optional<ExecOrder> order_;  // under order_mutex_
};

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_PRELOAD_PRELOAD_CALL_H_
