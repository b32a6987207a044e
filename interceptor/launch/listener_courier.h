// SPDX-License-Identifier: Apache-2.0
// ListenerCourier: hands the listener of the child over to guard. The child cannot send it: once
// its filter stands, each of its sends waits for guard, which has no listener yet. Containers
// refuse pidfd_getfd(2), by which guard could take it. So before the filter stands the child forks
// a process that shares its descriptors (CLONE_FILES): the courier sends what the child names, and
// ends. It dies with the child.
//
// In the child between fork and exec: async-signal-safe calls alone.
#ifndef GUARD_INTERCEPTOR_LAUNCH_LISTENER_COURIER_H_
#define GUARD_INTERCEPTOR_LAUNCH_LISTENER_COURIER_H_

#include <sys/types.h>

#include <cstddef>

#include "base/error.h"
#include "base/files/unique_fd.h"

namespace guard::interceptor {

class ListenerCourier {
 public:
  // It will send MESSAGE over REPORT, a Unix socket. False: errno.
  [[nodiscard]] bool start(int report, const void* message, std::size_t size);
  // Sends it, with FILE; the courier has ended then. False: nothing was sent.
  [[nodiscard]] bool send(int file) const;

 private:
  pid_t pid_ = -1;
  int orders_ = -1;
};

// At the other end: a message of just that size, and the file that came with it; invalid: none did.
Result<UniqueFd> receive_with_file(int socket, void* message, std::size_t size);

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_LAUNCH_LISTENER_COURIER_H_
