// SPDX-License-Identifier: Apache-2.0
// A System V object (shared memory, semaphores, message queue) as /proc/sysvipc shows it to
// everybody (proc(5)). Any thread.
#ifndef GUARD_INTERCEPTOR_RESOLVE_SHARED_OBJECT_H_
#define GUARD_INTERCEPTOR_RESOLVE_SHARED_OBJECT_H_

#include <sys/types.h>

#include <cstdint>
#include <string_view>

#include "base/error.h"

namespace guard::interceptor {

struct SharedObject {
  const char* kind = "";  // "shm", "sem", "msg"
  int id = -1;
  std::int64_t changed = 0;  // ctime: when it was made, or given another owner or mode
  pid_t maker = 0;           // of shared memory; else 0
  uid_t owner = 0;
  uid_t creator = 0;
  std::uint64_t bytes = 0;  // of shared memory, and of what waits in a queue
  bool inside = false;      // of an IPC namespace that the tree made: guard's /proc shows others
};

// `number`: of shmctl, semctl or msgctl. EINVAL when there is none, as the kernel answers.
Result<SharedObject> read_shared_object(int number, int id);
// From the text of a file of /proc/sysvipc.
Result<SharedObject> parse_shared_object(std::string_view text, const char* kind, int id);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_RESOLVE_SHARED_OBJECT_H_
