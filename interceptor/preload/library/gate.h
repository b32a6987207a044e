// SPDX-License-Identifier: Apache-2.0
// The gate in a supervised program: a call that the table of system calls asks about goes to guard,
// and happens as guard says; every other one goes to the kernel at once. One connection for each
// call that is asked, closed with its answer: so nothing is there that a fork would share, that a
// program which closes every descriptor could lose, or that threads would have to lock. Where guard
// cannot be asked, or says what cannot be understood, the call is refused (EPERM) and nothing
// happens.
// Nothing is allocated, no function of libc is called that could come back here; only the caller's
// stack is used: right in signal handlers and under vfork(2). Any thread.
#ifndef GUARD_INTERCEPTOR_PRELOAD_LIBRARY_GATE_H_
#define GUARD_INTERCEPTOR_PRELOAD_LIBRARY_GATE_H_

#include <cstddef>

#include "interceptor/preload/library/raw_calls.h"
#include "interceptor/preload/setting.h"

namespace guard::interceptor::preload {

// The words of guard to this process; read at first use, then the environment shows nothing of it.
const Setting& setting();
// The variable as it came, "GUARD_PRELOAD=...".
char* setting_variable();

// The result, or a negative errno.
long through_gate(long number, const Arguments& arguments);
// The same for an exec (execve or execveat, ENVIRONMENT its argument): guard judges the environment
// as the program gives it, the kernel gets it with what keeps the library in.
long exec_through_gate(long number, const Arguments& arguments, std::size_t environment);
// An environment with what keeps the library in: into PLACE, which has room for two more pointers
// and the null; LOADER: the text of its LD_PRELOAD, with room_for_loader() bytes.
[[nodiscard]] std::size_t room_for_loader(char* const* environment);
[[nodiscard]] std::size_t count_of(char* const* environment);
void keep_library(char* const* environment, char** place, char* loader);

// As functions of libc answer: -1 and errno.
long answer(long result);

}  // namespace guard::interceptor::preload

#endif  // GUARD_INTERCEPTOR_PRELOAD_LIBRARY_GATE_H_
