// SPDX-License-Identifier: Apache-2.0
// System calls made by the library itself: no function of libc between, so none of its own stands
// in the way and errno stays as it was. The kernel's word: a negative errno where it fails.
#ifndef GUARD_INTERCEPTOR_PRELOAD_LIBRARY_RAW_CALLS_H_
#define GUARD_INTERCEPTOR_PRELOAD_LIBRARY_RAW_CALLS_H_

#include <array>
#include <cstdint>

namespace guard::interceptor::preload {

using Arguments = std::array<std::uint64_t, 6>;

inline long raw_call(long number, const Arguments& arguments) {
#if defined(__x86_64__)
  long result = number;
  register std::uint64_t fourth __asm__("r10") = arguments[3];
  register std::uint64_t fifth __asm__("r8") = arguments[4];
  register std::uint64_t sixth __asm__("r9") = arguments[5];
  __asm__ volatile("syscall"
                   : "+a"(result)
                   : "D"(arguments[0]), "S"(arguments[1]), "d"(arguments[2]), "r"(fourth),
                     "r"(fifth), "r"(sixth)
                   : "rcx", "r11", "memory");
  return result;
#elif defined(__aarch64__)
  register std::uint64_t call __asm__("x8") = static_cast<std::uint64_t>(number);
  register std::uint64_t first __asm__("x0") = arguments[0];
  register std::uint64_t second __asm__("x1") = arguments[1];
  register std::uint64_t third __asm__("x2") = arguments[2];
  register std::uint64_t fourth __asm__("x3") = arguments[3];
  register std::uint64_t fifth __asm__("x4") = arguments[4];
  register std::uint64_t sixth __asm__("x5") = arguments[5];
  __asm__ volatile("svc 0"
                   : "+r"(first)
                   : "r"(call), "r"(second), "r"(third), "r"(fourth), "r"(fifth), "r"(sixth)
                   : "memory");
  return static_cast<long>(first);
#else
#error "no system calls for this architecture"
#endif
}

inline std::uint64_t word(const void* pointer) {
  return reinterpret_cast<std::uint64_t>(pointer);
}
constexpr std::uint64_t word(long value) {
  return static_cast<std::uint64_t>(value);
}

}  // namespace guard::interceptor::preload

#endif  // GUARD_INTERCEPTOR_PRELOAD_LIBRARY_RAW_CALLS_H_
