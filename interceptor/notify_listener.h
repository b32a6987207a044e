// SPDX-License-Identifier: Apache-2.0
// NotifyListener owns the seccomp listener fd and is the only user of its ioctls
// (seccomp_unotify(2)). receive() is for the mediator thread alone; every other call is safe from
// any thread, since the kernel locks the filter. Sizes come from the kernel
// (SECCOMP_GET_NOTIF_SIZES). ENOENT of an ioctl means that the tracee has gone: Code::kGone, an
// outcome.
#ifndef GUARD_INTERCEPTOR_NOTIFY_LISTENER_H_
#define GUARD_INTERCEPTOR_NOTIFY_LISTENER_H_

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "base/error.h"
#include "base/unique_fd.h"
#include "interceptor/notification.h"

namespace guard::interceptor {

class NotifyListener {
 public:
  static Result<NotifyListener> adopt(UniqueFd fd);

  // Blocks. nullopt: nobody is supervised any more, or stop() was called (then interrupt the thread
  // with a signal whose handler does not restart calls).
  Result<std::optional<Notification>> receive();
  void stop() { stopping_->store(true); }
  // Only means "still waiting now": never a protection against races.
  [[nodiscard]] bool still_valid(NotifyId id) const;
  // Answers. kGone when there is nobody left to answer. kSystem: the tracee cannot take the file
  // (EMFILE); nothing was answered yet.
  Result<void> answer(NotifyId id, Reply reply);
  [[nodiscard]] int fd() const { return fd_.get(); }

 private:
  NotifyListener(UniqueFd fd, std::size_t notification_size, std::size_t response_size);
  Result<void> send(NotifyId id, std::int64_t value, int error, std::uint32_t flags);
  Result<void> give_file(NotifyId id, Reply reply);

  UniqueFd fd_;
  std::vector<std::byte> buffer_;  // mediator only
  std::size_t response_size_;
  std::unique_ptr<std::atomic<bool>> stopping_ = std::make_unique<std::atomic<bool>>(false);
};

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_NOTIFY_LISTENER_H_
