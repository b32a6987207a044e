// SPDX-License-Identifier: Apache-2.0
// How the decoder takes one argument: a table of readers by role. The kernel takes the arguments of
// a call in an order of its own, and the first that it cannot take is the call's errno: registers
// and their structures first, then the flags are checked, then names and values, paths last. Used
// by the decoder only.
#ifndef GUARD_INTERCEPTOR_DECODE_ROLE_READERS_H_
#define GUARD_INTERCEPTOR_DECODE_ROLE_READERS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "base/error.h"
#include "base/limits.h"
#include "interceptor/calls/raw_call.h"
#include "interceptor/process/remote_memory.h"

namespace guard::interceptor {

// execve(2): the kernel allows a quarter of the stack limit, 6 MiB at most. Beyond 2 MiB guard
// answers E2BIG.
inline constexpr std::size_t kMostArgumentBytes = size_limit("exec.argument_bytes");

struct Reading {
  RawCall& call;
  RemoteMemory& memory;
  std::size_t argument_budget = kMostArgumentBytes;
};

enum class Turn : std::uint8_t { kFirst, kAfterFlags, kPaths };

struct RoleReader {
  ArgRole role;
  Turn turn;
  Result<void> (*take)(Reading&, std::uint64_t value);
};

// The register of another role of the same call; 0 when the row has none.
std::uint64_t argument_of(const RawCall& call, ArgRole role);
Result<void> read_text(Reading& reading, std::uint64_t address, std::string& out);
// A structure that grows with the kernel: what this guard does not know of it must be zero
// (copy_struct_from_user). Takes `known` bytes; `least` is its first version.
Result<void> read_growing(Reading& reading, std::uint64_t address, std::uint64_t size,
                          std::size_t least, std::span<char> known);

// For the calls that change metadata, and for message queues.
[[nodiscard]] std::span<const RoleReader> metadata_readers();
// Finds calls to refuse, or that turn out to be nothing, before names and paths are looked at.
Result<void> check_metadata_flags(RawCall& call);
// Their path: NULL and the empty one may mean a descriptor.
Result<void> read_metadata_target(Reading& reading, std::uint64_t address);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_DECODE_ROLE_READERS_H_
