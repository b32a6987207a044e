// SPDX-License-Identifier: Apache-2.0
#include "interceptor/tracee.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <string>
#include <utility>

#include "base/pid_handle.h"
#include "interceptor/proc_status.h"

namespace guard::interceptor {

// Signal 0 asks for nothing but whether the very task is there; it is the cheapest way to.
bool still_lives(const Tracee& tracee) {
  if (tracee.handle.valid()) {
    const auto asked = tracee.handle.send_signal(0);
    return asked || asked.error().code != Code::kGone;
  }
  return ::faccessat(tracee.proc.get(), "comm", F_OK, 0) == 0;
}

namespace {

// Each holds two descriptors: an eighth of those that this process may have.
std::size_t most_entries() {
  constexpr std::size_t kMost = 1024;
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return kMost;
  return std::min<std::size_t>(limit.rlim_cur / 16, kMost);
}

Result<void> find_realm(Tracee& tracee, RealmServers& servers) {
  const auto& home = home_namespaces();
  if (!home) return forward(home.error());
  const auto theirs = namespaces_of(tracee.proc.get());
  if (!theirs) return forward(theirs.error());
  if (*theirs == *home) return {};
  auto realm = Realm::of(tracee.proc.get(), servers);
  if (!realm) return forward(realm.error());
  tracee.realm = std::move(*realm);
  return {};
}

// `realms`: null while there are none.
Result<std::shared_ptr<const Tracee>> read_tracee(Tid tid, RealmServers* realms) {
  auto tracee = std::make_shared<Tracee>();
  const std::string folder = "/proc/" + std::to_string(tid);
  tracee->tid = tid;
  tracee->proc.reset(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!tracee->proc.valid()) {
    if (errno == ENOENT || errno == ESRCH) return fail(Code::kGone, "open /proc/TID");
    return forward(Error{Code::kUnreadable, errno, "open /proc/TID"});
  }
  auto status = read_proc_status_at(tracee->proc.get());
  if (!status) return forward(status.error());
  const auto start = read_start_time(status->tgid);
  if (!start) return forward(start.error());
  if (auto handle = PidHandle::open_thread(tid)) tracee->handle = std::move(*handle);
  tracee->tgid = status->tgid;
  tracee->parent = status->parent;
  tracee->start_time = *start;
  tracee->credentials = std::move(status->credentials);
  tracee->real_uid = status->uids.real;
  tracee->real_gid = status->gids.real;
  tracee->umask = status->umask;
  tracee->single_threaded = status->threads == 1;
  if (realms != nullptr) {
    if (auto found = find_realm(*tracee, *realms); !found) return forward(found.error());
  }
  return tracee;
}

Result<UniqueFd> open_magic(const Tracee& tracee, const char* name, int missing_errno) {
  UniqueFd fd(::openat(tracee.proc.get(), name, O_PATH | O_CLOEXEC));
  if (fd.valid()) return fd;
  if (errno == ESRCH) return fail(Code::kGone, name);
  if (errno == ENOENT) return fail_with(missing_errno, name);
  return forward(Error{Code::kUnreadable, errno, name});
}

// "flags:" of fdinfo is octal.
bool is_path_only(const Tracee& tracee, const std::string& number) {
  const auto text = read_small_file(tracee.proc.get(), ("fdinfo/" + number).c_str());
  constexpr std::string_view kLabel = "flags:\t";
  const std::size_t at = text ? text->find(kLabel) : std::string::npos;
  if (at == std::string::npos) return true;
  unsigned flags = O_PATH;
  std::from_chars(text->data() + at + kLabel.size(), text->data() + text->size(), flags, 8);
  return (flags & O_PATH) != 0;
}

}  // namespace

Result<std::shared_ptr<const Tracee>> TraceeTable::find(Tid tid) {
  {
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(tid);
    if (found != entries_.end()) {
      if (still_lives(*found->second)) return found->second;
      entries_.erase(found);
    }
  }
  auto tracee = read_tracee(tid, realms_expected() ? &servers_ : nullptr);
  if (!tracee || (*tracee)->realm) return tracee;
  const std::lock_guard lock(mutex_);
  static const std::size_t kMostEntries = most_entries();
  if (entries_.size() >= kMostEntries) {
    std::erase_if(entries_, [](const auto& entry) { return !still_lives(*entry.second); });
    if (entries_.size() >= kMostEntries) entries_.clear();
  }
  entries_[tid] = *tracee;
  return tracee;
}

void TraceeTable::forget(Tid tid) {
  const std::lock_guard lock(mutex_);
  entries_.erase(tid);
}

void TraceeTable::forget_process_of(Tid tid) {
  const pid_t tgid = thread_group_of(tid);
  const std::lock_guard lock(mutex_);
  entries_.erase(tid);
  std::erase_if(entries_, [tgid](const auto& entry) { return entry.second->tgid == tgid; });
}

// The leader has its group's number, and a pidfd of the process can be had of it alone: cheaper
// than reading /proc.
pid_t TraceeTable::thread_group_of(Tid tid) {
  if (PidHandle::open(tid)) return tid;
  const auto tracee = find(tid);
  return tracee ? (*tracee)->tgid : tid;
}

// A single thread that ran an image before runs another now: its number, its start, its umask stay.
// Its ids follow its effective ones and its capabilities the file and the bounding set
// (capabilities(7)): an id of another than the effective user's was had by capabilities that are
// compared here.
void TraceeTable::executed(Tid caller, pid_t tgid) {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(caller);
  const bool keep = found != entries_.end() && caller == tgid && found->second->single_threaded &&
                    effective_capabilities(caller) == found->second->credentials.capabilities;
  if (keep) return;
  std::erase_if(entries_, [&](const auto& entry) {
    return entry.first == caller || entry.second->tgid == tgid;
  });
}

bool TraceeTable::owns_its_descriptors(const Tracee& tracee) const {
  // /proc/PID/task has two links and one for each thread (fs/proc/base.c, proc_task_getattr). A
  // process of one thread cannot start another while that thread waits.
  constexpr nlink_t kOneThread = 3;
  struct stat threads {};
  return !descriptors_are_shared_ && ::fstatat(tracee.proc.get(), "task", &threads, 0) == 0 &&
         threads.st_nlink == kOneThread;
}

std::shared_ptr<const Tracee> without_descriptors(const Tracee& tracee) {
  auto copy = std::make_shared<Tracee>();
  copy->tid = tracee.tid;
  copy->tgid = tracee.tgid;
  copy->parent = tracee.parent;
  copy->start_time = tracee.start_time;
  copy->credentials = tracee.credentials;
  copy->real_uid = tracee.real_uid;
  copy->real_gid = tracee.real_gid;
  copy->umask = tracee.umask;
  copy->single_threaded = tracee.single_threaded;
  copy->realm = tracee.realm;
  return copy;
}

Result<mode_t> current_umask(const Tracee& tracee) {
  if (tracee.single_threaded) return tracee.umask;
  const auto status = read_proc_status_at(tracee.proc.get());
  if (!status) return forward(status.error());
  return status->umask;
}

Result<UniqueFd> open_working_folder(const Tracee& tracee) {
  return open_magic(tracee, "cwd", ENOENT);
}

Result<UniqueFd> open_descriptor(const Tracee& tracee, int number) {
  if (number < 0) return fail_with(EBADF, "descriptor");
  return open_magic(tracee, ("fd/" + std::to_string(number)).c_str(), EBADF);
}

// The bits of the link show whether the file can be read or written (fs/proc/fd.c); without either
// it is O_PATH, or opened for ioctl alone (access mode 3).
Result<UniqueFd> open_real_descriptor(const Tracee& tracee, int number) {
  auto object = open_descriptor(tracee, number);
  if (!object) return object;
  const std::string digits = std::to_string(number);
  struct stat link {};
  if (::fstatat(tracee.proc.get(), ("fd/" + digits).c_str(), &link, AT_SYMLINK_NOFOLLOW) != 0)
    return fail_with(EBADF, "descriptor");
  if ((link.st_mode & (S_IRUSR | S_IWUSR)) == 0 && is_path_only(tracee, digits))
    return fail_with(EBADF, "a path-only descriptor");
  return object;
}

Result<UniqueFd> duplicate_descriptor(const Tracee& tracee, int number) {
  if (number < 0) return fail_with(EBADF, "descriptor");
  // Threads may have descriptor tables of their own; before Linux 6.9 only the leader's can be
  // reached.
  if (tracee.handle.valid()) return tracee.handle.take_fd(number);
  const auto process = PidHandle::open(tracee.tgid);
  if (!process) return forward(process.error());
  return process->take_fd(number);
}

}  // namespace guard::interceptor
