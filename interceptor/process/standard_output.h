// SPDX-License-Identifier: Apache-2.0
// Where another process writes its output. Asked of the kernel; any thread.
#ifndef GUARD_INTERCEPTOR_PROCESS_STANDARD_OUTPUT_H_
#define GUARD_INTERCEPTOR_PROCESS_STANDARD_OUTPUT_H_

#include <sys/types.h>

namespace guard::interceptor {

// Its standard output and standard error are one open file description (kcmp(2)), so that neither
// overwrites the other. False when the kernel does not tell.
[[nodiscard]] bool outputs_are_one(pid_t pid);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_PROCESS_STANDARD_OUTPUT_H_
