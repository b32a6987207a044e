// SPDX-License-Identifier: Apache-2.0
// What open(2)'s flags mean, in the kernel's own order of checks (fs/open.c, build_open_flags;
// traps.md, Required semantics). Pure.
#ifndef GUARD_INTERCEPTOR_OPEN_FLAGS_H_
#define GUARD_INTERCEPTOR_OPEN_FLAGS_H_

#include <cstdint>

#include "base/error.h"
#include "interceptor/raw_call.h"

namespace guard::interceptor {

// O_RDONLY|O_TRUNC truncates too.
[[nodiscard]] bool has_write_intent(std::uint64_t flags);
[[nodiscard]] bool follows_last(std::uint64_t flags);
[[nodiscard]] bool makes_unnamed_file(std::uint64_t flags);  // O_TMPFILE
// Flag combinations that the kernel refuses before it looks at the path.
Result<void> check_open_flags(const RawCall& call);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_OPEN_FLAGS_H_
