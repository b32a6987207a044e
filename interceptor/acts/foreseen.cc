// SPDX-License-Identifier: Apache-2.0
#include "interceptor/acts/foreseen.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "interceptor/acts/acts.h"
#include "interceptor/acts/foreseen_metadata.h"
#include "interceptor/process/proc_status.h"
#include "interceptor/syscalls/open_flags.h"
#include "interceptor/tracee/as_tracee.h"

namespace guard::interceptor {
namespace {

bool is_folder(const HeldPath& held) {
  return held.exists() && S_ISDIR(held.status.st_mode);
}

std::string proc_path(int fd) {
  return "/proc/self/fd/" + std::to_string(fd);
}

// Empty for "/" itself.
std::string bare_name(const HeldPath& held) {
  return held.name.substr(0, held.name.find_last_not_of('/') + 1);
}

// No name that a folder could give away.
bool is_dots(const HeldPath& held) {
  const std::string name = bare_name(held);
  return name.empty() || name == "." || name == "..";
}

// Unreadable counts as empty: the kernel decides.
bool has_entries(const HeldPath& held) {
  const int fd = ::open(proc_path(held.object.get()).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return false;
  DIR* folder = ::fdopendir(fd);
  if (folder == nullptr) {
    ::close(fd);
    return false;
  }
  bool found = false;
  while (const dirent* entry = ::readdir(folder)) {
    if (std::strcmp(entry->d_name, ".") != 0 && std::strcmp(entry->d_name, "..") != 0) {
      found = true;
      break;
    }
  }
  ::closedir(folder);
  return found;
}

int exists_error(const HeldCall& call) {
  return call.first.exists() ? EEXIST : 0;
}

// Names of processes come and go with them; nobody can take one away.
bool is_on_procfs(const HeldPath& held) {
  return held.parent.valid() && on_procfs(held.parent.get());
}

int remove_error(const HeldCall& call) {
  const bool wants_folder = (call.raw.at_flags & AT_REMOVEDIR) != 0;
  if (is_folder(call.first) && !wants_folder) return EISDIR;
  if (!is_folder(call.first) && wants_folder) return ENOTDIR;
  if (!wants_folder) return is_on_procfs(call.first) ? EPERM : 0;
  const std::string name = bare_name(call.first);
  if (name.empty()) return EBUSY;
  if (name == ".") return EINVAL;
  if (is_on_procfs(call.first)) return EPERM;
  return has_entries(call.first) ? ENOTEMPTY : 0;
}

// Two mounts of one file system too: a bind mount is no way across.
bool on_two_mounts(int left, int right) {
  struct statx one {};
  struct statx other {};
  constexpr unsigned kMask = STATX_INO | STATX_MNT_ID;
  if (::statx(left, "", AT_EMPTY_PATH, kMask, &one) != 0 ||
      ::statx(right, "", AT_EMPTY_PATH, kMask, &other) != 0)
    return false;  // the kernel decides
  return one.stx_mnt_id != other.stx_mnt_id || one.stx_dev_major != other.stx_dev_major ||
         one.stx_dev_minor != other.stx_dev_minor;
}

int rename_error(const HeldCall& call) {
  const bool exchange = (call.raw.rename_flags & RENAME_EXCHANGE) != 0;
  if (on_two_mounts(call.first.parent.get(), call.second.parent.get())) return EXDEV;
  if (is_dots(call.first)) return EBUSY;
  if (is_dots(call.second)) return (call.raw.rename_flags & RENAME_NOREPLACE) != 0 ? EEXIST : EBUSY;
  if (!call.first.exists()) return ENOENT;
  if (exchange) return call.second.exists() ? 0 : ENOENT;
  if (!call.second.exists()) return 0;
  if ((call.raw.rename_flags & RENAME_NOREPLACE) != 0) return EEXIST;
  if (call.first.status.st_dev == call.second.status.st_dev &&
      call.first.status.st_ino == call.second.status.st_ino) {
    return 0;  // rename(2) does nothing, and says that it did
  }
  if (is_folder(call.first) && !is_folder(call.second)) return ENOTDIR;
  if (!is_folder(call.first) && is_folder(call.second))
    return call.second.name.ends_with('/') ? ENOTDIR : EISDIR;
  return is_folder(call.second) && has_entries(call.second) ? ENOTEMPTY : 0;
}

int link_error(const HeldCall& call) {
  if (call.second.exists()) return EEXIST;
  return is_folder(call.first) ? EPERM : 0;
}

int truncate_error(const HeldCall& call) {
  if (call.raw.length < 0) return EINVAL;
  if (is_folder(call.first)) return EISDIR;
  return S_ISREG(call.first.status.st_mode) ? 0 : EINVAL;
}

// net/unix/af_unix.c, unix_find_bsd: no right to write comes before no socket.
int peer_error(const HeldCall& call) {
  if (call.abstract_is_free) return ECONNREFUSED;
  const bool reaches = !call.address.unix_path.empty() && !call.to_its_peer;
  return reaches && !S_ISSOCK(call.first.status.st_mode) ? ECONNREFUSED : 0;
}

bool is_bound(const HeldCall& call) {
  const auto local = parse_address(local_address(call.socket.get()), call.kind, AddressUse::kBind);
  return local && local->destination.port != 0;
}

// net/ipv4/af_inet.c, __inet_bind: ports below this take CAP_NET_BIND_SERVICE.
bool is_privileged(const HeldCall& call) {
  constexpr unsigned kBindService = 10;
  const auto first = read_small_file(AT_FDCWD, "/proc/sys/net/ipv4/ip_unprivileged_port_start");
  const int limit = first ? std::atoi(first->c_str()) : 1024;
  const int port = call.address.destination.port;
  return port != 0 && port < limit &&
         (call.tracee->credentials.capabilities >> kBindService & 1) == 0;
}

int bind_error(const HeldCall& call) {
  if (!call.address.unix_path.empty()) return call.first.exists() ? EADDRINUSE : 0;
  if (!is_inet(call.kind) || call.address.destination.loopback) return 0;
  if (is_privileged(call)) return EACCES;
  return is_bound(call) ? EINVAL : 0;
}

int listen_error(const HeldCall& call) {
  return is_inet(call.kind) && call.kind.type != SOCK_STREAM ? EOPNOTSUPP : 0;
}

struct ForeseenRow {
  Operation operation;
  int (*error)(const HeldCall&);
};

constexpr std::array<ForeseenRow, 12> kRows = {{
    {Operation::kOpen, existing_open_error},
    {Operation::kRemove, remove_error},
    {Operation::kRename, rename_error},
    {Operation::kTruncate, truncate_error},
    {Operation::kMakeDirectory, exists_error},
    {Operation::kMakeNode, exists_error},
    {Operation::kSymlink, exists_error},
    {Operation::kLink, link_error},
    {Operation::kConnect, peer_error},
    {Operation::kSend, peer_error},
    {Operation::kBind, bind_error},
    {Operation::kListen, listen_error},
}};

int parent_denial(const HeldPath& held) {
  if (!held.parent.valid()) return 0;
  return ::faccessat(held.parent.get(), ".", W_OK | X_OK, AT_EACCESS) == 0 ? 0 : errno;
}

int object_denial(const HeldPath& held) {
  return ::faccessat(AT_FDCWD, proc_path(held.object.get()).c_str(), W_OK, AT_EACCESS) == 0 ? 0
                                                                                            : errno;
}

// O_CREAT alone asks for no right to an object that is there.
bool changes_object(std::uint64_t open_flags) {
  return (open_flags & O_ACCMODE) != O_RDONLY || (open_flags & O_TRUNC) != 0;
}

bool changes_first_parent(Operation operation) {
  return operation == Operation::kRemove || operation == Operation::kRename ||
         operation == Operation::kMakeDirectory || operation == Operation::kMakeNode ||
         operation == Operation::kSymlink || operation == Operation::kBind;
}

int denial_of(const HeldCall& call) {
  const Operation operation = call.raw.operation;
  if (changes_metadata(operation)) return metadata_denial(call);
  if (changes_first_parent(operation)) {
    if (const int error = parent_denial(call.first); error != 0) return error;
  }
  if (operation == Operation::kMakeNode) return node_denial(call);
  if (operation == Operation::kSharedObject) return shared_denial(call);
  if (operation == Operation::kRename || operation == Operation::kLink)
    return parent_denial(call.second);
  const bool talks = operation == Operation::kConnect || operation == Operation::kSend;
  if (operation == Operation::kTruncate || (talks && call.first.exists()))
    return object_denial(call.first);
  if (operation != Operation::kOpen || !has_write_intent(call.raw.open_flags)) return 0;
  if (!call.first.exists()) return parent_denial(call.first);
  return changes_object(call.raw.open_flags) ? object_denial(call.first) : 0;
}

// Errors of kind and content, which the kernel finds only where the caller may change the folder
// (fs/namei.c, may_delete).
bool comes_after_rights(int error) {
  return error == ENOTDIR || error == EISDIR || error == ENOTEMPTY || error == EPERM;
}

}  // namespace

int rights_before(const HeldCall& call, int error, const Credentials& own) {
  const Operation operation = call.raw.operation;
  const bool renames = operation == Operation::kRename;
  if (!comes_after_rights(error) || (operation != Operation::kRemove && !renames)) return error;
  int denied = 0;
  const auto looked = as_tracee(own, *call.tracee, [&] {
    denied = parent_denial(call.first);
    // A process has rights to its own descriptors' folder that nobody else has.
    if (denied == EACCES && is_on_procfs(call.first)) denied = 0;
    if (denied == 0 && renames) denied = parent_denial(call.second);
  });
  return looked && denied != 0 ? denied : error;
}

int foreseen_error(const HeldCall& call) {
  if (changes_metadata(call.raw.operation)) return metadata_error(call);
  const auto* row = std::find_if(kRows.begin(), kRows.end(), [&](const ForeseenRow& r) {
    return r.operation == call.raw.operation;
  });
  return row == kRows.end() ? 0 : row->error(call);
}

int foreseen_denial(const HeldCall& call, const Credentials& own) {
  int error = EPERM;
  if (!as_tracee(own, *call.tracee, [&] { error = denial_of(call); })) return EPERM;
  return error;
}

}  // namespace guard::interceptor
