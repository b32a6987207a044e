// SPDX-License-Identifier: Apache-2.0
// The messages between the preloaded library (docs/backends.md) and guard: of one fixed size over a
// Unix socket that keeps them apart (SOCK_SEQPACKET), one connection for each call.
//
//   library                          guard
//   kCall (number, arguments)   ->
//                               <-   kReadMemory (address, size), any number of times
//   kMemory (value), bytes      ->
//                               <-   kGiveDescriptor (value)
//   kDescriptor (value), a file ->
//                               <-   kFail | kValue | kContinue: the end, but for
//                               <-   kTakeFile (value: close on exec), then kFile with the file
//   kTaken (value)              ->        then kValue or kFail ends it
//   kExecFailed (value)         ->   after kContinue of an exec; an exec that succeeds closes
//
// Whatever else comes, or an end without an answer, is a refusal: EPERM, and no act. Values only;
// no allocation, no library but libc's memcpy: both sides include it.
#ifndef GUARD_INTERCEPTOR_PRELOAD_WIRE_H_
#define GUARD_INTERCEPTOR_PRELOAD_WIRE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>

namespace guard::interceptor::preload {

inline constexpr std::uint32_t kMagic = 0x31524750;  // "PGR1": the version of all of this

enum class Kind : std::uint32_t {
  kCall = 1,
  kMemory,
  kDescriptor,
  kTaken,
  kExecFailed,
  kFail = 100,
  kValue,
  kContinue,
  kTakeFile,
  kFile,
  kReadMemory,
  kGiveDescriptor,
};

struct Message {
  std::uint32_t magic = kMagic;
  Kind kind = Kind::kFail;
  std::int64_t value = 0;    // errno of kFail; negative errno of what the library could not do
  std::int32_t number = -1;  // of kCall: the system call, and who makes it, as it numbers itself
  std::int32_t process = 0;
  std::int32_t thread = 0;
  std::uint32_t size = 0;  // of kReadMemory
  std::uint64_t address = 0;
  std::array<std::uint64_t, 6> arguments{};
};
static_assert(sizeof(Message) == 88, "no padding: both sides may be built by different compilers");

// The most that one side may ask the other to copy at once.
inline constexpr std::uint32_t kMostBytes = 4096;

// nullopt: cut short, or not of this version. Bytes that follow the message are not looked at.
[[nodiscard]] inline std::optional<Message> decode_message(std::span<const std::byte> bytes) {
  Message message;
  if (bytes.size() < sizeof(message)) return std::nullopt;
  std::memcpy(&message, bytes.data(), sizeof(message));
  if (message.magic != kMagic) return std::nullopt;
  return message;
}

[[nodiscard]] inline Message message_of(Kind kind, std::int64_t value = 0) {
  Message message;
  message.kind = kind;
  message.value = value;
  return message;
}

[[nodiscard]] constexpr bool ends_a_call(Kind kind) {
  return kind == Kind::kFail || kind == Kind::kValue || kind == Kind::kContinue;
}

}  // namespace guard::interceptor::preload

#endif  // GUARD_INTERCEPTOR_PRELOAD_WIRE_H_
