// SPDX-License-Identifier: Apache-2.0
// LoneNetwork: a network namespace of guard's own with nothing in it but a loopback interface on
// which every address is this machine's (AnyIP: a local route for all addresses). A socket of it
// reaches only other sockets of it, whatever address it names. Guard answers in it for name
// servers, under their own addresses and ports, so that resolvers which compare the source of an
// answer (musl, c-ares) find the right one.
//
// A child holds the namespace and makes its sockets: a thread cannot enter a user namespace while
// others run (unshare(2)). The child ends with this object, and with guard: its end of the pair
// closes. Needs user namespaces, or CAP_SYS_ADMIN. Any thread; one mutex.
#ifndef GUARD_INTERCEPTOR_SOCKETS_LONE_NETWORK_H_
#define GUARD_INTERCEPTOR_SOCKETS_LONE_NETWORK_H_

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <mutex>

#include "base/error.h"
#include "base/files/unique_fd.h"
#include "interceptor/sockets/socket_kind.h"

namespace guard::interceptor {

class LoneNetwork {
 public:
  // kUnsupported: this machine lets guard have no namespace. Else there is none now (EAGAIN: no
  // process is left), and later there may be one.
  static Result<std::unique_ptr<LoneNetwork>> make();
  ~LoneNetwork();
  LoneNetwork(const LoneNetwork&) = delete;
  LoneNetwork& operator=(const LoneNetwork&) = delete;

  // A fresh socket of it, closed on exec. kSystem with the errno of socket(2); EPIPE: the child is
  // gone.
  Result<UniqueFd> socket(const SocketKind& kind);
  // FD is a socket of this network.
  [[nodiscard]] bool holds(int fd);

 private:
  LoneNetwork(UniqueFd line, pid_t child) : line_(std::move(line)), child_(child) {}

  std::mutex mutex_;
  UniqueFd line_;
  const pid_t child_;
  std::uint64_t cookie_ = 0;  // of its network; 0: not told
};

}  // namespace guard::interceptor

#endif  // GUARD_INTERCEPTOR_SOCKETS_LONE_NETWORK_H_
