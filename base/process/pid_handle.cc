// SPDX-License-Identifier: Apache-2.0
#include "base/process/pid_handle.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <string>

#include "base/older_kernel.h"

namespace guard {
namespace {

constexpr unsigned kThread = O_EXCL;               // PIDFD_THREAD, linux/pidfd.h of 6.9
constexpr auto kPidFd = static_cast<idtype_t>(3);  // P_PIDFD, linux/wait.h of 5.4

tl::unexpected<Error> failure(const char* call, pid_t pid) {
  const int error = errno;
  Error told{error == ESRCH ? Code::kGone : Code::kSystem, error,
             std::string(call) + " of " + std::to_string(pid)};
  return forward(std::move(told));
}

UniqueFd open_pidfd(pid_t pid, unsigned flags) {
  return UniqueFd(static_cast<int>(syscall(SYS_pidfd_open, pid, flags)));
}

}  // namespace

Result<PidHandle> PidHandle::open(pid_t pid) {
  UniqueFd fd = open_pidfd(pid, 0);
  if (!fd.valid()) return failure("pidfd_open", pid);
  return PidHandle(std::move(fd), pid);
}

Result<PidHandle> PidHandle::open_thread(pid_t tid) {
  const bool lacking = kernel_lacks(KernelPart::kPidfdThread);
  UniqueFd fd = lacking ? UniqueFd() : open_pidfd(tid, kThread);
  if (lacking || (!fd.valid() && errno == EINVAL))
    return fail(Code::kUnsupported, "this kernel has no handles of threads (PIDFD_THREAD, 6.9)");
  if (!fd.valid()) return failure("pidfd_open", tid);
  return PidHandle(std::move(fd), tid);
}

PidHandle PidHandle::adopt(UniqueFd fd, pid_t pid) {
  return PidHandle(std::move(fd), pid);
}

Result<void> PidHandle::send_signal(int signal) const {
  if (syscall(SYS_pidfd_send_signal, fd_.get(), signal, nullptr, 0) != 0)
    return failure("pidfd_send_signal", pid_);
  return {};
}

Result<bool> PidHandle::wait_for_end(int timeout_ms) const {
  if (!valid()) return fail(Code::kInternal, "waiting for no process");
  pollfd waited{fd_.get(), POLLIN, 0};
  int ready = 0;
  do {
    ready = poll(&waited, 1, timeout_ms);
  } while (ready < 0 && errno == EINTR && timeout_ms < 0);
  if (ready < 0) return failure("poll", pid_);
  return ready > 0;
}

Result<ExitStatus> PidHandle::reap() const {
  siginfo_t info{};
  int status = 0;
  do {
    status = waitid(kPidFd, static_cast<id_t>(fd_.get()), &info, WEXITED);
  } while (status != 0 && errno == EINTR);
  if (status != 0) return failure("waitid", pid_);
  return ExitStatus{.signaled = info.si_code != CLD_EXITED,
                    .value = info.si_status,
                    .core_dumped = info.si_code == CLD_DUMPED};
}

Result<UniqueFd> PidHandle::take_fd(int number) const {
  errno = ENOSYS;
  UniqueFd taken(kernel_lacks(KernelPart::kPidfdGetfd)
                     ? -1
                     : static_cast<int>(syscall(SYS_pidfd_getfd, fd_.get(), number, 0)));
  if (!taken.valid()) return failure("pidfd_getfd", pid_);
  return taken;
}

}  // namespace guard
