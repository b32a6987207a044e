// SPDX-License-Identifier: Apache-2.0
#include "interceptor/tracee/realm.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <linux/nsfs.h>
#include <linux/securebits.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <new>
#include <string>
#include <utility>

#include "interceptor/process/child_stack.h"
#include "interceptor/process/fs_context.h"
#include "interceptor/process/proc_status.h"
#include "interceptor/tracee/realm_server.h"

namespace guard::interceptor {
namespace {

Result<NamespaceId> namespace_id(int proc_fd, const char* name) {
  struct stat status {};
  if (::fstatat(proc_fd, name, &status, 0) != 0) {
    if (errno == ESRCH) return fail(Code::kGone, name);
    return fail_errno(name);
  }
  return NamespaceId{status.st_dev, status.st_ino};
}

Result<UniqueFd> open_namespace(int proc_fd, const char* name) {
  UniqueFd fd(::openat(proc_fd, name, O_RDONLY | O_CLOEXEC));
  if (!fd.valid()) return fail_errno(name);
  return fd;
}

Result<HomeNamespaces> read_home() {
  const UniqueFd self(::open("/proc/self", O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!self.valid()) return fail_errno("/proc/self");
  return namespaces_of(self.get());
}

// A namespace that only run_in_all enters; the pid namespace last, since it is for children only.
struct FurtherKind {
  const char* name;
  int flag;
};
constexpr std::array<FurtherKind, 4> kFurther = {{{"ns/ipc", CLONE_NEWIPC},
                                                  {"ns/net", CLONE_NEWNET},
                                                  {"ns/cgroup", CLONE_NEWCGROUP},
                                                  {"ns/pid", CLONE_NEWPID}}};
using FurtherNamespaces = std::array<UniqueFd, kFurther.size()>;  // invalid: guard's own

Result<FurtherNamespaces> further_namespaces(int proc_fd, Realm::PidNamespace pid_namespace) {
  FurtherNamespaces found;
  const UniqueFd self(::open("/proc/self", O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!self.valid()) return fail_errno("/proc/self");
  for (std::size_t i = 0; i < kFurther.size(); ++i) {
    if (kFurther[i].flag == CLONE_NEWPID && pid_namespace == Realm::PidNamespace::kGuards) continue;
    const auto own = namespace_id(self.get(), kFurther[i].name);
    if (!own) continue;  // the kernel has no such kind
    const auto other = namespace_id(proc_fd, kFurther[i].name);
    if (!other) return forward(other.error());
    if (*own == *other) continue;
    auto fd = open_namespace(proc_fd, kFurther[i].name);
    if (!fd) return forward(fd.error());
    found[i] = std::move(*fd);
  }
  return found;
}

// Raw calls: glibc's would try to change the threads of guard too.
bool take_ids(const Credentials& wanted) {
  if (::geteuid() != 0) return true;  // an ordinary user's tree has its ids already
  return ::prctl(PR_SET_SECUREBITS, SECBIT_NO_SETUID_FIXUP, 0, 0, 0) == 0 &&
         (has_groups(wanted.groups) ||
          ::syscall(SYS_setgroups, wanted.groups.size(), wanted.groups.data()) == 0) &&
         ::syscall(SYS_setresgid, wanted.gid, wanted.gid, wanted.gid) == 0 &&
         ::syscall(SYS_setresuid, wanted.uid, wanted.uid, wanted.uid) == 0;
}

}  // namespace

bool use_capabilities(std::uint64_t capabilities) {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct data[2]{};
  if (::syscall(SYS_capget, &header, data) != 0) return false;
  data[0].effective = static_cast<std::uint32_t>(capabilities) & data[0].permitted;
  data[1].effective = static_cast<std::uint32_t>(capabilities >> 32) & data[1].permitted;
  return ::syscall(SYS_capset, &header, data) == 0;
}

Result<HomeNamespaces> namespaces_of(int proc_fd) {
  const auto user = namespace_id(proc_fd, "ns/user");
  if (!user) return forward(user.error());
  const auto mount = namespace_id(proc_fd, "ns/mnt");
  if (!mount) return forward(mount.error());
  return HomeNamespaces{*user, *mount};
}

const Result<HomeNamespaces>& home_namespaces() {
  static const Result<HomeNamespaces> home = read_home();
  return home;
}

// One errand into a realm. The child half runs in a process of its own that shares guard's memory:
// only system calls on its own state, then the work.
class RealmChild {
 public:
  RealmChild(const Realm& realm, const Credentials& credentials, const std::function<void()>& work,
             const FurtherNamespaces* further, bool stays)
      : realm_(realm), credentials_(credentials), work_(work), further_(further), stays_(stays) {}

  Result<void> run() {
    (void)supervisor_pid();
    const ContextOfChild context;
    start(0, [](void* self) { return static_cast<RealmChild*>(self)->enter_and_work(); });
    if (done_) return {};
    if (error_ != 0) return tl::make_unexpected(Error{Code::kRefused, EPERM, stage_});
    return fail_with(EPERM, "the act in a namespace inside was cut short");
  }

 private:
  void start(int half, int (*function)(void*)) {
    constexpr int kSharing = CLONE_VM | CLONE_FILES | CLONE_VFORK;
    const pid_t pid = ::clone(function, child_stack().top(half), kSharing, this);
    if (pid < 0) {
      error_ = errno;
      stage_ = "clone";
      return;
    }
    int status = 0;
    while (::waitpid(pid, &status, __WALL) < 0 && errno == EINTR) {
    }
  }

  int enter_and_work() {
    if (!enter()) return 1;
    if (further_ != nullptr && further_->back().valid()) {
      // A pid namespace holds for children only.
      start(1, [](void* self) { return static_cast<RealmChild*>(self)->work_inside(); });
      return 0;
    }
    return work_inside();
  }

  bool enter() {
    if (!take_ids(credentials_)) return failed("ids");
    if (realm_.mount_owner_.valid() && !join(realm_.mount_owner_, CLONE_NEWUSER)) return false;
    if (!realm_.mount_owner_.valid() && !join(realm_.user_, CLONE_NEWUSER)) return false;
    if (realm_.mount_.valid() && !join(realm_.mount_, CLONE_NEWNS)) return false;
    if (further_ != nullptr && !join_further()) return false;
    if (realm_.mount_owner_.valid() && !join(realm_.user_, CLONE_NEWUSER)) return false;
    return (::fchdir(realm_.home_root_.get()) == 0 && ::chroot(".") == 0) || failed("root");
  }

  bool join_further() {
    for (std::size_t i = 0; i < kFurther.size(); ++i) {
      const UniqueFd& fd = (*further_)[i];
      if (fd.valid() && !join(fd, kFurther[i].flag)) return false;
    }
    return true;
  }

  bool join(const UniqueFd& fd, int kind) {
    return ::setns(fd.get(), kind) == 0 || failed("setns");
  }

  int work_inside() {
    // The last step: until here the child has every capability of the namespace.
    if (!stays_ && !use_capabilities(credentials_.capabilities)) {
      failed("capabilities");
      return 1;
    }
    work_();
    done_ = true;
    return 0;
  }

  bool failed(const char* stage) {
    error_ = errno == 0 ? EPERM : errno;
    stage_ = stage;
    return false;
  }

  const Realm& realm_;
  const Credentials& credentials_;
  const std::function<void()>& work_;
  const FurtherNamespaces* further_;  // null: user and mount namespace only
  const bool stays_;                  // a server: takes on the capabilities of each errand
  bool done_ = false;
  int error_ = 0;
  const char* stage_ = "";
};

Result<std::shared_ptr<const Realm>> Realm::of(int proc_fd, RealmServers& servers) {
  const auto& home = home_namespaces();
  if (!home) return forward(home.error());
  const auto theirs = namespaces_of(proc_fd);
  if (!theirs) return forward(theirs.error());
  // Only root could have come here: the filter gives nobody a mount namespace of guard's own user
  // namespace.
  if (theirs->user == home->user) return fail_with(EPERM, "a mount namespace without its user's");
  const std::shared_ptr<Realm> realm(new Realm(servers));
  realm->ids_ = *theirs;
  auto user = open_namespace(proc_fd, "ns/user");
  if (!user) return forward(user.error());
  realm->user_ = std::move(*user);
  if (theirs->mount != home->mount) {
    auto mount = open_namespace(proc_fd, "ns/mnt");
    if (!mount) return forward(mount.error());
    realm->mount_ = std::move(*mount);
    UniqueFd owner(::ioctl(realm->mount_.get(), NS_GET_USERNS));
    struct stat status {};
    if (!owner.valid() || ::fstat(owner.get(), &status) != 0) return fail_errno("mount namespace");
    if (NamespaceId{status.st_dev, status.st_ino} != theirs->user)
      realm->mount_owner_ = std::move(owner);
  }
  realm->root_.reset(::openat(proc_fd, "root", O_PATH | O_DIRECTORY | O_CLOEXEC));
  realm->home_root_.reset(::open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
  realm->proc_.reset(::fcntl(proc_fd, F_DUPFD_CLOEXEC, 0));
  if (!realm->root_.valid() || !realm->home_root_.valid() || !realm->proc_.valid())
    return fail_errno("root of a namespace inside");
  return realm;
}

Result<void> Realm::run(const Credentials& credentials, const std::function<void()>& work) const {
  return servers_.run(shared_from_this(), credentials, work);
}

Result<void> Realm::run_alone(const Credentials& credentials,
                              const std::function<void()>& work) const {
  return RealmChild(*this, credentials, work, nullptr, false).run();
}

Result<void> Realm::run_in_all(const Credentials& credentials, PidNamespace pid_namespace,
                               const std::function<void()>& work) const {
  const auto further = further_namespaces(proc_.get(), pid_namespace);
  if (!further) return forward(further.error());
  return RealmChild(*this, credentials, work, &*further, false).run();
}

Result<void> Realm::inhabit(const Credentials& ids, const std::function<void()>& work) const {
  return RealmChild(*this, ids, work, nullptr, true).run();
}

}  // namespace guard::interceptor
