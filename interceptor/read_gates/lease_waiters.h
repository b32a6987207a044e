// SPDX-License-Identifier: Apache-2.0
// Whether an open waits in the kernel for a lease to be given up, as /proc/locks tells it
// (proc_locks(5); fs/locks.c, locks_show): below the line of a lease stand the opens that wait for
// it, marked "->". One with O_NONBLOCK was refused, and stands nowhere. That text takes the kernel
// some 10 ms, in which others come: AtBreak tells apart who was there when a lease was broken
// from those who came after. Any thread.
#ifndef GUARD_INTERCEPTOR_READ_GATES_LEASE_WAITERS_H_
#define GUARD_INTERCEPTOR_READ_GATES_LEASE_WAITERS_H_

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace guard::interceptor {

// False where that cannot be read, too.
[[nodiscard]] bool open_waits_for_lease_of(ino_t inode);
[[nodiscard]] bool open_waits_in(std::string_view locks, ino_t inode);
[[nodiscard]] bool is_leased_in(std::string_view locks, ino_t inode);

// The files that somebody has a lease of. The text of the kernel is kept for a moment, because a
// search asks about hundreds of files. Any thread.
class LeaseTable {
 public:
  [[nodiscard]] bool has(ino_t inode);

 private:
  std::mutex mutex_;
  std::string locks_;                                // under mutex_
  std::chrono::steady_clock::time_point read_at_{};  // under mutex_
};

// The processes, as a broken lease was first seen. Only for the newest is it known what they ran,
// for meanwhile the next program runs towards its open: 16 of them take some 0.2 ms.
struct AtBreak {
  std::set<pid_t> processes;                    // all that there were
  std::map<pid_t, std::uint64_t> first_stacks;  // of the programs that ran (read_first_stack)
  std::set<pid_t> started;                      // a program since; whoever looks adds them
};
[[nodiscard]] AtBreak look_at_break();
// True: each of WAITERS started, or started the program that it runs, after that. So it is not they
// who broke the lease: an open that does not wait was refused. False where that is not sure.
[[nodiscard]] bool all_came_after(const AtBreak& seen, const std::vector<pid_t>& waiters);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_READ_GATES_LEASE_WAITERS_H_
