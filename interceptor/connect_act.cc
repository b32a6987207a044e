// SPDX-License-Identifier: Apache-2.0
// connect(2) on a duplicate of the tracee's socket, to the address that was copied once. A Unix
// socket is reached through the held inode, with the caller's credentials (its peer sees the
// caller's uid and guard's pid).
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
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

// The peer is told the effective ids of who connects (SO_PEERCRED; net/unix/af_unix.c takes
// current_cred). A root guard puts on the tracee's for this one call, by raw system calls, so that
// only this thread changes; the real id stays and brings the old ones back.
class PeerIdentity {
 public:
  explicit PeerIdentity(const Credentials& wanted) : own_uid_(::geteuid()), own_gid_(::getegid()) {
    if (wanted.uid == own_uid_ && wanted.gid == own_gid_) return;
    switched_ = true;
    valid_ = ::syscall(SYS_setresgid, -1, wanted.gid, -1) == 0 &&
             ::syscall(SYS_setresuid, -1, wanted.uid, -1) == 0;
  }
  ~PeerIdentity() {
    if (!switched_) return;
    // A guard that keeps another's identity must not go on.
    if (::syscall(SYS_setresuid, -1, own_uid_, -1) != 0) std::abort();
    if (::syscall(SYS_setresgid, -1, own_gid_, -1) != 0) std::abort();
  }
  PeerIdentity(const PeerIdentity&) = delete;
  PeerIdentity& operator=(const PeerIdentity&) = delete;
  [[nodiscard]] bool valid() const { return valid_; }

 private:
  uid_t own_uid_;
  gid_t own_gid_;
  bool switched_ = false;
  bool valid_ = true;
};

Executed connect_unix(const HeldCall& call) {
  const PeerIdentity identity(call.tracee->credentials);
  if (!identity.valid()) return executed_error(EPERM);
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

// The Landlock scope that keeps the tree from abstract sockets outside does not bind guard: only a
// server whose process the caller of this function then finds in the tree counts. A datagram peer
// cannot be asked who it is.
Executed connect_abstract(const HeldCall& call) {
  if (socket_type(call.socket.get()) == SOCK_DGRAM) return executed_error(EPERM);
  const PeerIdentity identity(call.tracee->credentials);
  if (!identity.valid()) return executed_error(EPERM);
  Executed executed = executed_value(
      ::connect(call.socket.get(), reinterpret_cast<const sockaddr*>(call.address.bytes.data()),
                static_cast<socklen_t>(call.address.bytes.size())));
  ucred peer{};
  socklen_t length = sizeof(peer);
  if (executed.error != 0) return executed;
  if (::getsockopt(call.socket.get(), SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0) peer.pid = 0;
  executed.abstract_peer = peer.pid;
  return executed;
}

Executed act_connect(HeldCall& call, const Interrupted& interrupted) {
  if (call.address.abstract) return connect_abstract(call);
  if (!call.address.unix_path.empty()) return connect_unix(call);
  if (connect_may_block(call)) return connect_and_wait(call, interrupted);
  return executed_value(::connect(call.socket.get(),
                                  reinterpret_cast<const sockaddr*>(call.address.bytes.data()),
                                  static_cast<socklen_t>(call.address.bytes.size())));
}

}  // namespace guard::interceptor
