// SPDX-License-Identifier: Apache-2.0
#include "interceptor/acts/foreseen_metadata.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string>
#include <string_view>

namespace guard::interceptor {
namespace {

constexpr long kMostNanoseconds = 999'999'999;

bool may(const HeldCall& call, unsigned capability) {
  return (call.tracee->credentials.capabilities >> capability & 1U) != 0;
}

bool owns(const HeldCall& call) {
  return call.tracee->credentials.uid == call.first.status.st_uid || may(call, CAP_FOWNER);
}

int write_denial(const HeldCall& call) {
  const std::string path = "/proc/self/fd/" + std::to_string(call.first.object.get());
  return ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) == 0 ? 0 : errno;
}

bool is_nanoseconds(const timespec& time) {
  const long value = time.tv_nsec;
  return value == UTIME_NOW || value == UTIME_OMIT || (value >= 0 && value <= kMostNanoseconds);
}

int times_error(const HeldCall& call) {
  const auto& times = call.raw.metadata.times;
  const bool valid = !times || std::all_of(times->begin(), times->end(), is_nanoseconds);
  return valid ? 0 : EINVAL;
}

int mode_denial(const HeldCall& call) {
  return owns(call) ? 0 : EPERM;
}

// fs/attr.c, chown_ok and chgrp_ok.
int owner_denial(const HeldCall& call) {
  // In a user namespace the ids of the call are other numbers than those of the object.
  if (may(call, CAP_CHOWN) || call.tracee->realm) return 0;
  const Credentials& own = call.tracee->credentials;
  const MetadataArguments& given = call.raw.metadata;
  const struct stat& now = call.first.status;
  if (given.uid == kSameId && given.gid == kSameId) return 0;
  if (own.uid != now.st_uid) return EPERM;
  const bool keeps_user = given.uid == kSameId || given.uid == now.st_uid;
  const bool in_group =
      given.gid == kSameId || given.gid == now.st_gid || given.gid == own.gid ||
      std::find(own.groups.begin(), own.groups.end(), given.gid) != own.groups.end();
  return keeps_user && in_group ? 0 : EPERM;
}

int times_denial(const HeldCall& call) {
  const auto& times = call.raw.metadata.times;
  const bool present = !times || std::all_of(times->begin(), times->end(), [](const timespec& t) {
    return t.tv_nsec == UTIME_NOW;
  });
  if (owns(call)) return 0;
  return present ? write_denial(call) : EPERM;
}

// fs/xattr.c, xattr_permission; security/commoncap.c.
int attribute_denial(const HeldCall& call) {
  const std::string_view name = call.raw.metadata.attribute;
  if (name.starts_with("user.")) return write_denial(call);
  if (name.starts_with("trusted.")) return may(call, CAP_SYS_ADMIN) ? 0 : EPERM;
  if (name.starts_with("security.")) {
    return may(call, name == "security.capability" ? CAP_SETFCAP : CAP_SYS_ADMIN) ? 0 : EPERM;
  }
  return owns(call) ? 0 : EPERM;
}

struct DenialRow {
  Operation operation;
  int (*denial)(const HeldCall&);
};
constexpr std::array kDenials = {DenialRow{Operation::kChangeMode, mode_denial},
                                 DenialRow{Operation::kChangeOwner, owner_denial},
                                 DenialRow{Operation::kChangeTimes, times_denial},
                                 DenialRow{Operation::kSetAttribute, attribute_denial},
                                 DenialRow{Operation::kRemoveAttribute, attribute_denial},
                                 DenialRow{Operation::kChangeFlags, mode_denial}};

bool is_read_only(const UniqueFd& object) {
  struct statvfs status {};
  return ::fstatvfs(object.get(), &status) == 0 && (status.f_flag & ST_RDONLY) != 0;
}

}  // namespace

int metadata_error(const HeldCall& call) {
  if (call.raw.operation == Operation::kChangeMode)
    return S_ISLNK(call.first.status.st_mode) ? EOPNOTSUPP : 0;
  return call.raw.operation == Operation::kChangeTimes ? times_error(call) : 0;
}

int metadata_denial(const HeldCall& call) {
  if (is_read_only(call.first.object)) return EROFS;
  const auto* row = std::ranges::find(kDenials, call.raw.operation, &DenialRow::operation);
  return row == kDenials.end() ? 0 : row->denial(call);
}

int shared_denial(const HeldCall& call) {
  const uid_t own = call.tracee->credentials.uid;
  const bool its = call.shared.inside || own == call.shared.owner || own == call.shared.creator;
  return its || may(call, CAP_SYS_ADMIN) ? 0 : EPERM;
}

int node_denial(const HeldCall& call) {
  const mode_t kind = static_cast<mode_t>(call.raw.mode) & S_IFMT;
  const bool whiteout = kind == S_IFCHR && call.raw.device == 0;
  const bool device = kind == S_IFCHR || kind == S_IFBLK;
  return device && !whiteout && !may(call, CAP_MKNOD) ? EPERM : 0;
}

}  // namespace guard::interceptor
