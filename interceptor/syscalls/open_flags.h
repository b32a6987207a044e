// SPDX-License-Identifier: Apache-2.0
// The meaning of open(2)'s flags (fs/open.c, build_open_flags; docs/traps.md). Pure.
#ifndef GUARD_INTERCEPTOR_SYSCALLS_OPEN_FLAGS_H_
#define GUARD_INTERCEPTOR_SYSCALLS_OPEN_FLAGS_H_

#include <cstdint>

namespace guard::interceptor {

// O_RDONLY|O_TRUNC truncates too.
[[nodiscard]] bool has_write_intent(std::uint64_t flags);
[[nodiscard]] bool follows_last(std::uint64_t flags);
[[nodiscard]] bool makes_unnamed_file(std::uint64_t flags);  // O_TMPFILE
// The flags of the register, without what a read gate added (open_registers.h).
[[nodiscard]] std::uint64_t told_open_flags(std::uint64_t flags_register);
// Its upper half, when a gate made the call again: the kernel ignores it.
constexpr std::uint64_t kMadeAgainMark = 0x67756172ULL << 32;
constexpr std::uint64_t kUpperHalfOfFlags = 0xFFFFFFFFULL << 32;

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_SYSCALLS_OPEN_FLAGS_H_
