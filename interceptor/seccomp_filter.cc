// SPDX-License-Identifier: Apache-2.0
#include "interceptor/seccomp_filter.h"

#include <linux/seccomp.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

#include "interceptor/seccomp_programs.h"

namespace guard::interceptor {

std::span<const sock_filter> filter_for(const FilterOptions& options) {
  return options.for_root ? kRootProgram : kUserProgram;
}

unsigned listener_flags(const KernelFeatures& features) {
  unsigned flags = SECCOMP_FILTER_FLAG_NEW_LISTENER;
  if (features.wait_killable) flags |= SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV;
  return flags;
}

int install_filter(std::span<const sock_filter> program, unsigned flags) {
  sock_fprog loaded{};
  loaded.len = static_cast<unsigned short>(program.size());
  loaded.filter = const_cast<sock_filter*>(program.data());  // the kernel only reads it
  const long fd = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &loaded);
  return fd >= 0 ? static_cast<int>(fd) : -errno;
}

}  // namespace guard::interceptor
