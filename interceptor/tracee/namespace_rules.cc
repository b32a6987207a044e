// SPDX-License-Identifier: Apache-2.0
#include "interceptor/tracee/namespace_rules.h"

#include <linux/capability.h>
#include <linux/sched.h>
#include <sys/mount.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "base/weaken.h"

namespace guard::interceptor {
namespace {

using Kind = NamespaceVerdict::Kind;

constexpr char kOutside[] = "it would change what paths mean for processes outside";
constexpr char kUseUserNamespace[] =
    "Use a user namespace (unshare --user, bwrap --unshare-user), or ask the user";
constexpr char kRoots[] = "Landlock roots are in force, and they refuse every mount";
constexpr char kWithoutRoots[] = "Ask the user to run guard with --landlock off";
constexpr char kFileSystem[] = "this kind of file system could change files unseen";
constexpr char kOtherFileSystem[] = "Mount a tmpfs, proc or a folder (bind) instead";

// A mount of these is empty, or shows kernel state under the kernel's own rules. Not here: overlay
// (empties its work folder, writes through to another), fuse, and file systems on devices.
constexpr std::array<std::string_view, 8> kHarmlessFileSystems = {
    "tmpfs", "ramfs", "proc", "devpts", "mqueue", "sysfs", "cgroup", "cgroup2"};

bool has(const Tracee& tracee, int capability) {
  return (tracee.credentials.capabilities >> capability & 1U) != 0;
}

// fs/namespace.c, path_mount: which kind of mount the flags ask for; the last is a new one.
bool makes_new_mount(std::uint64_t flags) {
  constexpr std::uint64_t kMagicMask = 0xFFFF0000;
  constexpr std::uint64_t kMagic = 0xC0ED0000;
  if ((flags & kMagicMask) == kMagic) flags &= ~kMagicMask;
  return (flags & (MS_REMOUNT | MS_BIND | MS_SHARED | MS_PRIVATE | MS_SLAVE | MS_UNBINDABLE |
                   MS_MOVE)) == 0;
}

// In a user namespace of the tree: the kernel lets the caller change the mounts of a mount
// namespace that this user namespace owns, and no others.
NamespaceVerdict judge_mount_call(const RawCall& call, const Tracee& tracee,
                                  LandlockPaths landlock) {
  if (!has(tracee, CAP_SYS_ADMIN)) return {Kind::kNotAllowed};
  if (!tracee.realm) return {Kind::kRefuse, kOutside, kUseUserNamespace};
  if (landlock == LandlockPaths::kInForce) return {Kind::kRefuse, kRoots, kWithoutRoots};
  if (call.operation != Operation::kMount || !makes_new_mount(call.mount_flags))
    return {Kind::kContinue};
  const bool harmless = std::find(kHarmlessFileSystems.begin(), kHarmlessFileSystems.end(),
                                  call.file_system) != kHarmlessFileSystems.end();
  if (!harmless && !weakened("mount-kinds")) return {Kind::kRefuse, kFileSystem, kOtherFileSystem};
  return {Kind::kCarryOut};
}

NamespaceVerdict judge_new_namespace(const RawCall& call, const Tracee& tracee) {
  if (tracee.realm || (call.namespace_flags & CLONE_NEWUSER) != 0) return {Kind::kContinue};
  if (!has(tracee, CAP_SYS_ADMIN)) return {Kind::kNotAllowed};
  return {Kind::kRefuse, kOutside, kUseUserNamespace};
}

NamespaceVerdict judge_chroot(const Tracee& tracee) {
  if (!has(tracee, CAP_SYS_CHROOT)) return {Kind::kNotAllowed};
  if (!tracee.realm) return {Kind::kRefuse, kOutside, kUseUserNamespace};
  return {Kind::kContinue};
}

}  // namespace

bool is_namespace_call(Operation operation) {
  return operation == Operation::kNewNamespace || operation == Operation::kMount ||
         operation == Operation::kMountTree || operation == Operation::kChangeRoot;
}

bool makes_namespaces(const RawCall& call) {
  constexpr std::uint32_t kNamespaces = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS |
                                        CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;
  const bool of_time =
      call.row->name != std::string_view("clone") && (call.namespace_flags & CLONE_NEWTIME) != 0;
  return of_time || (call.namespace_flags & kNamespaces) != 0;
}

bool shares_descriptors(const RawCall& call) {
  return call.row->name == std::string_view("clone") &&
         (call.namespace_flags & (CLONE_FILES | CLONE_THREAD)) == CLONE_FILES;
}

bool shares_umask(const RawCall& call) {
  return call.row->name == std::string_view("clone") &&
         (call.namespace_flags & (CLONE_FS | CLONE_THREAD)) == CLONE_FS;
}

NamespaceVerdict judge_namespace_call(const RawCall& call, const Tracee& tracee,
                                      LandlockPaths landlock) {
  if (call.operation == Operation::kNewNamespace) return judge_new_namespace(call, tracee);
  if (call.operation == Operation::kChangeRoot) return judge_chroot(tracee);
  return judge_mount_call(call, tracee, landlock);
}

}  // namespace guard::interceptor
