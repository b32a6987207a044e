// SPDX-License-Identifier: Apache-2.0
// Finds the processes at the other end of a TCP connection of this machine, from /proc: the kernel
// gives no SO_PEERCRED for TCP. A peer that cannot be found is not outside: a process that hides
// its descriptors, or has ended already, gets nothing. Any thread; some milliseconds.
#ifndef GUARD_CONSOLE_WEB_TCP_PEER_H_
#define GUARD_CONSOLE_WEB_TCP_PEER_H_

#include <sys/types.h>

#include <string>

namespace guard::console {

enum class PeerPlace {
  kOutside,    // of this user (or root), and of no supervised tree
  kInside,     // of a tree that guard supervises
  kForeign,    // another user's
  kUnknown,    // no process was found that has the other end
  kElsewhere,  // of another host
};

struct TcpPeer {
  PeerPlace place = PeerPlace::kUnknown;
  pid_t pid = 0;
  std::string name;  // of the program, safe; of what is elsewhere the address
};

// FD: a connected TCP socket over IPv4.
[[nodiscard]] TcpPeer peer_of_tcp(int fd);
// Below a session's serving process or reaper, or one of these itself. True when that cannot be
// told any more.
[[nodiscard]] bool hangs_from_a_session(pid_t pid);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_WEB_TCP_PEER_H_
