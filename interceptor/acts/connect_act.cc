// SPDX-License-Identifier: Apache-2.0
// connect(2) on a duplicate of the tracee's socket, to the address that was copied once. A Unix
// socket is reached through the held inode, with the caller's credentials (its peer sees the
// caller's uid and guard's pid).
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "interceptor/acts/acts.h"
#include "interceptor/acts/socket_waiting.h"
#include "interceptor/sockets/peer_identity.h"
#include "interceptor/sockets/unix_names.h"

namespace guard::interceptor {
namespace {

// The description is shared with the tracee: its flag is put back at once. A sibling that reads the
// flag in between sees O_NONBLOCK; what has to be waited for is waited for by guard, interruptibly.
class BrieflyNonBlocking {
 public:
  explicit BrieflyNonBlocking(int socket) : socket_(socket), flags_(::fcntl(socket, F_GETFL)) {
    ::fcntl(socket_, F_SETFL, flags_ | O_NONBLOCK);
  }
  ~BrieflyNonBlocking() { ::fcntl(socket_, F_SETFL, flags_); }
  BrieflyNonBlocking(const BrieflyNonBlocking&) = delete;
  BrieflyNonBlocking& operator=(const BrieflyNonBlocking&) = delete;

 private:
  const int socket_;
  const int flags_;
};

// The same for a socket that blocks: nothing has to be asked first.
class BlockingAside {
 public:
  explicit BlockingAside(int socket) : socket_(socket) { set(1); }
  ~BlockingAside() { set(0); }
  BlockingAside(const BlockingAside&) = delete;
  BlockingAside& operator=(const BlockingAside&) = delete;

 private:
  void set(int non_blocking) const { ::ioctl(socket_, FIONBIO, &non_blocking); }
  const int socket_;
};

int error_of_connect(const HeldCall& call, const sockaddr* address, socklen_t size) {
  return ::connect(call.socket.get(), address, size) == 0 ? 0 : errno;
}

Executed connect_local(HeldCall& call, const sockaddr* address, socklen_t size) {
  const PeerIdentity identity(*call.tracee);
  if (!identity.valid()) return executed_error(EPERM);
  int error = 0;
  {
    const BrieflyNonBlocking aside(call.socket.get());
    error = error_of_connect(call, address, size);
  }
  if (error == 0) return executed_value(0);
  // The server's queue is full: a blocking caller waits for room.
  if (error != EAGAIN || non_blocking(call) || timed_out(call)) return executed_error(error);
  Executed executed;
  executed.would_wait = true;
  return executed;
}

Executed connect_path(HeldCall& call) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string path = "/proc/self/fd/" + std::to_string(call.first.object.get());
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  return connect_local(call, reinterpret_cast<const sockaddr*>(&address), sizeof(address));
}

int start_connect(const HeldCall& call) {
  return error_of_connect(call, reinterpret_cast<const sockaddr*>(call.address.bytes.data()),
                          static_cast<socklen_t>(call.address.bytes.size()));
}

// A second connect(2) tells how the first one ended, and leaves the socket as a blocking one would:
// SO_ERROR would leave it connecting for ever, and a further attempt failed with ECONNABORTED.
int ended_with(const HeldCall& call) {
  const int error = start_connect(call);
  return error == EISCONN ? 0 : error;
}

// A peer on this machine has answered by the time that the first one returns: looked at once more
// at once.
int connect_at_once(const HeldCall& call) {
  const BlockingAside aside(call.socket.get());
  if (call.progress.connecting) return ended_with(call);
  const int error = start_connect(call);
  if (error != EINPROGRESS) return error;
  const int now = ended_with(call);
  return now == EALREADY ? EINPROGRESS : now;
}

// The attempt goes on by itself. EALREADY: restarted after a signal.
Executed connect_and_wait(HeldCall& call) {
  const int error = connect_at_once(call);
  if (error == 0) return executed_value(0);
  if (error != EINPROGRESS && error != EALREADY) return executed_error(error);
  if (!call.progress.connecting) call.progress.resumed = error == EALREADY;
  if (timed_out(call)) return executed_error(call.progress.resumed ? EALREADY : EINPROGRESS);
  call.progress.connecting = true;
  Executed executed;
  executed.would_wait = true;
  return executed;
}

void disconnect(const HeldCall& call) {
  const sockaddr nowhere{};
  if (call.kind.type != SOCK_DGRAM || ::connect(call.socket.get(), &nowhere, sizeof(nowhere)) != 0)
    ::shutdown(call.socket.get(), SHUT_RDWR);
}

// The name must still be the judged socket's: a name that was given up may be taken by somebody
// outside. A socket is bound once, so the same owner before and after was the owner in between.
Executed connect_abstract(HeldCall& call) {
  Executed executed =
      connect_local(call, reinterpret_cast<const sockaddr*>(call.address.bytes.data()),
                    static_cast<socklen_t>(call.address.bytes.size()));
  if (executed.error != 0 || executed.would_wait || call.abstract_owner == 0) return executed;
  if (owner_of_abstract_name(call.address.bytes) == call.abstract_owner) return executed;
  disconnect(call);
  return executed_error(ECONNREFUSED);
}

// Its caller waits. guard never does: the mediator carries it out, and what goes on is waited for
// elsewhere.
bool waits_for_its_peer(const HeldCall& call) {
  return is_inet(call.kind) && call.address.family != AF_UNSPEC && call.kind.type != SOCK_DGRAM &&
         !non_blocking(call);
}

}  // namespace

Executed act_connect(HeldCall& call) {
  if (call.address.abstract) return connect_abstract(call);
  if (!call.address.unix_path.empty()) return connect_path(call);
  if (waits_for_its_peer(call)) return connect_and_wait(call);
  return executed_value(::connect(call.socket.get(),
                                  reinterpret_cast<const sockaddr*>(call.address.bytes.data()),
                                  static_cast<socklen_t>(call.address.bytes.size())));
}

}  // namespace guard::interceptor
