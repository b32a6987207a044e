// SPDX-License-Identifier: Apache-2.0
// Tracee: one thread of the supervised tree, as guard needs to know it to act for it, read without
// /proc/TID/status where the kernel can (that costs 11 us). TraceeTable caches them. A cached entry
// is bound to the very task: it holds an fd of /proc/TID, which stops answering when that task
// ends, even if its number is reused. Credentials and umask change only through calls that are
// notified (set*id, capset, umask, exec); a thread cannot make another call while its own is being
// answered, so an entry that is forgotten at such a call is read again afterwards. A process that
// acts in a realm is never cached. TraceeTable: one mutex, any thread. Tracee: immutable but for
// what current_umask() remembers.
#ifndef GUARD_INTERCEPTOR_TRACEE_TRACEE_H_
#define GUARD_INTERCEPTOR_TRACEE_TRACEE_H_

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/error.h"
#include "base/files/unique_fd.h"
#include "base/process/pid_handle.h"
#include "interceptor/calls/caller_help.h"
#include "interceptor/calls/notification.h"
#include "interceptor/process/credentials.h"
#include "interceptor/process/task_ids.h"
#include "interceptor/tracee/realm.h"
#include "interceptor/tracee/realm_server.h"

namespace guard::interceptor {

struct Tracee {
  Tid tid = 0;
  pid_t tgid = 0;
  pid_t parent = 0;            // when it was first seen
  std::uint64_t identity = 0;  // of the process: task_ids.h
  UniqueFd proc;               // O_PATH of /proc/TID
  PidHandle handle;            // of the thread; invalid before Linux 6.9
  Credentials credentials;
  uid_t real_uid = 0;
  gid_t real_gid = 0;
  bool acts_as_effective = true;  // its file-system ids are its effective ones: an exec keeps them
  std::shared_ptr<const Realm> realm;  // null: guard's own namespaces and root
  std::shared_ptr<CallerHelp> help;    // null: it cannot be asked for more than guard may take
  void set_ids(const TaskIds& ids);
  // Owned apart, so that a Tracee can be moved before it is shared.
  static constexpr int kUnknownUmask = -1;
  bool shares_umask = false;  // perhaps, with another process: it is never remembered
  std::unique_ptr<std::atomic<int>> umask = std::make_unique<std::atomic<int>>(kUnknownUmask);
  std::shared_ptr<const std::atomic<int>> common_umask;  // of the whole tree, while nobody set his
};

class TraceeTable {
 public:
  // kGone when the thread has ended.
  Result<std::shared_ptr<const Tracee>> find(Tid tid);
  void forget(Tid tid);
  // identity_of(), without asking the kernel for more than a sign of life when it is known.
  Result<std::uint64_t> identity_of_process(pid_t process);
  // umask(2) holds for all threads of the process: the entries of all of them are dropped.
  void forget_process_of(Tid tid);
  // The supplementary groups of CMD: those of every tracee until one of them may change its own.
  void assume_groups(std::vector<gid_t> groups);
  // The umask of CMD, before its first call was answered: that of every tracee until one of them is
  // about to set its own. Not where umask(2) is not notified.
  void assume_umask(mode_t mask);
  void expect_other_umasks() { *common_umask_ = Tracee::kUnknownUmask; }
  // A call that sets supplementary groups is about to happen. Ids and capabilities are asked for
  // each tracee in any case.
  void expect_other_groups() { groups_are_common_ = false; }
  // After an exec, the thread being held: what can have changed with it is dropped.
  void executed(Tid caller, pid_t tgid);
  // From now on tracees may have namespaces of their own. Until then nobody looks: two stat calls a
  // tracee. Call it before the kernel makes the first one.
  void expect_realms() { realms_.store(true); }
  [[nodiscard]] bool realms_expected() const { return realms_.load(); }
  // Nobody tells of what changes ids, umask, namespaces (preload_listener.h): everything is read
  // anew for every call. HELP_OF says who can be asked for more. Before the first find.
  using HelpOf = std::function<std::shared_ptr<CallerHelp>(Tid)>;
  void remember_nothing(HelpOf help_of);
  // A process has begun to share its descriptor table with another (clone(2), CLONE_FILES without
  // CLONE_THREAD): from now on no table counts as a single thread's.
  void note_shared_descriptors() { descriptors_are_shared_ = true; }
  // The same of the file-system context (CLONE_FS): from now on no umask is remembered.
  void note_shared_umasks();
  // True when nobody but this thread, which waits for guard's answer, can change what its
  // descriptor numbers mean: it then stays true until it is answered.
  [[nodiscard]] bool owns_its_descriptors(const Tracee& tracee) const;

 private:
  pid_t thread_group_of(Tid tid);
  Result<std::shared_ptr<const Tracee>> read(Tid tid);
  Result<void> read_ids(Tracee& tracee) const;

  RealmServers servers_;
  HelpOf help_of_;  // empty: what was read is remembered
  std::atomic<bool> realms_ = false;
  std::atomic<bool> descriptors_are_shared_ = false;
  std::atomic<bool> umasks_are_shared_ = false;
  std::atomic<bool> groups_are_common_ = false;
  const std::shared_ptr<std::atomic<int>> common_umask_ =
      std::make_shared<std::atomic<int>>(Tracee::kUnknownUmask);
  std::vector<gid_t> groups_;  // set before the first find
  std::mutex mutex_;
  std::unordered_map<Tid, std::shared_ptr<const Tracee>> entries_;
  // Those of entries_, and perhaps more, that do not lead their process: few programs have any.
  std::unordered_set<Tid> other_threads_;
};

// The same, but for what it holds of the task: enough to act with its rights, not to read of it.
[[nodiscard]] std::shared_ptr<const Tracee> without_descriptors(const Tracee& tracee);
// The very task still lives: what was read of its memory was its own.
[[nodiscard]] bool still_lives(const Tracee& tracee);
// The process has no other thread, nor can it start one while this one waits for guard.
[[nodiscard]] bool has_one_thread(const Tracee& tracee);
// The parent's thread group now.
Result<pid_t> current_parent(const Tracee& tracee);
// The umask now: common to all, or remembered for a single-threaded process, read again otherwise
// (a sibling thread may just have changed it).
Result<mode_t> current_umask(const Tracee& tracee);
// An O_PATH fd of the tracee's working folder, or of the folder its descriptor names.
Result<UniqueFd> open_working_folder(const Tracee& tracee);
// The name of that folder as the kernel tells it, where the tree has no mounts of its own; empty
// where it tells none.
[[nodiscard]] std::string name_of_working_folder(const Tracee& tracee);
Result<UniqueFd> open_descriptor(const Tracee& tracee, int number);
// The same (an O_PATH fd, no second hold on the open file), but EBADF when the tracee's own was
// opened with O_PATH: fchmod(2) and kin refuse those.
Result<UniqueFd> open_real_descriptor(const Tracee& tracee, int number);
// The very open file. While guard has it, locks and leases of it live on (traps.md T1): to be
// closed before the tracee is answered. HELP: asked where guard may not take it; null: whatever
// helps the tracee.
Result<UniqueFd> duplicate_descriptor(const Tracee& tracee, int number, CallerHelp* help = nullptr);
// FD_CLOEXEC of a descriptor of the tracee's; true where it cannot be read.
[[nodiscard]] bool closes_on_exec(const Tracee& tracee, int number);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_TRACEE_TRACEE_H_
