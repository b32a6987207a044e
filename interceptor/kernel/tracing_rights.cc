// SPDX-License-Identifier: Apache-2.0
#include "interceptor/kernel/tracing_rights.h"

#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "base/weaken.h"

namespace guard::interceptor {

int give_up_tracing_others() {
  if (weakened("tracing-rights")) return 0;
  constexpr __u32 kTracing = 1U << CAP_SYS_PTRACE;
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  std::array<__user_cap_data_struct, 2> rights{};
  if (::syscall(SYS_capget, &header, rights.data()) != 0) return errno;
  // Under no_new_privs an ordinary user's programs cannot come by it.
  if (::geteuid() != 0 && (rights[0].permitted & kTracing) == 0) return 0;
  // Root's next exec would bring back what the bounding set has.
  if (::prctl(PR_CAPBSET_READ, CAP_SYS_PTRACE, 0, 0, 0) == 1 &&
      ::prctl(PR_CAPBSET_DROP, CAP_SYS_PTRACE, 0, 0, 0) != 0)
    return errno;
  rights[0].effective &= ~kTracing;
  rights[0].permitted &= ~kTracing;
  rights[0].inheritable &= ~kTracing;  // and so out of the ambient set
  return ::syscall(SYS_capset, &header, rights.data()) == 0 ? 0 : errno;
}

}  // namespace guard::interceptor
