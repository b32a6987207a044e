// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "base/process/pid_handle.h"
#include "base/weaken.h"
#include "interceptor/decode/precheck.h"
#include "interceptor/resolve/held_call.h"
#include "interceptor/resolve/metadata_target.h"
#include "interceptor/resolve/scoped_path.h"
#include "interceptor/resolve/socket_resolver.h"
#include "interceptor/syscalls/open_flags.h"
#include "interceptor/tracee/as_tracee.h"

namespace guard::interceptor {
namespace {

// What resolving one call needs at hand: folders opened before the credentials are switched.
struct Resolving {
  HeldCall& call;
  StartFolder first;
  StartFolder second;
  ImageHeads& heads;
};

using Resolve = Result<void> (*)(Resolving&);

Result<void> keep(HeldPath& slot, Result<HeldPath> path) {
  if (!path) return forward(path.error());
  slot = std::move(*path);
  return {};
}

Result<void> resolve_first_name(Resolving& r) {
  return keep(r.call.first, resolve_name(*r.call.tracee, r.first, r.call.raw.path));
}

Result<void> resolve_two_names(Resolving& r) {
  if (auto done = resolve_first_name(r); !done) return done;
  return keep(r.call.second, resolve_name(*r.call.tracee, r.second, r.call.raw.new_path));
}

// The object is what is mounted there, the name is that of what lies below: an act on the name
// would hit what nobody judged. The kernel refuses it in the mount namespace of who acts (EBUSY); a
// mount of another namespace it would tear down.
Result<void> refuse_mount_point(const HeldPath& held) {
  const std::string name = held.name.substr(0, held.name.find_last_not_of('/') + 1);
  if (!held.exists() || name.empty() || name == "." || name == "..") return {};
  struct statx status {};
  if (held.looked) status = *held.looked;
  if (status.stx_mask == 0 &&
      ::statx(held.object.get(), "", AT_EMPTY_PATH, STATX_TYPE, &status) != 0)
    return fail_errno("mount point");
  const bool mounted = (status.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
  if (mounted && !weakened("mount-points")) return fail_with(EBUSY, "mount point");
  return {};
}

Result<void> resolve_remove(Resolving& r) {
  if (auto done = resolve_first_name(r); !done) return done;
  if (!r.call.first.exists()) return fail_with(ENOENT, "remove");
  return refuse_mount_point(r.call.first);
}

Result<void> resolve_rename(Resolving& r) {
  if (auto done = resolve_two_names(r); !done) return done;
  if (auto done = refuse_mount_point(r.call.first); !done) return done;
  return refuse_mount_point(r.call.second);
}

Result<void> resolve_link(Resolving& r) {
  const int flags = r.call.raw.at_flags;
  if ((flags & AT_EMPTY_PATH) != 0 && r.call.raw.path.empty()) {
    if (!r.first.fd.valid()) return fail_with(EBADF, "link");
    r.call.first.object = std::move(r.first.fd);
    if (::fstat(r.call.first.object.get(), &r.call.first.status) != 0) return fail_errno("link");
  } else {
    const bool follow = (flags & AT_SYMLINK_FOLLOW) != 0;
    auto done =
        keep(r.call.first, resolve_target(*r.call.tracee, r.first, r.call.raw.path, follow));
    if (!done) return done;
    if (!r.call.first.exists()) return fail_with(ENOENT, "link");
  }
  if (r.call.raw.new_path_error) return forward(*r.call.raw.new_path_error);
  return keep(r.call.second, resolve_name(*r.call.tracee, r.second, r.call.raw.new_path));
}

Result<void> resolve_truncate(Resolving& r) {
  if (auto done =
          keep(r.call.first, resolve_target(*r.call.tracee, r.first, r.call.raw.path, true));
      !done)
    return done;
  if (!r.call.first.exists()) return fail_with(ENOENT, "truncate");
  return {};
}

// With O_CREAT a name with a slash is refused, but only once its folder is known (fs/namei.c,
// open_last_lookups); "." and ".." are there already.
Result<void> refuse_slash(Resolving& r) {
  if (auto done = resolve_first_name(r); !done) return done;
  const std::string& name = r.call.first.name;
  const bool dots = name.empty() || name.starts_with("./") || name.starts_with("../");
  const bool exclusive = (r.call.raw.open_flags & O_EXCL) != 0;
  return fail_with(dots && exclusive ? EEXIST : EISDIR, "O_CREAT");
}

Result<void> resolve_open(Resolving& r) {
  const RawCall& raw = r.call.raw;
  const bool makes_named = (raw.open_flags & O_CREAT) != 0 && (raw.open_flags & O_PATH) == 0;
  if (raw.resolve != 0) return keep(r.call.first, resolve_scoped(*r.call.tracee, r.first, raw));
  if (makes_named && raw.path.ends_with('/')) return refuse_slash(r);
  auto done = keep(r.call.first,
                   resolve_target(*r.call.tracee, r.first, raw.path, follows_last(raw.open_flags)));
  if (!done) return done;
  if (!r.call.first.exists() && (raw.open_flags & O_CREAT) == 0) return fail_with(ENOENT, "open");
  return {};
}

Result<void> resolve_exec(Resolving& r) {
  const RawCall& raw = r.call.raw;
  HeldPath file;
  std::string spelling = raw.path;
  if (raw.path.empty()) {
    if ((raw.at_flags & AT_EMPTY_PATH) == 0) return fail_with(ENOENT, "exec");
    if (!r.first.fd.valid()) return fail_with(EBADF, "exec");
    file.object = std::move(r.first.fd);
    spelling = "/dev/fd/" + std::to_string(raw.dirfd);
  } else {
    const bool follow = (raw.at_flags & AT_SYMLINK_NOFOLLOW) == 0;
    auto target = resolve_object(*r.call.tracee, r.first, raw.path, follow);
    if (!target) return forward(target.error());
    if (!target->exists()) return fail_with(ENOENT, "exec");
    if (S_ISLNK(target->status.st_mode)) return fail_with(ELOOP, "exec");
    file = std::move(*target);
    // As the kernel names it to an interpreter (fs/exec.c, alloc_bprm).
    if (raw.dirfd != AT_FDCWD && !raw.path.starts_with('/')) {
      spelling = "/dev/fd/" + std::to_string(raw.dirfd) + "/" + raw.path;
    }
  }
  auto image = hold_image(
      std::move(file), spelling, raw.argv, [&r] { return open_working_folder(*r.call.tracee); },
      r.heads);
  if (!image) return forward(image.error());
  r.call.image = std::make_unique<ExecImage>(std::move(*image));
  return {};
}

Result<void> resolve_socket(Resolving& r) {
  return resolve_socket_call(r.call, r.first);
}

// What it asks for lies in registers.
Result<void> resolve_nothing(Resolving&) {
  return {};
}

Result<void> resolve_mount(Resolving& r) {
  auto done = keep(r.call.first, resolve_target(*r.call.tracee, r.first, r.call.raw.path, true));
  if (!done) return done;
  return r.call.first.exists() ? Result<void>{} : fail_with(ENOENT, "mount");
}

Result<void> resolve_metadata(Resolving& r) {
  return hold_metadata_target(r.call, std::move(r.first));
}

// Only in a realm: a new IPC namespace alone is refused.
bool has_own_ipc_namespace(const Tracee& tracee) {
  if (!tracee.realm) return false;
  struct stat own {};
  struct stat its {};
  const bool known = ::stat("/proc/self/ns/ipc", &own) == 0 &&
                     ::fstatat(tracee.proc.get(), "ns/ipc", &its, 0) == 0;
  return known && (own.st_dev != its.st_dev || own.st_ino != its.st_ino);
}

Result<void> resolve_shared(Resolving& r) {
  if (r.call.shared.inside) {
    r.call.shared.kind = "inside";
    r.call.shared.id = r.call.raw.shared_id;
    return {};
  }
  auto shared = read_shared_object(r.call.raw.row->number, r.call.raw.shared_id);
  if (!shared) return forward(shared.error());
  r.call.shared = *shared;
  return {};
}

struct OperationRow {
  Operation operation;
  bool first_path;
  bool second_path;
  Resolve resolve;
};

constexpr std::array<OperationRow, 24> kOperations = {{
    {Operation::kExec, true, false, resolve_exec},
    {Operation::kOpen, true, false, resolve_open},
    {Operation::kRemove, true, false, resolve_remove},
    {Operation::kRename, true, true, resolve_rename},
    {Operation::kTruncate, true, false, resolve_truncate},
    {Operation::kMakeDirectory, true, false, resolve_first_name},
    {Operation::kMakeNode, true, false, resolve_first_name},
    {Operation::kLink, true, true, resolve_link},
    {Operation::kSymlink, true, false, resolve_first_name},
    {Operation::kConnect, false, false, resolve_socket},
    {Operation::kBind, false, false, resolve_socket},
    {Operation::kListen, false, false, resolve_socket},
    {Operation::kSend, false, false, resolve_socket},
    {Operation::kMakeSocket, false, false, resolve_nothing},
    {Operation::kNetworkSetup, false, false, resolve_nothing},
    {Operation::kMount, true, false, resolve_mount},
    {Operation::kChangeMode, true, false, resolve_metadata},
    {Operation::kChangeOwner, true, false, resolve_metadata},
    {Operation::kChangeTimes, true, false, resolve_metadata},
    {Operation::kSetAttribute, true, false, resolve_metadata},
    {Operation::kRemoveAttribute, true, false, resolve_metadata},
    {Operation::kChangeFlags, true, false, resolve_metadata},
    {Operation::kSharedObject, false, false, resolve_shared},
    {Operation::kRemoveQueue, false, false, resolve_nothing},
}};

// A name still leads to the object that was judged: same device and inode, or still nothing.
bool unchanged(const HeldPath& held) {
  if (!held.parent.valid() || held.name.empty()) return true;
  const std::string name = held.name.substr(0, held.name.find_last_not_of('/') + 1);
  struct stat now {};
  const bool there = ::fstatat(held.parent.get(), name.c_str(), &now, AT_SYMLINK_NOFOLLOW) == 0;
  if (!held.exists()) return !there;
  return there && now.st_dev == held.status.st_dev && now.st_ino == held.status.st_ino;
}

// What was held in a realm has owners of that realm: they are read again as guard sees them. An
// object whose status cannot be read keeps nobody's.
void show_owners_outside(HeldCall& call) {
  for (HeldPath* held : {&call.first, &call.second}) {
    if (held->exists() && ::fstat(held->object.get(), &held->status) != 0)
      held->status.st_uid = held->status.st_gid = static_cast<uid_t>(-1);
  }
  if (!call.image) return;
  call.image->looked = {};
  if (::fstat(call.image->file.get(), &call.image->status) != 0)
    call.image->status.st_uid = call.image->status.st_gid = static_cast<uid_t>(-1);
}

}  // namespace

Result<HeldCall> CallResolver::resolve(RawCall raw) const {
  auto tracee = tracees_.find(raw.notification.tid);
  if (!tracee) return forward(tracee.error());
  HeldCall call;
  call.raw = std::move(raw);
  call.tracee = std::move(*tracee);
  const auto* row =
      std::find_if(kOperations.begin(), kOperations.end(),
                   [&](const OperationRow& r) { return r.operation == call.raw.operation; });
  if (row == kOperations.end())
    return forward(Error{Code::kInternal, EPERM, "operation without a resolver"});
  if (auto valid = check_before_folders(call.raw); !valid) return forward(valid.error());
  Resolving resolving{call, {}, {}, heads_};
  if (row->first_path) {
    // Under RESOLVE_IN_ROOT "/" is the very folder that the call names, never guard's own.
    const bool in_root = (call.raw.resolve & RESOLVE_IN_ROOT) != 0;
    auto start = call.raw.metadata.by_descriptor
                     ? open_named_descriptor(*call.tracee, call.raw)
                     : open_start_folder(*call.tracee, call.raw.dirfd,
                                         in_root ? std::string() : call.raw.path);
    if (!start) return forward(start.error().during("resolve"));
    resolving.first = std::move(*start);
  }
  if (row->second_path) {
    auto start = open_start_folder(*call.tracee, call.raw.new_dirfd, call.raw.new_path);
    if (!start) return forward(start.error().during("resolve"));
    resolving.second = std::move(*start);
  }
  if (is_socket_call(call.raw.operation)) {
    auto start = prepare_socket_call(call);
    if (!start) return forward(start.error().during("resolve"));
    resolving.first = std::move(*start);
  }
  if (call.raw.operation == Operation::kSharedObject)
    call.shared.inside = has_own_ipc_namespace(*call.tracee);
  Result<void> done;
  const auto acted = as_tracee(own_, *call.tracee, [&] { done = row->resolve(resolving); });
  if (!acted) return forward(acted.error().during("resolve"));
  if (!done) return forward(done.error().during("resolve"));
  if (call.tracee->realm) show_owners_outside(call);
  return call;
}

Result<void> recheck(const HeldCall& call) {
  if (!unchanged(call.first) || !unchanged(call.second))
    return fail_with(ESTALE, "changed while it waited");
  return {};
}

bool CallResolver::names_same_image(const HeldCall& call) const {
  const auto now = resolve(call.raw);
  if (!now) return false;
  const struct stat& a = call.image->status;
  const struct stat& b = now->image->status;
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino && a.st_ctim.tv_sec == b.st_ctim.tv_sec &&
         a.st_ctim.tv_nsec == b.st_ctim.tv_nsec;
}

}  // namespace guard::interceptor
