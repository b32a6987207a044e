// SPDX-License-Identifier: Apache-2.0
#include "interceptor/calls/continue_permit.h"

namespace guard::interceptor {

// Why each reason is safe:
//
// kExecVerified: whatever the tracee wrote over argv or the path meanwhile, the program that starts
// is compared with the one that was judged, and killed before its first instruction when they
// differ (exec_verifier.h).
//
// kExecUnderDebugger: nothing asked-for is granted by it; what the program then does is mediated
// call by call.
//
// kPathOnlyOpen: for open and openat the flag lies in a register. openat2's lies in memory, so
// openat2(O_PATH) is never continued: it is answered ENOSYS.
//
// kRegistersOnly: the kernel does not look at memory, or what it reads there grants nothing
// (setgroups, capset: the kernel's own checks stand; guard only forgets what it had cached).
//
// kOwnNamespaces: unshare and clone take their flags from registers. mount (but for new file
// systems), umount2, pivot_root and chroot take paths from memory, which may say anything by the
// time the kernel reads them: what they can change is bounded by the caller's credentials and
// namespaces instead, which only the caller itself could change, and it stands in this very call.
// The kernel asks for CAP_SYS_ADMIN in the user namespace that owns the caller's mount namespace
// (CAP_SYS_CHROOT for its own root). A caller that left guard's user namespace has capabilities in
// namespaces that the tree made alone, and setns is refused, so only mounts of the tree change.
// At every call guard asks the kernel what paths then mean (realm.h, outside_paths.h).
// kAddressIgnored: no address that comes with the call decides where it goes (address_is_ignored in
// socket_kind.h), so memory that changes changes nothing. The descriptor must mean the socket that
// was looked at: the caller's table of descriptors belongs to its one thread, which waits in this
// very call; another process that shares the table would have been noted when it was made (clone
// with CLONE_FILES), and pidfd_getfd only copies. A process of several threads is never let go on:
// a sibling could put another socket under the number (dup2).
//
// kUnixListen: the same argument; the backlog is a register. The kernel stamps the listener with
// who listens (SO_PEERCRED of its clients), which is then the tracee itself.
//
// kLocalBind: the same argument; the address names no file and no port that others can reach. Raw
// and packet sockets were judged when they were made, netlink sockets of a root's tree made without
// capabilities.
//
// kDescriptorLent: the number of the socket is in a register that guard set, in a table of
// descriptors that belongs to the one thread that waits in this call, and guard has just put its
// own socket under it. That socket takes no address. Memory that changes only makes it send other
// descriptors of the same process, to guard.
//
// kStandInStarts: the number of the image is in a register that guard set, and what starts is
// compared with that image before its first instruction, as in kExecVerified: a sibling may put
// another file under the number or write over the end of the path.
ContinuePermit permit_continue(ContinueReason reason) {
  return ContinuePermit(reason);
}

#ifdef GUARD_WEAKEN
std::optional<ContinuePermit> permit_if_weakened(std::string_view mechanism) {
  if (!weakened(mechanism)) return std::nullopt;
  return permit_continue(ContinueReason::kProtectionSwitchedOff);
}
#endif

}  // namespace guard::interceptor
