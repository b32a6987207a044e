// SPDX-License-Identifier: Apache-2.0
// RLIMIT_FSIZE of a tracee: truncate(2) makes no file longer than it, and says so with SIGXFSZ. The
// kernel would look at guard's own limit where guard acts. Any thread.
#ifndef GUARD_INTERCEPTOR_TRACEE_SIZE_LIMIT_H_
#define GUARD_INTERCEPTOR_TRACEE_SIZE_LIMIT_H_

#include <cstdint>
#include <string_view>

#include "base/error.h"
#include "interceptor/tracee/tracee.h"

namespace guard::interceptor {

// Read from /proc/TID/limits: prlimit(2) asks for more rights than acting does. The highest number
// for "unlimited".
Result<std::uint64_t> file_size_limit(const Tracee& tracee);
[[nodiscard]] Result<std::uint64_t> parse_file_size_limit(std::string_view text);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_TRACEE_SIZE_LIMIT_H_
