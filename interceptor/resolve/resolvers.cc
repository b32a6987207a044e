// SPDX-License-Identifier: Apache-2.0
#include "interceptor/resolve/resolvers.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>

#include <cerrno>
#include <memory>
#include <string>
#include <utility>

#include "base/weaken.h"
#include "interceptor/resolve/metadata_target.h"
#include "interceptor/resolve/scoped_path.h"
#include "interceptor/resolve/socket_resolver.h"
#include "interceptor/syscalls/open_flags.h"

namespace guard::interceptor {
namespace {

template <class Held>
Result<void> keep(Held& slot, Result<Held> held) {
  if (!held) return forward(held.error());
  slot = std::move(*held);
  return {};
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

// With O_CREAT a name with a slash is refused, but only once its folder is known (fs/namei.c,
// open_last_lookups); "." and ".." are there already.
Result<void> refuse_slash(Resolving& r) {
  if (auto done = resolve_first_name(r); !done) return done;
  const std::string& name = r.call.first.name;
  const bool dots = name.empty() || name.starts_with("./") || name.starts_with("../");
  const bool exclusive = (r.call.raw.open_flags & O_EXCL) != 0;
  return fail_with(dots && exclusive ? EEXIST : EISDIR, "O_CREAT");
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

}  // namespace

Result<void> prepare_nothing(Resolving&) {
  return {};
}

// Under RESOLVE_IN_ROOT "/" is the very folder that the call names, never guard's own.
Result<void> prepare_path(Resolving& r) {
  const RawCall& raw = r.call.raw;
  const bool in_root = (raw.resolve & RESOLVE_IN_ROOT) != 0;
  return keep(r.first, raw.metadata.by_descriptor
                           ? open_named_descriptor(*r.call.tracee, raw)
                           : open_start_folder(*r.call.tracee, raw.dirfd,
                                               in_root ? std::string() : raw.path));
}

Result<void> prepare_two_paths(Resolving& r) {
  if (auto done = prepare_path(r); !done) return done;
  return keep(r.second,
              open_start_folder(*r.call.tracee, r.call.raw.new_dirfd, r.call.raw.new_path));
}

Result<void> prepare_socket(Resolving& r) {
  return keep(r.first, prepare_socket_call(r.call));
}

Result<void> prepare_shared(Resolving& r) {
  r.call.shared.inside = has_own_ipc_namespace(*r.call.tracee);
  return {};
}

Result<void> resolve_first_name(Resolving& r) {
  return keep(r.call.first, resolve_name(*r.call.tracee, r.first, r.call.raw.path));
}

Result<void> resolve_two_names(Resolving& r) {
  if (auto done = resolve_first_name(r); !done) return done;
  return keep(r.call.second, resolve_name(*r.call.tracee, r.second, r.call.raw.new_path));
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
    const LastLink last = followed_if((flags & AT_SYMLINK_FOLLOW) != 0);
    auto done = keep(r.call.first, resolve_target(*r.call.tracee, r.first, r.call.raw.path, last));
    if (!done) return done;
    if (!r.call.first.exists()) return fail_with(ENOENT, "link");
  }
  if (r.call.raw.new_path_error) return forward(*r.call.raw.new_path_error);
  return keep(r.call.second, resolve_name(*r.call.tracee, r.second, r.call.raw.new_path));
}

Result<void> resolve_truncate(Resolving& r) {
  if (auto done = keep(r.call.first, resolve_target(*r.call.tracee, r.first, r.call.raw.path,
                                                    LastLink::kFollowed));
      !done)
    return done;
  if (!r.call.first.exists()) return fail_with(ENOENT, "truncate");
  return {};
}

Result<void> resolve_open(Resolving& r) {
  const RawCall& raw = r.call.raw;
  const bool makes_named = (raw.open_flags & O_CREAT) != 0 && (raw.open_flags & O_PATH) == 0;
  if (raw.resolve != 0) return keep(r.call.first, resolve_scoped(*r.call.tracee, r.first, raw));
  if (makes_named && raw.path.ends_with('/')) return refuse_slash(r);
  auto done = keep(r.call.first, resolve_target(*r.call.tracee, r.first, raw.path,
                                                followed_if(follows_last(raw.open_flags))));
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
    const LastLink last = followed_if((raw.at_flags & AT_SYMLINK_NOFOLLOW) == 0);
    auto target = resolve_object(*r.call.tracee, r.first, raw.path, last);
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

// The registers say all that it asks for.
Result<void> resolve_nothing(Resolving&) {
  return {};
}

Result<void> resolve_mount(Resolving& r) {
  auto done = keep(r.call.first,
                   resolve_target(*r.call.tracee, r.first, r.call.raw.path, LastLink::kFollowed));
  if (!done) return done;
  return r.call.first.exists() ? Result<void>{} : fail_with(ENOENT, "mount");
}

Result<void> resolve_metadata(Resolving& r) {
  return hold_metadata_target(r.call, std::move(r.first));
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

}  // namespace guard::interceptor
