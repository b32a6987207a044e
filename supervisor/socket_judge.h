// SPDX-License-Identifier: Apache-2.0
// SocketJudge: what of judging is particular to sockets: where a call would reach, what decides
// nothing, what was judged before, and whose a local socket is. A part of Judge. Any thread; what
// it refers to outlives it.
#ifndef GUARD_SUPERVISOR_SOCKET_JUDGE_H_
#define GUARD_SUPERVISOR_SOCKET_JUDGE_H_

#include <optional>

#include "supervisor/facts/path_facts.h"
#include "supervisor/local_sockets.h"
#include "supervisor/pending_call.h"
#include "supervisor/socket_memory.h"

namespace guard::supervisor {

class SocketJudge {
 public:
  SocketJudge(const PathFacts& paths, const SocketMemory& memory)
      : paths_(paths), memory_(memory) {}

  // Destination and objects of call.action.
  void describe(PendingCall& call) const;
  // The name of the rule by which the call decides nothing; null: it has to be judged.
  [[nodiscard]] const char* why_free(const PendingCall& call) const;
  // The same program on the same socket to the same address.
  [[nodiscard]] std::optional<SentBefore> sent_before(const PendingCall& call) const;
  [[nodiscard]] LocalSocket local_socket_of(const PendingCall& call) const;
  // Makes, or sends by, a netlink socket, whose power is who may set up the network.
  [[nodiscard]] static bool may_set_up_network(const PendingCall& call);

 private:
  const PathFacts& paths_;
  const SocketMemory& memory_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SOCKET_JUDGE_H_
