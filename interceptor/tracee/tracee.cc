// SPDX-License-Identifier: Apache-2.0
#include "interceptor/tracee/tracee.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <climits>
#include <string>
#include <utility>

#include "base/process/pid_handle.h"
#include "interceptor/process/proc_status.h"
#include "interceptor/process/task_ids.h"

namespace guard::interceptor {

// Signal 0 asks for nothing but whether the very task is there; it is the cheapest way to.
bool still_lives(const Tracee& tracee) {
  if (tracee.handle.valid()) {
    const auto asked = tracee.handle.send_signal(0);
    return asked || asked.error().code != Code::kGone;
  }
  return ::faccessat(tracee.proc.get(), "comm", F_OK, 0) == 0;
}

void Tracee::set_ids(const TaskIds& ids) {
  tgid = ids.tgid;
  parent = ids.parent;
  real_uid = ids.real_uid;
  real_gid = ids.real_gid;
  acts_as_effective =
      ids.file_system_uid == ids.effective_uid && ids.file_system_gid == ids.effective_gid;
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

Result<UniqueFd> open_magic(const Tracee& tracee, const char* name, int missing_errno) {
  UniqueFd fd(::openat(tracee.proc.get(), name, O_PATH | O_CLOEXEC));
  if (fd.valid()) return fd;
  if (errno == ESRCH) return fail(Code::kGone, name);
  if (errno == ENOENT) return fail_with(missing_errno, name);
  return forward(Error{Code::kUnreadable, errno, name});
}

// "flags:" of fdinfo is octal. OTHERWISE: where it cannot be read.
unsigned flags_of(const Tracee& tracee, const std::string& number, unsigned otherwise) {
  const auto text = read_small_file(tracee.proc.get(), ("fdinfo/" + number).c_str());
  constexpr std::string_view kLabel = "flags:\t";
  const std::size_t at = text ? text->find(kLabel) : std::string::npos;
  if (at == std::string::npos) return otherwise;
  unsigned flags = otherwise;
  std::from_chars(text->data() + at + kLabel.size(), text->data() + text->size(), flags, 8);
  return flags;
}

bool is_path_only(const Tracee& tracee, const std::string& number) {
  return (flags_of(tracee, number, O_PATH) & O_PATH) != 0;
}

void remember_umask(const Tracee& tracee, const ProcStatus& status) {
  if (status.threads == 1 && !tracee.shares_umask) *tracee.umask = static_cast<int>(status.umask);
}

}  // namespace

bool closes_on_exec(const Tracee& tracee, int number) {
  return (flags_of(tracee, std::to_string(number), O_CLOEXEC) & O_CLOEXEC) != 0;
}

void TraceeTable::assume_groups(std::vector<gid_t> groups) {
  groups_ = std::move(groups);
  groups_are_common_ = true;
}

void TraceeTable::assume_umask(mode_t mask) {
  if (!help_of_) *common_umask_ = static_cast<int>(mask);
}

// Numbers where the kernel tells them and the groups are known; else the text of status.
Result<void> TraceeTable::read_ids(Tracee& tracee) const {
  tracee.shares_umask = umasks_are_shared_;
  if (groups_are_common_ && !realms_expected()) {
    // The capabilities are asked for by number: the handle then says that it is still the same
    // task's.
    const auto capabilities = effective_capabilities(tracee.tid);
    const auto ids = ids_of(tracee.handle);
    if (!ids && ids.error().code == Code::kGone) return forward(ids.error());
    if (ids && capabilities) {
      tracee.set_ids(*ids);
      tracee.credentials = {ids->file_system_uid, ids->file_system_gid, groups_, *capabilities};
      return {};
    }
  }
  auto status = read_proc_status_at(tracee.proc.get());
  if (!status) return forward(status.error());
  tracee.set_ids(ids_of(*status));
  tracee.credentials = std::move(status->credentials);
  remember_umask(tracee, *status);
  return {};
}

Result<std::shared_ptr<const Tracee>> TraceeTable::read(Tid tid) {
  auto tracee = std::make_shared<Tracee>();
  tracee->tid = tid;
  tracee->common_umask = common_umask_;
  // The first of the two tells that the number is nobody's; the second may be a later task's, which
  // the notification, no longer valid then, gives away.
  if (auto handle = PidHandle::open_thread(tid)) tracee->handle = std::move(*handle);
  const std::string folder = "/proc/" + std::to_string(tid);
  tracee->proc.reset(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!tracee->proc.valid()) {
    if (errno == ENOENT || errno == ESRCH) return fail(Code::kGone, "open /proc/TID");
    return forward(Error{Code::kUnreadable, errno, "open /proc/TID"});
  }
  if (auto known = read_ids(*tracee); !known) return forward(known.error());
  const auto identity =
      tracee->tgid == tid ? identity_of(tid, tracee->handle) : identity_of(tracee->tgid);
  if (!identity) return forward(identity.error());
  tracee->identity = *identity;
  if (help_of_) tracee->help = help_of_(tid);
  if (realms_expected() || help_of_) {
    if (auto found = find_realm(*tracee, servers_); !found) return forward(found.error());
    if (tracee->realm) expect_realms();  // its making may not have been told
  }
  return tracee;
}

void TraceeTable::remember_nothing(HelpOf help_of) {
  help_of_ = std::move(help_of);
  groups_are_common_ = false;
  descriptors_are_shared_ = true;
  umasks_are_shared_ = true;
}

Result<std::shared_ptr<const Tracee>> TraceeTable::find(Tid tid) {
  if (help_of_) return read(tid);
  {
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(tid);
    if (found != entries_.end()) {
      if (still_lives(*found->second)) return found->second;
      entries_.erase(found);
    }
  }
  auto tracee = read(tid);
  if (!tracee || (*tracee)->realm) return tracee;
  const std::lock_guard lock(mutex_);
  static const std::size_t kMostEntries = most_entries();
  if (entries_.size() >= kMostEntries) {
    std::erase_if(entries_, [](const auto& entry) { return !still_lives(*entry.second); });
    if (entries_.size() >= kMostEntries) entries_.clear();
  }
  entries_[tid] = *tracee;
  if ((*tracee)->tgid != tid) other_threads_.insert(tid);
  return tracee;
}

Result<std::uint64_t> TraceeTable::identity_of_process(pid_t process) {
  {
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(process);
    if (found != entries_.end() && found->second->tgid == process && still_lives(*found->second))
      return found->second->identity;
  }
  return identity_of(process);
}

void TraceeTable::note_shared_umasks() {
  umasks_are_shared_ = true;
  const std::lock_guard lock(mutex_);
  entries_.clear();
}

void TraceeTable::forget(Tid tid) {
  const std::lock_guard lock(mutex_);
  entries_.erase(tid);
}

void TraceeTable::forget_process_of(Tid tid) {
  const pid_t tgid = thread_group_of(tid);
  const std::lock_guard lock(mutex_);
  entries_.erase(tid);
  entries_.erase(tgid);
  std::erase_if(other_threads_, [this, tgid](Tid other) {
    const auto found = entries_.find(other);
    const bool known = found != entries_.end();
    if (known && found->second->tgid != tgid) return false;
    if (known) entries_.erase(found);
    return true;
  });
}

// The leader has its group's number, and a pidfd of the process can be had of it alone: cheaper
// than reading /proc.
pid_t TraceeTable::thread_group_of(Tid tid) {
  if (PidHandle::open(tid)) return tid;
  const auto tracee = find(tid);
  return tracee ? (*tracee)->tgid : tid;
}

// If a leader ran it before, it runs another image now: its number, its identity, its umask stay.
// Its ids follow its effective ones and its capabilities the file and the bounding set
// (capabilities(7)): an id of another than the effective user's was had by capabilities that are
// compared here. Its other threads have ended, which find() tells by itself.
void TraceeTable::executed(Tid caller, pid_t tgid) {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(caller);
  const bool keep = found != entries_.end() && caller == tgid && found->second->acts_as_effective &&
                    effective_capabilities(caller) == found->second->credentials.capabilities;
  if (!keep) entries_.erase(caller);
  if (caller != tgid) entries_.erase(tgid);
}

// /proc/PID/task has two links and one for each thread (fs/proc/base.c, proc_task_getattr).
bool has_one_thread(const Tracee& tracee) {
  constexpr nlink_t kOneThread = 3;
  struct stat threads {};
  return ::fstatat(tracee.proc.get(), "task", &threads, 0) == 0 && threads.st_nlink == kOneThread;
}

bool TraceeTable::owns_its_descriptors(const Tracee& tracee) const {
  return !descriptors_are_shared_ && has_one_thread(tracee);
}

std::shared_ptr<const Tracee> without_descriptors(const Tracee& tracee) {
  auto copy = std::make_shared<Tracee>();
  copy->tid = tracee.tid;
  copy->tgid = tracee.tgid;
  copy->parent = tracee.parent;
  copy->identity = tracee.identity;
  copy->credentials = tracee.credentials;
  copy->real_uid = tracee.real_uid;
  copy->real_gid = tracee.real_gid;
  copy->acts_as_effective = tracee.acts_as_effective;
  copy->shares_umask = tracee.shares_umask;
  *copy->umask = tracee.umask->load();
  copy->common_umask = tracee.common_umask;
  copy->realm = tracee.realm;
  return copy;
}

Result<pid_t> current_parent(const Tracee& tracee) {
  const auto ids = ids_of(tracee.handle);
  if (ids) return ids->parent;
  if (ids.error().code == Code::kGone) return forward(ids.error());
  const auto status = read_proc_status_at(tracee.proc.get());
  if (!status) return forward(status.error());
  return status->parent;
}

Result<mode_t> current_umask(const Tracee& tracee) {
  const int common = tracee.common_umask ? tracee.common_umask->load() : Tracee::kUnknownUmask;
  if (common != Tracee::kUnknownUmask) return static_cast<mode_t>(common);
  if (const int known = *tracee.umask; known != Tracee::kUnknownUmask)
    return static_cast<mode_t>(known);
  const auto status = read_proc_status_at(tracee.proc.get());
  if (!status) return forward(status.error());
  remember_umask(tracee, *status);
  return status->umask;
}

Result<UniqueFd> open_working_folder(const Tracee& tracee) {
  return open_magic(tracee, "cwd", ENOENT);
}

std::string name_of_working_folder(const Tracee& tracee) {
  std::array<char, PATH_MAX> name;
  const ssize_t length = ::readlinkat(tracee.proc.get(), "cwd", name.data(), name.size());
  const bool is_whole = length > 0 && static_cast<std::size_t>(length) < name.size();
  return is_whole ? std::string(name.data(), static_cast<std::size_t>(length)) : std::string();
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

namespace {

Result<UniqueFd> take_descriptor(const Tracee& tracee, int number) {
  // Threads may have descriptor tables of their own; before Linux 6.9 only the leader's can be
  // reached.
  if (tracee.handle.valid()) return tracee.handle.take_fd(number);
  const auto process = PidHandle::open(tracee.tgid);
  if (!process) return forward(process.error());
  return process->take_fd(number);
}

}  // namespace

Result<UniqueFd> duplicate_descriptor(const Tracee& tracee, int number, CallerHelp* help) {
  if (number < 0) return fail_with(EBADF, "descriptor");
  auto taken = take_descriptor(tracee, number);
  if (help == nullptr) help = tracee.help.get();
  if (taken || help == nullptr) return taken;
  const int error = taken.error().sys_errno;
  return error == EPERM || error == ENOSYS ? help->give_descriptor(number) : std::move(taken);
}

}  // namespace guard::interceptor
