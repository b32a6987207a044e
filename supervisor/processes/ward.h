// SPDX-License-Identifier: Apache-2.0
// Ward: the process above the serving process. It does nothing but wait for its end, and then ends
// everything that is left below: it is a subreaper, so when the serving process and the reaper are
// killed at once, the tree comes to it. When it dies itself, the serving process ends the tree. It
// gives the person's terminal back its right to be read when the front was killed. It has one
// thread, no descriptors, all signals blocked, and is not dumpable.
#ifndef GUARD_SUPERVISOR_PROCESSES_WARD_H_
#define GUARD_SUPERVISOR_PROCESSES_WARD_H_

#include "base/error.h"
#include "base/process/pid_handle.h"

namespace guard::supervisor {

// Splits this process: the one that called becomes the ward and does not return, a child of it does
// with a handle of the ward (readable once that has ended). Call with one thread, before anything
// else of a run exists.
Result<PidHandle> live_below_a_ward();

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_PROCESSES_WARD_H_
