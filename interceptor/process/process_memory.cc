// SPDX-License-Identifier: Apache-2.0
#include "interceptor/process/process_memory.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/files/unique_fd.h"

namespace guard::interceptor {
namespace {

// A process may always copy its own memory: what refuses that refuses the call itself.
bool calls_are_forbidden() {
  static const bool forbidden = [] {
    char from = 0;
    char to = 0;
    const iovec local{&to, 1};
    const iovec remote{&from, 1};
    return ::process_vm_readv(::getpid(), &local, 1, &remote, 1, 0) == -1 &&
           (errno == EPERM || errno == ENOSYS);
  }();
  return forbidden;
}

// The pieces of two lists, side by side.
class Pieces {
 public:
  Pieces(std::span<const iovec> local, std::span<const iovec> remote) : lists_{local, remote} {}

  // 0: one of the lists has come to its end.
  std::size_t next(std::array<std::byte*, 2>& at) {
    std::size_t size = SIZE_MAX;
    for (std::size_t i = 0; i < lists_.size(); ++i) {
      while (!lists_[i].empty() && done_[i] == lists_[i].front().iov_len) {
        lists_[i] = lists_[i].subspan(1);
        done_[i] = 0;
      }
      if (lists_[i].empty()) return 0;
      at[i] = static_cast<std::byte*>(lists_[i].front().iov_base) + done_[i];
      size = std::min(size, lists_[i].front().iov_len - done_[i]);
    }
    return size;
  }
  void take(std::size_t size) {
    for (std::size_t& done : done_) done += size;
  }

 private:
  std::array<std::span<const iovec>, 2> lists_;
  std::array<std::size_t, 2> done_{};
};

UniqueFd memory_file(pid_t tid, int flags) {
  UniqueFd file(::open(("/proc/" + std::to_string(tid) + "/mem").c_str(), flags | O_CLOEXEC));
  if (!file.valid() && errno == ENOENT) errno = ESRCH;
  if (!file.valid() && errno == EACCES) errno = EPERM;
  return file;
}

// COPY: pread(2) or pwrite(2). Nothing is read of a process that has given up its memory.
template <class Copy>
ssize_t copy_by_file(const UniqueFd& file, Pieces pieces, Copy copy) {
  if (!file.valid()) return -1;
  ssize_t all = 0;
  std::array<std::byte*, 2> at{};
  while (const std::size_t size = pieces.next(at)) {
    const ssize_t n =
        copy(file.get(), at[0], size, static_cast<off_t>(reinterpret_cast<std::uintptr_t>(at[1])));
    if (n <= 0 && all == 0) errno = n == 0 ? ESRCH : EFAULT;
    if (n <= 0) return all == 0 ? -1 : all;
    all += n;
    pieces.take(static_cast<std::size_t>(n));
  }
  return all;
}

}  // namespace

ssize_t read_process_memory(pid_t tid, std::span<const iovec> local,
                            std::span<const iovec> remote) {
  const ssize_t n =
      ::process_vm_readv(tid, local.data(), local.size(), remote.data(), remote.size(), 0);
  if (n >= 0 || (errno != EPERM && errno != ENOSYS) || !calls_are_forbidden()) return n;
  return copy_by_file(memory_file(tid, O_RDONLY), Pieces(local, remote), ::pread);
}

ssize_t write_process_memory(pid_t tid, std::span<const iovec> local,
                             std::span<const iovec> remote) {
  const ssize_t n =
      ::process_vm_writev(tid, local.data(), local.size(), remote.data(), remote.size(), 0);
  if (n >= 0 || (errno != EPERM && errno != ENOSYS) || !calls_are_forbidden()) return n;
  return copy_by_file(memory_file(tid, O_RDWR), Pieces(local, remote), ::pwrite);
}

bool read_process_memory(pid_t tid, const void* remote, void* local, std::size_t size) {
  const iovec here{local, size};
  const iovec there{const_cast<void*>(remote), size};
  return read_process_memory(tid, {&here, 1}, {&there, 1}) == static_cast<ssize_t>(size);
}

bool write_process_memory(pid_t tid, void* remote, const void* local, std::size_t size) {
  const iovec here{const_cast<void*>(local), size};
  const iovec there{remote, size};
  return write_process_memory(tid, {&here, 1}, {&there, 1}) == static_cast<ssize_t>(size);
}

}  // namespace guard::interceptor
