// SPDX-License-Identifier: Apache-2.0
// CgroupFreezer: processes held by the kernel's freezer (cgroup v2, cgroup.freeze, Linux 5.2),
// where guard may make a control group below the one that they are in: as root, or where systemd
// has delegated it. The kernel's own way: nobody of the tree can tell, and no signal wakes a frozen
// process but SIGKILL. Where it cannot be had, or a process is in another group, StoppedTree does
// it.
//
// The group exists only while frozen. If guard is killed meanwhile, its reaper ends the tree, and
// an empty group stays. One thread; blocks for some milliseconds.
#ifndef GUARD_SUPERVISOR_BRAKE_CGROUP_FREEZER_H_
#define GUARD_SUPERVISOR_BRAKE_CGROUP_FREEZER_H_

#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

namespace guard::supervisor {

class CgroupFreezer {
 public:
  // NAME: of the group, one part of a path, which no other has.
  explicit CgroupFreezer(std::string name) : name_(std::move(name)) {}
  CgroupFreezer(const CgroupFreezer&) = delete;
  CgroupFreezer& operator=(const CgroupFreezer&) = delete;
  ~CgroupFreezer() { thaw(); }

  // Takes PROCESSES into a frozen group below that of the first. It takes those that it can:
  // holds() says which.
  void freeze(const std::vector<pid_t>& processes);
  void thaw();
  [[nodiscard]] bool holds(pid_t process) const;
  [[nodiscard]] bool frozen() const { return !path_.empty(); }

 private:
  [[nodiscard]] bool make_group(const std::string& mount, const std::string& parent);
  [[nodiscard]] std::string folder() const { return parent_folder_ + "/" + name_; }

  std::string name_;
  std::string path_;  // of the group, as /proc/PID/cgroup gives it; empty: nothing is frozen
  std::string parent_path_;
  std::string parent_folder_;
};

// Where cgroup v2 is mounted, as MOUNTINFO (/proc/self/mountinfo) says; "" if nowhere.
[[nodiscard]] std::string cgroup_mount_in(const std::string& mountinfo);
// The path of a process in it, as its file /proc/PID/cgroup says; "" if it says none.
[[nodiscard]] std::string cgroup_path_in(const std::string& text);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_BRAKE_CGROUP_FREEZER_H_
