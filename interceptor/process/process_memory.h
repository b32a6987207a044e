// SPDX-License-Identifier: Apache-2.0
// The memory of another process: process_vm_readv(2) and process_vm_writev(2), and where a
// container's seccomp profile forbids these two (Docker before 22), the file /proc/TID/mem. It may
// read and write exactly the same: ptrace access to the process. The file writes to pages that
// their process may only read, too: those become its own copies. Any thread, with guard's own
// credentials.
#ifndef GUARD_INTERCEPTOR_PROCESS_PROCESS_MEMORY_H_
#define GUARD_INTERCEPTOR_PROCESS_PROCESS_MEMORY_H_

#include <sys/types.h>
#include <sys/uio.h>

#include <span>

namespace guard::interceptor {

// As the system calls have it: how many bytes were copied, as far as it went; -1 with errno (ESRCH:
// the process is gone; EFAULT: not even the first). REMOTE: addresses of TID.
[[nodiscard]] ssize_t read_process_memory(pid_t tid, std::span<const iovec> local,
                                          std::span<const iovec> remote);
[[nodiscard]] ssize_t write_process_memory(pid_t tid, std::span<const iovec> local,
                                           std::span<const iovec> remote);

// The same for one piece. True: all of it was copied.
[[nodiscard]] bool read_process_memory(pid_t tid, const void* remote, void* local,
                                       std::size_t size);
[[nodiscard]] bool write_process_memory(pid_t tid, void* remote, const void* local,
                                        std::size_t size);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_PROCESS_PROCESS_MEMORY_H_
