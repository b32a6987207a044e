// SPDX-License-Identifier: Apache-2.0
#include "supervisor/brake/cgroup_freezer.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <sstream>
#include <thread>

#include "base/files/unique_fd.h"

namespace guard::supervisor {
namespace {

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

bool write_text(const std::string& path, const std::string& text) {
  const UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  return fd.valid() &&
         ::write(fd.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

std::string group_of(pid_t process) {
  return cgroup_path_in(text_of("/proc/" + std::to_string(process) + "/cgroup"));
}

bool move_into(const std::string& group, pid_t process) {
  return write_text(group + "/cgroup.procs", std::to_string(process));
}

}  // namespace

// "36 25 0:31 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw": the mount point is the fifth field, the
// kind the first after "-" (proc_pid_mountinfo(5)). A mount of a part only is none to reckon with.
std::string cgroup_mount_in(const std::string& mountinfo) {
  std::istringstream lines(mountinfo);
  std::string line;
  while (std::getline(lines, line)) {
    const std::size_t dash = line.find(" - cgroup2 ");
    std::istringstream fields(line);
    std::string id, parent, device, root, point;
    fields >> id >> parent >> device >> root >> point;
    if (dash != std::string::npos && root == "/" && point.find('\\') == std::string::npos)
      return point;
  }
  return {};
}

// "0::/user.slice/..." (cgroups(7)). With ".." it is outside of this namespace.
std::string cgroup_path_in(const std::string& text) {
  std::istringstream lines(text);
  std::string line;
  while (std::getline(lines, line))
    if (line.starts_with("0::/") && line.find("/..") == std::string::npos) return line.substr(3);
  return {};
}

bool CgroupFreezer::make_group(const std::string& mount, const std::string& parent) {
  const std::string path = (parent == "/" ? "" : parent) + "/" + name_;
  const std::string folder = mount + path;
  if (::mkdir(folder.c_str(), 0700) != 0) return false;
  if (!write_text(folder + "/cgroup.freeze", "1")) {
    (void)::rmdir(folder.c_str());
    return false;
  }
  path_ = path;
  parent_path_ = parent;
  parent_folder_ = mount + (parent == "/" ? "" : parent);
  return true;
}

// A process that enters a frozen group is frozen.
void CgroupFreezer::freeze(const std::vector<pid_t>& processes) {
  if (processes.empty()) return;
  if (!frozen()) {
    const std::string mount = cgroup_mount_in(text_of("/proc/self/mountinfo"));
    const std::string parent = group_of(processes.front());
    if (mount.empty() || parent.empty() || !make_group(mount, parent)) return;
  }
  bool any = false;
  for (const pid_t process : processes) {
    const std::string group = group_of(process);
    const bool in = group == path_ || (group == parent_path_ && move_into(folder(), process));
    any = any || in;
  }
  if (!any) thaw();
}

bool CgroupFreezer::holds(pid_t process) const {
  return frozen() && group_of(process) == path_;
}

// Back to where they came from: each goes on as it leaves. While it is frozen it cannot end by
// itself, so its number is its own.
void CgroupFreezer::thaw() {
  if (!frozen()) return;
  std::istringstream members(text_of(folder() + "/cgroup.procs"));
  pid_t process = -1;
  while (members >> process) (void)move_into(parent_folder_, process);
  (void)write_text(folder() + "/cgroup.freeze", "0");
  constexpr int kMostLooks = 50;  // one that was killed leaves the group a moment later
  for (int look = 0; look < kMostLooks && ::rmdir(folder().c_str()) != 0; ++look)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  path_.clear();
}

}  // namespace guard::supervisor
