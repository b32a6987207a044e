// SPDX-License-Identifier: Apache-2.0
// TaskIds: who a thread is, in numbers, without reading text of /proc (PIDFD_GET_INFO, Linux 6.13,
// below 1 us; /proc/TID/status costs 11). Free functions, any thread.
#ifndef GUARD_INTERCEPTOR_PROCESS_TASK_IDS_H_
#define GUARD_INTERCEPTOR_PROCESS_TASK_IDS_H_

#include <sys/types.h>

#include <cstdint>

#include "base/error.h"
#include "base/process/pid_handle.h"

namespace guard::interceptor {

struct ProcStatus;

struct TaskIds {
  pid_t tgid = 0;
  pid_t parent = 0;  // the thread group of the parent now
  uid_t real_uid = 0;
  gid_t real_gid = 0;
  uid_t effective_uid = 0;
  gid_t effective_gid = 0;
  uid_t file_system_uid = 0;
  gid_t file_system_gid = 0;
  bool operator==(const TaskIds&) const = default;
};

// kUnsupported before Linux 6.13; kGone when the task has ended.
Result<TaskIds> ids_of(const PidHandle& task);
[[nodiscard]] TaskIds ids_of(const ProcStatus& status);

// Tells a process from others that had or will have its number: the inode of its pidfd, which is
// never given twice (pidfs, Linux 6.9); the start time before. Numbers of one session are of one
// kind.
Result<std::uint64_t> identity_of(pid_t process);
// `leader`: of the thread that leads its process, or invalid.
Result<std::uint64_t> identity_of(pid_t process, const PidHandle& leader);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_PROCESS_TASK_IDS_H_
