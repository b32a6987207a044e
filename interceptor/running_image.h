// SPDX-License-Identifier: Apache-2.0
// What /proc shows of a process that stands at PTRACE_EVENT_EXEC, held against what was judged.
#ifndef GUARD_INTERCEPTOR_RUNNING_IMAGE_H_
#define GUARD_INTERCEPTOR_RUNNING_IMAGE_H_

#include <sys/types.h>

#include <optional>
#include <string>

namespace guard::interceptor {

struct ExpectedImage;

// nullopt: it is what was judged. Otherwise what differs, for people; what cannot be read differs.
std::optional<std::string> difference_from(const ExpectedImage& expected, pid_t pid);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_RUNNING_IMAGE_H_
