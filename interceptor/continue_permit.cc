// SPDX-License-Identifier: Apache-2.0
#include "interceptor/continue_permit.h"

namespace guard::interceptor {

// Why each reason is safe:
// kExecVerified       whatever the tracee wrote over argv or the path meanwhile, the program that
// starts is compared with
//                     the one that was judged and killed before its first instruction when they
//                     differ (exec_verifier).
// kExecUnderDebugger  nothing asked-for is granted by it: what the program then does is mediated
// call by call. kPathOnlyOpen       for open and openat the flag lies in a register; for openat2 it
// lies in memory, so guard refuses
//                     openat2(O_PATH) of threads that share memory (decoder copies, executor
//                     checks).
// kRegistersOnly      the kernel does not look at memory, or what it reads there grants nothing
// (setgroups, capset: the
//                     kernel's own checks stand; guard only forgets what it had cached).
// kUnixSocket         the descriptor table belongs to one thread, which is stopped in this call:
// nobody can put an INET
//                     socket in its place.
ContinuePermit permit_continue(ContinueReason reason) {
  return ContinuePermit(reason);
}

}  // namespace guard::interceptor
