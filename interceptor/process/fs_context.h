// SPDX-License-Identifier: Apache-2.0
// The file-system context in which a tracee's file is made: umask(2) and the working folder belong
// to it, and the threads of a process share one (clone(2), CLONE_FS). Another thread's umask would
// decide the mode of this tracee's file, so each act has a context of its own: the thread's, where
// it may take one (unshare(CLONE_FS), needs no privilege), else that of a short child which shares
// guard's memory and descriptors (docker's seccomp profile forbids unshare). Any thread.
#ifndef GUARD_INTERCEPTOR_PROCESS_FS_CONTEXT_H_
#define GUARD_INTERCEPTOR_PROCESS_FS_CONTEXT_H_

#include <sys/types.h>

#include <functional>

namespace guard::interceptor {

// WORK runs with this umask. It may change the working folder, if it changes it back to "/"; it may
// run in a process of its own, while this thread waits. errno is what WORK left. False: it did not
// run, and errno says why.
[[nodiscard]] bool with_umask(mode_t mask, const std::function<void()>& work);

// While it lives this thread's work is done by a child that has a context of its own already
// (realm.h): with_umask() takes that one. When it ends, the thread's own context comes back as the
// thread knows it.
class ContextOfChild {
 public:
  ContextOfChild();
  ~ContextOfChild();
  ContextOfChild(const ContextOfChild&) = delete;
  ContextOfChild& operator=(const ContextOfChild&) = delete;

 private:
  bool before_;
};

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_PROCESS_FS_CONTEXT_H_
