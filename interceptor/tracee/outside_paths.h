// SPDX-License-Identifier: Apache-2.0
// OutsidePaths: what a person outside calls an object. The kernel's name of a descriptor
// (/proc/self/fd/N) is right as long as nobody but guard mounts anything. Once the tree has mount
// namespaces of its own, that name may be one that only exists inside, and may be chosen to look
// harmless: then a name counts only if it leads to the very object (device and inode) in guard's
// own mounts: the kernel's name itself, or the one that the mount tables yield (file system and
// path within it). One mutex, any thread.
#ifndef GUARD_INTERCEPTOR_TRACEE_OUTSIDE_PATHS_H_
#define GUARD_INTERCEPTOR_TRACEE_OUTSIDE_PATHS_H_

#include <sys/types.h>

#include <deque>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/unique_fd.h"
#include "base/limits.h"
#include "interceptor/tracee/tracee.h"

namespace guard::interceptor {

struct OutsidePath {
  enum class Kind {
    kTrue,     // leads to the object in guard's own mounts
    kPrivate,  // on a tmpfs (or kin) that the tree mounted: it holds only what was made there
    kProcess,  // a file of a process in a procfs that shows the tree only
    kUnknown,  // could be anything
  };
  Kind kind = Kind::kUnknown;
  std::string path;  // kTrue: that name; else what the kernel says, for people
};

// A row of /proc/PID/mountinfo (proc_pid_mountinfo(5)).
struct MountRow {
  unsigned long long id = 0;
  std::string device;  // "8:1", of the file system
  std::string root;    // of the mount, within the file system
  std::string point;   // as seen from the reading process's root
};
[[nodiscard]] std::vector<MountRow> parse_mount_rows(std::string_view text);
// The names in guard's mounts that the same file system path may have, best first: those below a
// folder of `near`, then those of the mount with the largest part of the file system.
[[nodiscard]] std::vector<std::string> names_elsewhere(const std::vector<MountRow>& own,
                                                       const MountRow& mount,
                                                       std::string_view below_mount,
                                                       const std::vector<std::string>& near = {});

inline constexpr std::size_t kMostMountNamespaces = size_limit("mounts.namespaces");

class OutsidePaths {
 public:
  // Once, at the start of the session: file systems that are mounted now are never the tree's own.
  // `near`: the folders by whose names the person works (workspace, home). An object that has
  // several names outside has the one below them, which the tree could use as well.
  explicit OutsidePaths(const TraceeTable& tracees, std::vector<std::string> near = {},
                        std::size_t most = kMostMountNamespaces);
  // Remembers where mounts of the tree can be looked up; forgets what has ended, and the oldest of
  // too many.
  void note(const Tracee& tracee);
  // The object that FD holds.
  [[nodiscard]] OutsidePath name_of(int fd) const;

  struct Place {
    MountRow mount;
    std::string below;  // "" for the mount's root, else "/a/b"
  };

 private:
  struct Source {
    UniqueFd proc;
    NamespaceId mount;
  };
  [[nodiscard]] std::optional<Place> place_of(int fd, const std::string& kernel_name) const;

  const TraceeTable& tracees_;
  const std::vector<std::string> near_;
  const std::size_t most_;
  std::set<std::string> devices_at_start_;
  mutable std::mutex mutex_;
  std::deque<Source> sources_;
};

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_TRACEE_OUTSIDE_PATHS_H_
