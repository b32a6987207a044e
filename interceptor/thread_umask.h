// SPDX-License-Identifier: Apache-2.0
// The umask of this thread alone. umask(2) belongs to the file-system context, which threads share:
// the first call gives the thread one of its own (unshare(CLONE_FS), needs no privilege).
#ifndef GUARD_INTERCEPTOR_THREAD_UMASK_H_
#define GUARD_INTERCEPTOR_THREAD_UMASK_H_

#include <sys/types.h>

namespace guard::interceptor {

void set_thread_umask(mode_t mask);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_THREAD_UMASK_H_
