// SPDX-License-Identifier: Apache-2.0
// NotifyListener (CallListener) owns the seccomp listener fd and is the only user of its ioctls
// (seccomp_unotify(2)). Every call is safe from any thread, receive() from several at once too,
// since the kernel locks the filter. Sizes come from the kernel
// (SECCOMP_GET_NOTIF_SIZES). ENOENT of an ioctl means that the tracee has gone: Code::kGone, an
// outcome.
#ifndef GUARD_INTERCEPTOR_SECCOMP_NOTIFY_LISTENER_H_
#define GUARD_INTERCEPTOR_SECCOMP_NOTIFY_LISTENER_H_

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

#include "base/error.h"
#include "base/files/unique_fd.h"
#include "interceptor/calls/call_listener.h"

namespace guard::interceptor {

class NotifyListener final : public CallListener {
 public:
  static Result<NotifyListener> adopt(UniqueFd fd);

  NotifyListener(NotifyListener&&) = default;
  Result<std::optional<Notification>> receive() override;
  void stop() override { stopping_->store(true); }
  [[nodiscard]] bool still_valid(NotifyId id) const override;
  Result<void> answer(NotifyId id, Reply reply) override { return tell(id, reply); }
  Result<void> tell(NotifyId id, Reply& reply) override;
  Result<void> put_file(NotifyId id, int file, int number, bool close_on_exec) override;
  Result<int> add_file(NotifyId id, int file, bool close_on_exec) override;
  void share_core(bool shared) override;
  [[nodiscard]] int readable() override { return fd_.get(); }
  [[nodiscard]] int fd() const { return fd_.get(); }

 private:
  NotifyListener(UniqueFd fd, std::size_t notification_size, std::size_t response_size)
      : fd_(std::move(fd)), notification_size_(notification_size), response_size_(response_size) {}
  Result<void> send(NotifyId id, std::int64_t value, int error, std::uint32_t flags);
  Result<void> give_file(NotifyId id, Reply& reply);

  UniqueFd fd_;
  std::size_t notification_size_;
  std::size_t response_size_;
  std::unique_ptr<std::atomic<bool>> stopping_ = std::make_unique<std::atomic<bool>>(false);
};

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_SECCOMP_NOTIFY_LISTENER_H_
