// SPDX-License-Identifier: Apache-2.0
// Realm: where a tracee acts that is not in guard's own user namespace: its user namespace, its
// mount namespace, its root. An act of guard for it happens there, with exactly its rights: in a
// child that has entered both and holds the tracee's ids and capabilities, never with guard's own.
// The child shares guard's memory and descriptors (clone with CLONE_VM, CLONE_FILES, CLONE_VFORK:
// the calling thread waits meanwhile), so that the very same code runs for every tracee; it cannot
// be traced or read by the tree, since its memory is guard's, which is not dumpable.
//   realm.run(credentials, [&] { fd = ::openat(folder, "name", O_WRONLY); });
// A child stays for further acts (realm_server.h). A realm is read anew at each call of its tracee:
// pivot_root of another process moves its root, capset takes its capabilities. Immutable; any
// thread.
//
// namespaces(7), user_namespaces(7), setns(2). kernel/user_namespace.c: setns into a user namespace
// needs a process of one thread and an fs_struct of its own; the owner of a child namespace has all
// capabilities in it.
#ifndef GUARD_INTERCEPTOR_TRACEE_REALM_H_
#define GUARD_INTERCEPTOR_TRACEE_REALM_H_

#include <sys/types.h>

#include <functional>
#include <memory>
#include <vector>

#include "base/error.h"
#include "base/files/unique_fd.h"
#include "interceptor/process/credentials.h"

namespace guard::interceptor {

// One namespace of a kind, named by the inode of its file in /proc/PID/ns.
struct NamespaceId {
  dev_t device = 0;
  ino_t inode = 0;
  bool operator==(const NamespaceId&) const = default;
};

struct HomeNamespaces {
  NamespaceId user;
  NamespaceId mount;
  bool operator==(const HomeNamespaces&) const = default;
};

Result<HomeNamespaces> namespaces_of(int proc_fd);  // of an open /proc/PID
// Those of guard, read once.
[[nodiscard]] const Result<HomeNamespaces>& home_namespaces();

class RealmServers;

class Realm : public std::enable_shared_from_this<Realm> {
 public:
  // `proc_fd`: O_PATH of the tracee's /proc/TID. `servers` outlives what is run.
  static Result<std::shared_ptr<const Realm>> of(int proc_fd, RealmServers& servers);

  // O_PATH of what "/" is to the tracee.
  [[nodiscard]] int root() const { return root_.get(); }
  // The same namespaces; roots may differ.
  [[nodiscard]] bool same_place(const Realm& other) const { return ids_ == other.ids_; }

  // Work in the child sees guard's root, so that guard's /proc/self/fd works; the mount namespace
  // is the tracee's. An error: the child could not take the tracee's place, or ended before it was
  // done; then how far it got is unknown.
  Result<void> run(const Credentials& credentials, const std::function<void()>& work) const;
  // In a child that is forked for it: for what may take long.
  Result<void> run_alone(const Credentials& credentials, const std::function<void()>& work) const;
  // The same in every namespace of the tracee: for mounts of kernel file systems, which belong to
  // the namespaces of who mounts them. Its pid namespace only when told: that takes a number of it.
  enum class PidNamespace { kGuards, kTracees };
  Result<void> run_in_all(const Credentials& credentials, PidNamespace pid_namespace,
                          const std::function<void()>& work) const;
  // Keeps every capability of the namespace permitted: for realm_server.h alone.
  Result<void> inhabit(const Credentials& ids, const std::function<void()>& work) const;

 private:
  friend class RealmChild;
  explicit Realm(RealmServers& servers) : servers_(servers) {}
  RealmServers& servers_;
  HomeNamespaces ids_;  // of the tracee
  UniqueFd user_;
  UniqueFd mount_;        // invalid: guard's own
  UniqueFd mount_owner_;  // the user namespace that owns mount_, if it is not user_
  UniqueFd root_;
  UniqueFd proc_;
  UniqueFd home_root_;  // guard's
};

// The calling thread's effective capabilities, of those that it is permitted.
[[nodiscard]] bool use_capabilities(std::uint64_t capabilities);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_TRACEE_REALM_H_
