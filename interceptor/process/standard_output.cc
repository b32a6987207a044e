// SPDX-License-Identifier: Apache-2.0
#include "interceptor/process/standard_output.h"

#include <linux/kcmp.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace guard::interceptor {

bool outputs_are_one(pid_t pid) {
  return ::syscall(SYS_kcmp, pid, pid, KCMP_FILE, STDOUT_FILENO, STDERR_FILENO) == 0;
}

}  // namespace guard::interceptor
