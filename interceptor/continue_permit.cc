// SPDX-License-Identifier: Apache-2.0
#include "interceptor/continue_permit.h"

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
ContinuePermit permit_continue(ContinueReason reason) {
  return ContinuePermit(reason);
}

}  // namespace guard::interceptor
