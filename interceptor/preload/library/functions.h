// SPDX-License-Identifier: Apache-2.0
// The functions of libc that the preloaded library stands in for, and the system call that each of
// them is: one table. ROW(FUNCTION, CALL, ARGUMENTS...), where a to f are the function's own
// arguments, as registers. This table does not say which of these calls are asked about: the table
// of system calls does (syscall_rows_*.h), by the very arguments. Functions that are more than one
// call, or that libc makes behind closed doors, have code of their own (kWithCode).
#ifndef GUARD_INTERCEPTOR_PRELOAD_LIBRARY_FUNCTIONS_H_
#define GUARD_INTERCEPTOR_PRELOAD_LIBRARY_FUNCTIONS_H_

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <array>
#include <string_view>

// clang-format off
#define GUARD_PRELOAD_FUNCTIONS(ROW)                                  \
  ROW(unlink, unlinkat, kHere, a, 0)                                  \
  ROW(unlinkat, unlinkat, a, b, c)                                    \
  ROW(rmdir, unlinkat, kHere, a, AT_REMOVEDIR)                        \
  ROW(rename, renameat, kHere, a, kHere, b)                           \
  ROW(renameat, renameat, a, b, c, d)                                 \
  ROW(renameat2, renameat2, a, b, c, d, e)                            \
  ROW(mkdir, mkdirat, kHere, a, b)                                    \
  ROW(mkdirat, mkdirat, a, b, c)                                      \
  ROW(mknod, mknodat, kHere, a, b, c)                                 \
  ROW(mknodat, mknodat, a, b, c, d)                                   \
  ROW(mkfifo, mknodat, kHere, a, b | S_IFIFO, 0)                      \
  ROW(mkfifoat, mknodat, a, b, c | S_IFIFO, 0)                        \
  ROW(link, linkat, kHere, a, kHere, b, 0)                            \
  ROW(linkat, linkat, a, b, c, d, e)                                  \
  ROW(symlink, symlinkat, a, kHere, b)                                \
  ROW(symlinkat, symlinkat, a, b, c)                                  \
  ROW(truncate, truncate, a, b)                                       \
  ROW(truncate64, truncate, a, b)                                     \
  ROW(open, openat, kHere, a, b, c)                                   \
  ROW(open64, openat, kHere, a, b, c)                                 \
  ROW(__open, openat, kHere, a, b, c)                                 \
  ROW(__open64, openat, kHere, a, b, c)                               \
  ROW(openat, openat, a, b, c, d)                                     \
  ROW(openat64, openat, a, b, c, d)                                   \
  ROW(__open_2, openat, kHere, a, b, 0)                               \
  ROW(__open64_2, openat, kHere, a, b, 0)                             \
  ROW(__openat_2, openat, a, b, c, 0)                                 \
  ROW(__openat64_2, openat, a, b, c, 0)                               \
  ROW(creat, openat, kHere, a, O_CREAT | O_WRONLY | O_TRUNC, b)       \
  ROW(creat64, openat, kHere, a, O_CREAT | O_WRONLY | O_TRUNC, b)     \
  ROW(chmod, fchmodat, kHere, a, b)                                   \
  ROW(fchmod, fchmod, a, b)                                           \
  ROW(chown, fchownat, kHere, a, b, c, 0)                             \
  ROW(lchown, fchownat, kHere, a, b, c, AT_SYMLINK_NOFOLLOW)          \
  ROW(fchown, fchown, a, b, c)                                        \
  ROW(fchownat, fchownat, a, b, c, d, e)                              \
  ROW(utimensat, utimensat, a, b, c, d)                               \
  ROW(futimens, utimensat, a, 0, b, 0)                                \
  ROW(setxattr, setxattr, a, b, c, d, e)                              \
  ROW(lsetxattr, lsetxattr, a, b, c, d, e)                            \
  ROW(fsetxattr, fsetxattr, a, b, c, d, e)                            \
  ROW(removexattr, removexattr, a, b)                                 \
  ROW(lremovexattr, lremovexattr, a, b)                               \
  ROW(fremovexattr, fremovexattr, a, b)                               \
  ROW(ioctl, ioctl, a, b, c)                                          \
  ROW(prctl, prctl, a, b, c, d, e)                                    \
  ROW(socket, socket, a, b, c)                                        \
  ROW(socketpair, socketpair, a, b, c, d)                             \
  ROW(connect, connect, a, b, c)                                      \
  ROW(bind, bind, a, b, c)                                            \
  ROW(listen, listen, a, b)                                           \
  ROW(sendto, sendto, a, b, c, d, e, f)                               \
  ROW(sendmsg, sendmsg, a, b, c)                                      \
  ROW(sendmmsg, sendmmsg, a, b, c, d)                                 \
  ROW(setsockopt, setsockopt, a, b, c, d, e)                          \
  ROW(shmctl, shmctl, a, b, c)                                        \
  ROW(semctl, semctl, a, b, c, d)                                     \
  ROW(msgctl, msgctl, a, b, c)                                        \
  ROW(mount, mount, a, b, c, d, e)                                    \
  ROW(umount, umount2, a, 0)                                          \
  ROW(umount2, umount2, a, b)                                         \
  ROW(chroot, chroot, a)                                              \
  ROW(unshare, unshare, a)                                            \
  ROW(setns, setns, a, b)                                             \
  ROW(kill, kill, a, b)                                               \
  ROW(killpg, kill, 0 - a, b)                                         \
  ROW(tgkill, tgkill, a, b, c)                                        \
  ROW(pidfd_send_signal, pidfd_send_signal, a, b, c, d)               \
  ROW(process_vm_readv, process_vm_readv, a, b, c, d, e, f)           \
  ROW(process_vm_writev, process_vm_writev, a, b, c, d, e, f)
// clang-format on

namespace guard::interceptor::preload {

struct Function {
  std::string_view name;
  int call;
};

#define GUARD_PRELOAD_ROW(function, call, ...) Function{#function, SYS_##call},
inline constexpr std::array kFunctions = {GUARD_PRELOAD_FUNCTIONS(GUARD_PRELOAD_ROW)};
#undef GUARD_PRELOAD_ROW

// call_functions.cc, file_functions.cc, exec_functions.cc
inline constexpr std::array<std::string_view, 40> kWithCode = {
    "syscall",     "ptrace",       "remove",     "fchmodat",   "mq_unlink", "utime",
    "utimes",      "lutimes",      "futimes",    "futimesat",  "__xmknod",  "__xmknodat",
    "mkstemp",     "mkstemp64",    "mkostemp",   "mkostemp64", "mkstemps",  "mkstemps64",
    "mkostemps",   "mkostemps64",  "mkdtemp",    "fopen",      "fopen64",   "freopen",
    "freopen64",   "shm_open",     "shm_unlink", "execve",     "execv",     "execvp",
    "execvpe",     "execl",        "execlp",     "execle",     "execveat",  "fexecve",
    "posix_spawn", "posix_spawnp", "system",     "popen"};

}  // namespace guard::interceptor::preload

#endif  // GUARD_INTERCEPTOR_PRELOAD_LIBRARY_FUNCTIONS_H_
