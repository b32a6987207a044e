// SPDX-License-Identifier: Apache-2.0
// connect(2) on a duplicate of the tracee's socket, to the address that was copied once. A Unix
// socket is reached through the held inode, with the caller's credentials (its peer sees the
// caller's uid and guard's pid).
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "interceptor/acts.h"

namespace guard::interceptor {
namespace {

constexpr int kRestartSystemCall = 512;
constexpr int kPollMilliseconds = 20;

bool non_blocking(const HeldCall& call) {
  return (::fcntl(call.socket.get(), F_GETFL) & O_NONBLOCK) != 0;
}

int socket_type(int fd) {
  int type = 0;
  socklen_t length = sizeof(type);
  return ::getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &length) == 0 ? type : 0;
}

int pending_error(int fd) {
  int error = 0;
  socklen_t length = sizeof(error);
  return ::getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length) == 0 ? error : errno;
}

Executed connect_unix(const HeldCall& call) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string path = "/proc/self/fd/" + std::to_string(call.first.object.get());
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  return executed_value(
      ::connect(call.socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)));
}

// The description is shared with the tracee: its flag is put back at once. A sibling that reads the
// flag in between sees O_NONBLOCK; the connect itself is then started and waited for here,
// interruptibly.
int start_connect(const HeldCall& call) {
  const auto* address = reinterpret_cast<const sockaddr*>(call.address.bytes.data());
  const auto size = static_cast<socklen_t>(call.address.bytes.size());
  const int flags = ::fcntl(call.socket.get(), F_GETFL);
  ::fcntl(call.socket.get(), F_SETFL, flags | O_NONBLOCK);
  const int result = ::connect(call.socket.get(), address, size);
  const int error = result == 0 ? 0 : errno;
  ::fcntl(call.socket.get(), F_SETFL, flags);
  return error;
}

// SO_SNDTIMEO bounds a blocking connect (socket(7)).
int timeout_milliseconds(int fd) {
  timeval limit{};
  socklen_t length = sizeof(limit);
  if (::getsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, &length) != 0) return 0;
  return static_cast<int>(limit.tv_sec * 1000 + limit.tv_usec / 1000);
}

Executed connect_and_wait(const HeldCall& call, const Interrupted& interrupted) {
  int error = start_connect(call);
  if (error == EALREADY) error = EINPROGRESS;  // restarted after a signal: the attempt goes on
  if (error != EINPROGRESS) return error == 0 ? executed_value(0) : executed_error(error);
  const int limit = timeout_milliseconds(call.socket.get());
  for (int waited = 0; limit == 0 || waited < limit; waited += kPollMilliseconds) {
    pollfd state{call.socket.get(), POLLOUT, 0};
    if (::poll(&state, 1, kPollMilliseconds) == 1) {
      error = pending_error(call.socket.get());
      return error == 0 ? executed_value(0) : executed_error(error);
    }
    if (interrupted()) return executed_error(kRestartSystemCall);
  }
  return executed_error(EINPROGRESS);
}

}  // namespace

bool connect_may_block(const HeldCall& call) {
  return call.address.family != AF_UNSPEC && socket_type(call.socket.get()) != SOCK_DGRAM &&
         !non_blocking(call);
}

Executed act_connect(HeldCall& call, const Interrupted& interrupted) {
  if (!call.address.unix_path.empty()) return connect_unix(call);
  if (connect_may_block(call)) return connect_and_wait(call, interrupted);
  return executed_value(::connect(call.socket.get(),
                                  reinterpret_cast<const sockaddr*>(call.address.bytes.data()),
                                  static_cast<socklen_t>(call.address.bytes.size())));
}

}  // namespace guard::interceptor
