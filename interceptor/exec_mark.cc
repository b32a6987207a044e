// SPDX-License-Identifier: Apache-2.0
#include "interceptor/exec_mark.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "base/weaken.h"
#include "interceptor/proc_status.h"
#include "interceptor/tracee.h"

namespace guard::interceptor {

bool is_random_stack(std::uint64_t first_stack) {
#if defined(__x86_64__)
  constexpr std::uint64_t kEnd = 0x7ffffffff000;
#else
  constexpr std::uint64_t kEnd = 0x1000000000000;  // arm64: 48 bits of addresses
#endif
  // Arguments and environment take up to 6 MiB of it (execve(2), since Linux 4.13).
  constexpr std::uint64_t kWithoutRandomness = 8U << 20U;
  return first_stack != 0 && first_stack < kEnd && kEnd - first_stack > kWithoutRandomness;
}

bool bears(const Tracee& tracee, const ExecMark& mark) {
  if (weakened("exec-mark")) return true;
  if (!is_random_stack(mark.first_stack)) return false;
  struct stat image {};
  if (::fstatat(tracee.proc.get(), "exe", &image, 0) != 0) return false;
  if (image.st_dev != mark.device || image.st_ino != mark.inode) return false;
  const auto stack = read_first_stack(tracee.proc.get(), tracee.tid);
  return stack && *stack == mark.first_stack;
}

}  // namespace guard::interceptor
