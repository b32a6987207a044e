// SPDX-License-Identifier: Apache-2.0
// How the library stands in for a function of libc: by its name as the linker knows it. libc's own
// declarations are not to be seen by whoever includes this: every argument is a register here.
#ifndef GUARD_INTERCEPTOR_PRELOAD_LIBRARY_EXPORTED_H_
#define GUARD_INTERCEPTOR_PRELOAD_LIBRARY_EXPORTED_H_

// GUARD_STANDS_IN(type, name, parameters) { body }
#define GUARD_STANDS_IN(type, name, ...)                 \
  extern "C" __attribute__((visibility("default")))      \
  type guard_preload_##name(__VA_ARGS__) __asm__(#name); \
  type guard_preload_##name(__VA_ARGS__)

#endif  // GUARD_INTERCEPTOR_PRELOAD_LIBRARY_EXPORTED_H_
