// SPDX-License-Identifier: Apache-2.0
#include "interceptor/process/call_in_progress.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/syscall.h>

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "interceptor/process/proc_status.h"
#include "interceptor/syscalls/open_flags.h"

namespace guard::interceptor {
namespace {

// A call that guard was asked for already has O_CREAT or another bit of write intent
// (open_registers.h).
bool only_reads(std::uint64_t flags) {
  return (flags & O_PATH) == 0 && !has_write_intent(flags);
}

}  // namespace

std::optional<CallInProgress> call_in_progress(pid_t tid) {
  const auto text =
      read_small_file(AT_FDCWD, ("/proc/" + std::to_string(tid) + "/syscall").c_str());
  if (!text) return std::nullopt;
  CallInProgress call;
  auto& a = call.arguments;
  const int found = std::sscanf(
      text->c_str(), "%ld %" SCNx64 " %" SCNx64 " %" SCNx64 " %" SCNx64 " %" SCNx64 " %" SCNx64,
      &call.number, &a[0], &a[1], &a[2], &a[3], &a[4], &a[5]);
  if (found != 7) return std::nullopt;
  return call;
}

bool is_direct_open(const CallInProgress& call) {
#ifdef SYS_open
  if (call.number == SYS_open) return only_reads(call.arguments[1]);
#endif
  return call.number == SYS_openat && only_reads(call.arguments[2]);
}

// Those that make a child without waiting are over at once.
bool waits_for_child_to_exec(pid_t process) {
  const std::vector<pid_t> threads = threads_of(process);
  return std::any_of(threads.begin(), threads.end(), [](pid_t tid) {
    const auto call = call_in_progress(tid);
#ifdef SYS_vfork
    if (call && call->number == SYS_vfork) return true;
#endif
    return call && (call->number == SYS_clone || call->number == SYS_clone3);
  });
}

bool waits_in_direct_open(pid_t tid) {
  const auto call = call_in_progress(tid);
  return call && is_direct_open(*call);
}

bool may_wait_for_lease(pid_t tid) {
  const auto text = read_small_file(AT_FDCWD, ("/proc/" + std::to_string(tid) + "/wchan").c_str());
  return !text || text->empty() || *text == "0" || text->starts_with("__break_lease");
}

std::vector<pid_t> threads_of(pid_t process) {
  std::vector<pid_t> threads;
  DIR* folder = ::opendir(("/proc/" + std::to_string(process) + "/task").c_str());
  if (folder == nullptr) return threads;
  while (const dirent* entry = ::readdir(folder)) {
    const auto tid = static_cast<pid_t>(std::strtol(entry->d_name, nullptr, 10));
    if (tid > 0) threads.push_back(tid);
  }
  ::closedir(folder);
  return threads;
}

// Field 3 of /proc/TID/stat; the name before it may hold spaces and brackets.
bool is_at_end(pid_t tid) {
  const auto text = read_small_file(AT_FDCWD, ("/proc/" + std::to_string(tid) + "/stat").c_str());
  if (!text) return true;
  const std::size_t bracket = text->rfind(')');
  if (bracket == std::string::npos || bracket + 2 >= text->size()) return false;
  const char state = (*text)[bracket + 2];
  return state == 'Z' || state == 'X';
}

bool is_exec(const CallInProgress& call) {
  return call.number == SYS_execve || call.number == SYS_execveat;
}

}  // namespace guard::interceptor
