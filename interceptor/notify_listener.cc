// SPDX-License-Identifier: Apache-2.0
#include "interceptor/notify_listener.h"

#include <fcntl.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/older_kernel.h"
#include "base/weaken.h"

namespace guard::interceptor {
namespace {

// Linux 6.6; Debian 12's headers are older. The answering thread and the tracee then share a
// core: 9.7 -> 4.8 us.
constexpr unsigned long kNotifSetFlags = SECCOMP_IOW(4, __u64);
constexpr unsigned long kSyncWakeUp = 1;

bool nobody_left(int fd) {
  pollfd state{fd, POLLIN, 0};
  return ::poll(&state, 1, 0) == 1 && (state.revents & POLLHUP) != 0;
}

tl::unexpected<Error> ioctl_failed(const char* what) {
  if (errno == ENOENT) return fail(Code::kGone, what);
  return fail_errno(what);
}

}  // namespace

NotifyListener::NotifyListener(UniqueFd fd, std::size_t notification_size,
                               std::size_t response_size)
    : fd_(std::move(fd)), buffer_(notification_size), response_size_(response_size) {}

Result<NotifyListener> NotifyListener::adopt(UniqueFd fd) {
  seccomp_notif_sizes sizes{};
  if (::syscall(SYS_seccomp, SECCOMP_GET_NOTIF_SIZES, 0, &sizes) != 0) {
    return fail_errno("seccomp notification sizes");
  }
  // Older kernels refuse the flag: slower, nothing else.
  if (!kernel_lacks(KernelPart::kSyncWakeUp)) (void)::ioctl(fd.get(), kNotifSetFlags, kSyncWakeUp);
  return NotifyListener(
      std::move(fd), std::max<std::size_t>(sizes.seccomp_notif, sizeof(seccomp_notif)),
      std::max<std::size_t>(sizes.seccomp_notif_resp, sizeof(seccomp_notif_resp)));
}

Result<std::optional<Notification>> NotifyListener::receive() {
  while (!stopping_->load()) {
    std::memset(buffer_.data(), 0, buffer_.size());  // the kernel wants zeroes
    auto* raw = reinterpret_cast<seccomp_notif*>(buffer_.data());
    if (::ioctl(fd_.get(), SECCOMP_IOCTL_NOTIF_RECV, raw) == 0) {
      Notification notification{raw->id, static_cast<Tid>(raw->pid), raw->data.nr, {}, nullptr};
      std::copy_n(raw->data.args, notification.arguments.size(), notification.arguments.begin());
      return notification;
    }
    // ENOENT: the caller was killed between announcement and receipt, or the last one has gone.
    if (errno != ENOENT && errno != EINTR) return fail_errno("receive");
    if (nobody_left(fd_.get())) break;
  }
  return std::nullopt;
}

bool NotifyListener::still_valid(NotifyId id) const {
  if (weakened("still-valid")) return true;
  return ::ioctl(fd_.get(), SECCOMP_IOCTL_NOTIF_ID_VALID, &id) == 0;
}

Result<void> NotifyListener::tell(NotifyId id, Reply& reply) {
  switch (reply.kind) {
    case Reply::Kind::kFail:
      return send(id, 0, -reply.error, 0);
    case Reply::Kind::kValue:
      return send(id, reply.value, 0, 0);
    case Reply::Kind::kFile:
      return give_file(id, reply);
    case Reply::Kind::kContinue:
      if (!reply.permit) return send(id, 0, -EPERM, 0);
      return send(id, 0, 0, SECCOMP_USER_NOTIF_FLAG_CONTINUE);
  }
  return send(id, 0, -EPERM, 0);
}

Result<void> NotifyListener::send(NotifyId id, std::int64_t value, int error, std::uint32_t flags) {
  alignas(seccomp_notif_resp) std::array<std::byte, 256> buffer{};
  if (response_size_ > buffer.size()) return fail(Code::kUnsupported, "response size");
  auto* response = reinterpret_cast<seccomp_notif_resp*>(buffer.data());
  response->id = id;
  response->val = value;
  response->error = error;
  response->flags = flags;
  if (::ioctl(fd_.get(), SECCOMP_IOCTL_NOTIF_SEND, response) != 0) return ioctl_failed("send");
  return {};
}

// ADDFD without its SEND flag: with it the caller would wake while guard still holds a copy, and
// the open file description would live on (flock, leases, FIFO readers: traps.md T1). So: add,
// close ours, send the number.
Result<void> NotifyListener::give_file(NotifyId id, Reply& reply) {
  seccomp_notif_addfd request{};
  request.id = id;
  request.srcfd = static_cast<std::uint32_t>(reply.file.get());
  request.newfd_flags = reply.close_on_exec ? O_CLOEXEC : 0;
  const int number = ::ioctl(fd_.get(), SECCOMP_IOCTL_NOTIF_ADDFD, &request);
  if (number < 0) {
    const int error = errno;
    if (error == ENOENT) return fail(Code::kGone, "add fd");
    reply.file.reset();
    return fail_with(error, "add fd");  // EMFILE and kin: the caller takes back what it made
  }
  if (reply.truncate_after && ::ftruncate(reply.file.get(), 0) != 0) {
    const int error = errno;
    reply.file.reset();
    return send(id, 0, -error, 0);  // the number stays open in the tracee: a leak, not a loss
  }
  reply.file.reset();
  reply = Reply::of_value(number);
  return send(id, number, 0, 0);
}

}  // namespace guard::interceptor
