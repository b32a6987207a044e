// SPDX-License-Identifier: Apache-2.0
// How every program here says what the kernel answered: "what: 0" or "what: EPERM", one line a
// call. The same on glibc and musl, so that bare and guarded output can be compared byte by byte.
#ifndef GUARD_INTEGRATION_PROGRAMS_REPORT_H_
#define GUARD_INTEGRATION_PROGRAMS_REPORT_H_

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ERRNO_ROW(name) \
  { name, #name }
static const struct {
  int error;
  const char* name;
} kErrnoRows[] = {
    ERRNO_ROW(EPERM),
    ERRNO_ROW(ENOENT),
    ERRNO_ROW(ESRCH),
    ERRNO_ROW(EINTR),
    ERRNO_ROW(EIO),
    ERRNO_ROW(ENXIO),
    ERRNO_ROW(E2BIG),
    ERRNO_ROW(ENOEXEC),
    ERRNO_ROW(EBADF),
    ERRNO_ROW(ECHILD),
    ERRNO_ROW(EAGAIN),
    ERRNO_ROW(ENOMEM),
    ERRNO_ROW(EACCES),
    ERRNO_ROW(EFAULT),
    ERRNO_ROW(EBUSY),
    ERRNO_ROW(EEXIST),
    ERRNO_ROW(EXDEV),
    ERRNO_ROW(ENODEV),
    ERRNO_ROW(ENOTDIR),
    ERRNO_ROW(EISDIR),
    ERRNO_ROW(EINVAL),
    ERRNO_ROW(EMFILE),
    ERRNO_ROW(ENOTTY),
    ERRNO_ROW(ETXTBSY),
    ERRNO_ROW(EFBIG),
    ERRNO_ROW(ENOSPC),
    ERRNO_ROW(EROFS),
    ERRNO_ROW(EMLINK),
    ERRNO_ROW(ENAMETOOLONG),
    ERRNO_ROW(ENOSYS),
    ERRNO_ROW(ENOTEMPTY),
    ERRNO_ROW(ELOOP),
    ERRNO_ROW(EOPNOTSUPP),
    ERRNO_ROW(ECONNREFUSED),
    ERRNO_ROW(ETIMEDOUT),
    ERRNO_ROW(EINPROGRESS),
    ERRNO_ROW(EHOSTUNREACH),
    ERRNO_ROW(ENETUNREACH),
    ERRNO_ROW(EAFNOSUPPORT),
    ERRNO_ROW(ENOTSOCK),
    ERRNO_ROW(EDESTADDRREQ),
    ERRNO_ROW(EMSGSIZE),
    ERRNO_ROW(EPROTOTYPE),
    ERRNO_ROW(EPROTONOSUPPORT),
    ERRNO_ROW(ESOCKTNOSUPPORT),
    ERRNO_ROW(EADDRINUSE),
    ERRNO_ROW(EADDRNOTAVAIL),
    ERRNO_ROW(EISCONN),
    ERRNO_ROW(ENOTCONN),
    ERRNO_ROW(ECONNRESET),
    ERRNO_ROW(EPIPE),
    ERRNO_ROW(ENFILE),
    ERRNO_ROW(ENOBUFS),
    ERRNO_ROW(EALREADY),
    ERRNO_ROW(ERANGE),
};

static inline const char* errno_name(int error) {
  for (size_t i = 0; i < sizeof kErrnoRows / sizeof kErrnoRows[0]; ++i) {
    if (kErrnoRows[i].error == error) return kErrnoRows[i].name;
  }
  return "unlisted errno";
}

// Prints the outcome of a call that returned RESULT; gives 0 when it succeeded, 1 when not.
static inline int report(const char* what, long result) {
  const int error = errno;
  printf("%s: %s\n", what, result >= 0 ? "0" : errno_name(error));
  fflush(stdout);
  return result >= 0 ? 0 : 1;
}

static inline void need_arguments(int argc, int wanted, const char* usage) {
  if (argc > wanted) return;
  fprintf(stderr, "usage: %s\n", usage);
  exit(2);
}

#endif  // GUARD_INTEGRATION_PROGRAMS_REPORT_H_
