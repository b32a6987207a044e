// SPDX-License-Identifier: Apache-2.0
#include "interceptor/sockets/peer_identity.h"

#include <linux/capability.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>

#include "base/weaken.h"

namespace guard::interceptor {
namespace {

constexpr std::uint64_t kMayChangeIds = 1ULL << CAP_SETUID | 1ULL << CAP_SETGID;

bool set_effective_ids(uid_t uid, gid_t gid) {
  // The group first when root is left, which takes the capability along, and last on the way back.
  const bool leaving = uid != 0;
  if (leaving && ::syscall(SYS_setresgid, -1, gid, -1) != 0) return false;
  if (::syscall(SYS_setresuid, -1, uid, -1) != 0) return false;
  return leaving || ::syscall(SYS_setresgid, -1, gid, -1) == 0;
}

// Changing the effective ids changes the file-system ids along, and the effective capabilities.
bool become(uid_t uid, gid_t gid, const Credentials& acting) {
  if (!set_effective_capabilities(acting.capabilities | kMayChangeIds)) return false;
  if (!set_effective_ids(uid, gid)) return false;
  if (!set_effective_capabilities(acting.capabilities | kMayChangeIds)) return false;
  ::syscall(SYS_setfsgid, acting.gid);
  ::syscall(SYS_setfsuid, acting.uid);
  return set_effective_capabilities(acting.capabilities).has_value();
}

}  // namespace

PeerIdentity::PeerIdentity(const Tracee& tracee)
    : wanted_(tracee.credentials), own_uid_(::geteuid()), own_gid_(::getegid()) {
  const bool same = wanted_.uid == own_uid_ && wanted_.gid == own_gid_;
  if (same || tracee.realm || weakened("peer-ids")) return;
  switched_ = true;
  valid_ = become(wanted_.uid, wanted_.gid, wanted_);
}

PeerIdentity::~PeerIdentity() {
  if (switched_ && !become(own_uid_, own_gid_, wanted_)) std::abort();
}

}  // namespace guard::interceptor
