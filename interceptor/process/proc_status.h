// SPDX-License-Identifier: Apache-2.0
// ProcStatus: what guard needs of /proc/PID/status and stat, parsed from one read. Reading costs
// about 11 us: callers cache.
#ifndef GUARD_INTERCEPTOR_PROCESS_PROC_STATUS_H_
#define GUARD_INTERCEPTOR_PROCESS_PROC_STATUS_H_

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/limits.h"
#include "interceptor/process/credentials.h"

namespace guard::interceptor {

struct Ids {
  unsigned real = 0;
  unsigned effective = 0;
  unsigned saved = 0;
};

struct ProcStatus {
  pid_t tgid = 0;
  pid_t parent = 0;
  pid_t tracer = 0;
  mode_t umask = 022;
  int threads = 1;
  int seccomp_filters = 0;            // Linux 5.9
  std::uint64_t pending_signals = 0;  // SigPnd | ShdPnd
  std::uint64_t blocked_signals = 0;
  std::uint64_t ignored_signals = 0;
  Credentials credentials;
  // The process and the thread by their numbers in each pid namespace, from the reader's own down
  // to theirs.
  std::vector<pid_t> tgid_in_namespaces;
  std::vector<pid_t> tid_in_namespaces;
  Ids uids;
  Ids gids;
};

// `folder`: "/proc/PID" or "/proc/PID/task/TID".
Result<ProcStatus> read_proc_status(const std::string& folder);
// Relative to an open /proc/TID folder: fails with kGone when that very task has ended, even if its
// number was reused.
Result<ProcStatus> read_proc_status_at(int proc_fd);
[[nodiscard]] Result<ProcStatus> parse_proc_status(std::string_view text);
// The supervising process: whoever asked first. A child that acts in a realm (realm.h) has a number
// of its own, so realms ask before they fork.
[[nodiscard]] pid_t supervisor_pid();
// True for a process of the tree: below a child of the supervising process (the reaper), by its
// ancestors now. The reaper itself is not, nor is a child that acts in a realm.
[[nodiscard]] bool is_supervised(pid_t pid);
// The same where "no" must be known: kUnknown when a parent on the way cannot be read, or there are
// more of them than "process.ancestors" of base/limits.h.
enum class Lineage { kInside, kOutside, kUnknown };
inline constexpr int kMostAncestors = int_limit("process.ancestors");
[[nodiscard]] Lineage lineage_of(pid_t pid, int most_ancestors = kMostAncestors);
// Field 22 of stat: start time in clock ticks since boot; tells two processes of one number apart.
Result<std::uint64_t> read_start_time(pid_t pid);
// Field 7: the controlling terminal's device number, 0 for none.
Result<int> read_terminal(pid_t pid);
// Field 28: where the kernel began the first stack of the program that the thread runs; 0 for one
// that may not be looked at. `proc_fd`: its open /proc folder.
Result<std::uint64_t> read_first_stack(int proc_fd, pid_t tid);
// A small file of procfs, whole.
Result<std::string> read_small_file(int directory, const char* path);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_PROCESS_PROC_STATUS_H_
