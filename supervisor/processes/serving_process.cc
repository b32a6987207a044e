// SPDX-License-Identifier: Apache-2.0
#include "supervisor/processes/serving_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <string>

#include "base/files/unique_fd.h"
#include "interceptor/process/proc_status.h"

namespace guard::supervisor {
namespace {

// The callers that are remembered (tracee.h) hold half of them at most.
constexpr rlim_t kRoomForFiles = 4096;

// Up the parents until the reaper or guard itself (inside), or until somebody whom guard did not
// start (outside). A peer that has already gone cannot be placed.
Role place_of(pid_t pid, pid_t reaper, int most_ancestors) {
  for (int depth = 0; depth < most_ancestors; ++depth) {
    // Below guard but beside the reaper: a child that acts for the tree
    // (interceptor/tracee/realm.h).
    if (pid == reaper || pid == ::getpid()) return Role::kInside;
    if (pid <= 1) return Role::kOutside;
    const auto status = interceptor::read_proc_status("/proc/" + std::to_string(pid));
    if (!status) return Role::kStranger;
    pid = status->parent;
  }
  return Role::kStranger;
}

}  // namespace

void leave_inherited_files(std::vector<int> kept) {
  const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int stream = 0; stream < 3; ++stream) ::dup2(null, stream);
  std::sort(kept.begin(), kept.end());
  unsigned from = 3;
  for (const int fd : kept) {
    if (fd < 3) continue;
    const auto number = static_cast<unsigned>(fd);
    if (number > from) ::syscall(SYS_close_range, from, number - 1, 0U);
    from = number + 1;
  }
  ::syscall(SYS_close_range, from, ~0U, 0U);
}

void take_signals() {
  struct sigaction wake {};
  wake.sa_handler = [](int) {};
  ::sigaction(kWakeSignal, &wake, nullptr);
  ::signal(SIGPIPE, SIG_IGN);
  sigset_t blocked;
  sigfillset(&blocked);
  sigdelset(&blocked, kWakeSignal);
  ::pthread_sigmask(SIG_SETMASK, &blocked, nullptr);
}

void raise_file_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

void make_room_for_files() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  const auto last = std::min<rlim_t>(limit.rlim_cur, kRoomForFiles) - 1;
  const UniqueFd highest(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, static_cast<int>(last)));
}

Role role_of_peer(const ucred& peer, pid_t reaper, const std::vector<uid_t>& approvers,
                  int most_ancestors) {
  // guard itself connects for the tree: whoever comes with its number comes from inside.
  if (peer.pid == ::getpid()) return Role::kInside;
  const Role place = place_of(peer.pid, reaper, most_ancestors);
  if (place != Role::kOutside) return place;
  const bool known = peer.uid == ::getuid() || peer.uid == 0 ||
                     std::find(approvers.begin(), approvers.end(), peer.uid) != approvers.end();
  return known ? Role::kOutside : Role::kStranger;
}

}  // namespace guard::supervisor
