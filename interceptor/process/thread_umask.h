// SPDX-License-Identifier: Apache-2.0
// The umask of this thread alone. umask(2) belongs to the file-system context, which threads share:
// the first call gives the thread one of its own (unshare(CLONE_FS), needs no privilege).
#ifndef GUARD_INTERCEPTOR_PROCESS_THREAD_UMASK_H_
#define GUARD_INTERCEPTOR_PROCESS_THREAD_UMASK_H_

#include <sys/types.h>

namespace guard::interceptor {

void set_thread_umask(mode_t mask);
// Gives the thread its own file-system context now.
void own_thread_umask();
// The next set_thread_umask() asks the kernel, whatever was set before: a child that shares this
// thread's memory has set its own (realm.h).
void forget_thread_umask();

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_PROCESS_THREAD_UMASK_H_
