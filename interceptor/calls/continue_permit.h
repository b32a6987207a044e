// SPDX-License-Identifier: Apache-2.0
// ContinuePermit: the only way to let the kernel run a tracee's call as the tracee wrote it. A
// continued call reads its pointer arguments again, after judgement: so it is right only for the
// reasons below, and continue_permit.cc holds the argument of safety of each. Everything else is
// refused or carried out by guard.
#ifndef GUARD_INTERCEPTOR_CALLS_CONTINUE_PERMIT_H_
#define GUARD_INTERCEPTOR_CALLS_CONTINUE_PERMIT_H_

#include <optional>
#include <string_view>

#include "base/weaken.h"

namespace guard::interceptor {

enum class ContinueReason {
  kExecVerified,       // the image is checked at PTRACE_EVENT_EXEC, before its first instruction
  kExecUnderDebugger,  // an in-tree debugger holds the ptrace slot; only classes that are never
                       // asked for
  kPathOnlyOpen,       // O_PATH: no right to read or write comes of it
  kRegistersOnly,      // no pointer argument decides: umask, set*id
  kOwnNamespaces,      // changes namespaces that the tree itself has made, and no others
  kAddressIgnored,     // a send on a socket that takes no address, from a table of one thread
  kUnixListen,         // listen on a Unix socket, from a table of one thread
  kLocalBind,          // bind of netlink, packet and crypto sockets, from a table of one thread
  kDescriptorLent,     // a send of guard's own, by a thread that guard has made (descriptor_loan.h)
  kStandInStarts,      // the exec of guard's relay, that guard put into the registers (stand_in.h)
#ifdef GUARD_WEAKEN
  kProtectionSwitchedOff,  // test-only builds: shows what such an answer would let through
#endif
};

class ContinuePermit {
 public:
  [[nodiscard]] ContinueReason reason() const { return reason_; }

 private:
  friend ContinuePermit permit_continue(ContinueReason reason);
  constexpr explicit ContinuePermit(ContinueReason reason) : reason_(reason) {}
  ContinueReason reason_;
};

[[nodiscard]] ContinuePermit permit_continue(ContinueReason reason);

// For ./dev proofs (base/weaken.h): the answer that a guard without MECHANISM would give. Nothing
// in every other build.
#ifdef GUARD_WEAKEN
[[nodiscard]] std::optional<ContinuePermit> permit_if_weakened(std::string_view mechanism);
#else
[[nodiscard]] consteval std::optional<ContinuePermit> permit_if_weakened(std::string_view) {
  return std::nullopt;
}
#endif

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_CALLS_CONTINUE_PERMIT_H_
