// SPDX-License-Identifier: Apache-2.0
// Whether an open waits in the kernel for a lease to be given up, as /proc/locks tells it
// (proc_locks(5); fs/locks.c, locks_show): below the line of a lease stand the opens that wait for
// it, marked "->". One with O_NONBLOCK was refused, and stands nowhere. Any thread.
#ifndef GUARD_INTERCEPTOR_READ_GATES_LEASE_WAITERS_H_
#define GUARD_INTERCEPTOR_READ_GATES_LEASE_WAITERS_H_

#include <sys/types.h>

#include <string_view>

namespace guard::interceptor {

// False where that cannot be read, too.
[[nodiscard]] bool open_waits_for_lease_of(ino_t inode);
[[nodiscard]] bool open_waits_in(std::string_view locks, ino_t inode);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_READ_GATES_LEASE_WAITERS_H_
