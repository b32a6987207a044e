// SPDX-License-Identifier: Apache-2.0
// The functions that are one system call: those of the table, and those whose arguments want a word
// more.
#include <dlfcn.h>
#include <sys/ptrace.h>
#include <sys/time.h>
#include <utime.h>

#include <cerrno>
#include <cstdint>

#include "interceptor/preload/library/exported.h"
#include "interceptor/preload/library/functions.h"
#include "interceptor/preload/library/gate.h"

namespace guard::interceptor::preload {
namespace {

using Word = std::uint64_t;
constexpr Word kHere = word(AT_FDCWD);

void* the_real(const char* name) {
  return ::dlsym(RTLD_NEXT, name);
}

template <class... Words>
long gated(long number, Words... words) {
  return answer(through_gate(number, {static_cast<Word>(words)...}));
}

timespec precise(const timeval& time) {
  return {time.tv_sec, time.tv_usec * 1000};
}

// As the kernel says it of utimes(2).
bool is_odd(const timeval* times) {
  constexpr long kSecond = 1000000;
  return times != nullptr && (times[0].tv_usec < 0 || times[0].tv_usec >= kSecond ||
                              times[1].tv_usec < 0 || times[1].tv_usec >= kSecond);
}

long set_times(Word folder, const char* path, const timeval* times, int flags) {
  if (is_odd(times)) return answer(-EINVAL);
  timespec both[2] = {};
  if (times != nullptr) {
    both[0] = precise(times[0]);
    both[1] = precise(times[1]);
  }
  return gated(SYS_utimensat, folder, word(path), times == nullptr ? 0 : word(both), flags);
}

bool is_exec(long number) {
  return number == SYS_execve || number == SYS_execveat;
}

}  // namespace

#define GUARD_PRELOAD_DEFINE(function, call, ...)                                            \
  GUARD_STANDS_IN(long, function, [[maybe_unused]] Word a, [[maybe_unused]] Word b,          \
                  [[maybe_unused]] Word c, [[maybe_unused]] Word d, [[maybe_unused]] Word e, \
                  [[maybe_unused]] Word f) {                                                 \
    return gated(SYS_##call, __VA_ARGS__);                                                   \
  }
GUARD_PRELOAD_FUNCTIONS(GUARD_PRELOAD_DEFINE)
#undef GUARD_PRELOAD_DEFINE

GUARD_STANDS_IN(long, syscall, long number, Word a, Word b, Word c, Word d, Word e, Word f) {
  const Arguments arguments = {a, b, c, d, e, f};
  if (!is_exec(number)) return answer(through_gate(number, arguments));
  return answer(exec_through_gate(number, arguments, number == SYS_execve ? 2 : 3));
}

// Only what makes a tracer is asked; libc's way with the results of the others is its own.
GUARD_STANDS_IN(long, ptrace, Word request, Word pid, Word address, Word data) {
  if (request == PTRACE_TRACEME || request == PTRACE_ATTACH || request == PTRACE_SEIZE)
    return gated(SYS_ptrace, request, pid, address, data);
  const auto real = reinterpret_cast<long (*)(Word, Word, Word, Word)>(the_real("ptrace"));
  return real == nullptr ? answer(-ENOSYS) : real(request, pid, address, data);
}

GUARD_STANDS_IN(int, remove, const char* path) {
  const Word name = word(path);
  const long removed = through_gate(SYS_unlinkat, {kHere, name, 0, 0, 0, 0});
  if (removed != -EISDIR) return static_cast<int>(answer(removed));
  return static_cast<int>(gated(SYS_unlinkat, kHere, name, AT_REMOVEDIR));
}

GUARD_STANDS_IN(int, fchmodat, int folder, const char* path, unsigned mode, int flags) {
  constexpr long kFchmodat2 = 452;
  if (flags == 0) return static_cast<int>(gated(SYS_fchmodat, folder, word(path), mode));
  const long changed =
      through_gate(kFchmodat2, {word(folder), word(path), mode, static_cast<Word>(flags), 0, 0});
  return static_cast<int>(answer(changed == -ENOSYS ? -EOPNOTSUPP : changed));
}

GUARD_STANDS_IN(int, mq_unlink, const char* name) {
  if (name[0] != '/') return static_cast<int>(answer(-EINVAL));
  return static_cast<int>(gated(SYS_mq_unlink, word(name + 1)));
}

GUARD_STANDS_IN(int, utime, const char* path, const utimbuf* times) {
  timeval both[2] = {};
  if (times != nullptr) {
    both[0].tv_sec = times->actime;
    both[1].tv_sec = times->modtime;
  }
  return static_cast<int>(set_times(kHere, path, times == nullptr ? nullptr : both, 0));
}

GUARD_STANDS_IN(int, utimes, const char* path, const timeval* times) {
  return static_cast<int>(set_times(kHere, path, times, 0));
}

GUARD_STANDS_IN(int, lutimes, const char* path, const timeval* times) {
  return static_cast<int>(set_times(kHere, path, times, AT_SYMLINK_NOFOLLOW));
}

GUARD_STANDS_IN(int, futimes, int fd, const timeval* times) {
  return static_cast<int>(set_times(word(fd), nullptr, times, 0));
}

GUARD_STANDS_IN(int, futimesat, int folder, const char* path, const timeval* times) {
  return static_cast<int>(set_times(word(folder), path, times, 0));
}

// This is what mknod(3) was before glibc 2.33.
GUARD_STANDS_IN(int, __xmknod, int, const char* path, unsigned mode, const Word* device) {
  return static_cast<int>(gated(SYS_mknodat, kHere, word(path), mode, *device));
}

GUARD_STANDS_IN(int, __xmknodat, int, int folder, const char* path, unsigned mode,
                const Word* device) {
  return static_cast<int>(gated(SYS_mknodat, folder, word(path), mode, *device));
}

}  // namespace guard::interceptor::preload
