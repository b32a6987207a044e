// SPDX-License-Identifier: Apache-2.0
#include "interceptor/acts/socket_waiting.h"

#include <fcntl.h>
#include <sys/socket.h>

namespace guard::interceptor {

bool non_blocking(const HeldCall& call) {
  return (::fcntl(call.socket.get(), F_GETFL) & O_NONBLOCK) != 0;
}

int send_timeout_milliseconds(int fd) {
  timeval limit{};
  socklen_t length = sizeof(limit);
  if (::getsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, &length) != 0) return 0;
  return static_cast<int>(limit.tv_sec * 1000 + limit.tv_usec / 1000);
}

bool timed_out(HeldCall& call) {
  using Clock = std::chrono::steady_clock;
  if (call.progress.started == Clock::time_point{}) call.progress.started = Clock::now();
  const int limit = send_timeout_milliseconds(call.socket.get());
  return limit > 0 && Clock::now() - call.progress.started >= std::chrono::milliseconds(limit);
}

}  // namespace guard::interceptor
