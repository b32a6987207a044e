// SPDX-License-Identifier: Apache-2.0
#include "interceptor/process/task_ids.h"

#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/vfs.h>

#include <cerrno>

#include "base/older_kernel.h"
#include "interceptor/process/proc_status.h"

namespace guard::interceptor {
namespace {

// struct pidfd_info of linux/pidfd.h (6.13), whose first version has 64 bytes; Debian 12's headers
// are older.
struct PidFdInfo {
  std::uint64_t mask;
  std::uint64_t cgroup;
  std::uint32_t pid, tgid, ppid;
  std::uint32_t ruid, rgid, euid, egid, suid, sgid, fsuid, fsgid;
  std::int32_t exit_code;
};
static_assert(sizeof(PidFdInfo) == 64);
constexpr std::uint64_t kPid = 1;
constexpr std::uint64_t kCredentials = 2;
constexpr unsigned long kGetInfo = _IOWR(0xFF, 11, PidFdInfo);
constexpr long kPidFs = 0x50494446;  // PID_FS_MAGIC

bool on_pidfs(const PidHandle& handle) {
  struct statfs status {};
  return !kernel_lacks(KernelPart::kPidfs) && ::fstatfs(handle.fd(), &status) == 0 &&
         status.f_type == kPidFs;
}

// One answer for the whole run: identities of two kinds could not be compared.
bool pidfds_have_inodes() {
  static const bool have = [] {
    const auto self = PidHandle::open(supervisor_pid());
    return self && on_pidfs(*self);
  }();
  return have;
}

Result<std::uint64_t> inode_of(const PidHandle& handle) {
  struct stat status {};
  if (::fstat(handle.fd(), &status) != 0) return fail_errno("stat pidfd");
  return status.st_ino;
}

}  // namespace

Result<TaskIds> ids_of(const PidHandle& task) {
  PidFdInfo info{};
  info.mask = kPid | kCredentials;
  if (kernel_lacks(KernelPart::kPidfdInfo)) return fail(Code::kUnsupported, "pidfd info");
  if (!task.valid()) return fail(Code::kUnsupported, "no handle of the thread");
  if (::ioctl(task.fd(), kGetInfo, &info) != 0) {
    if (errno == ESRCH) return fail(Code::kGone, "pidfd info");
    return forward(Error{Code::kUnsupported, errno, "pidfd info"});
  }
  if ((info.mask & (kPid | kCredentials)) != (kPid | kCredentials))
    return fail(Code::kUnsupported, "pidfd info without ids");
  return TaskIds{static_cast<pid_t>(info.tgid),
                 static_cast<pid_t>(info.ppid),
                 info.ruid,
                 info.rgid,
                 info.euid,
                 info.egid,
                 info.fsuid,
                 info.fsgid};
}

TaskIds ids_of(const ProcStatus& status) {
  return {
      status.tgid,           status.parent,         status.uids.real,       status.gids.real,
      status.uids.effective, status.gids.effective, status.credentials.uid, status.credentials.gid};
}

Result<std::uint64_t> identity_of(pid_t process) {
  return identity_of(process, PidHandle());
}

Result<std::uint64_t> identity_of(pid_t process, const PidHandle& leader) {
  if (!pidfds_have_inodes()) return read_start_time(process);
  if (leader.valid()) return inode_of(leader);
  const auto handle = PidHandle::open(process);
  if (!handle) return forward(handle.error());
  return inode_of(*handle);
}

}  // namespace guard::interceptor
