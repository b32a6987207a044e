// SPDX-License-Identifier: Apache-2.0
// SocketJudge: what of judging is particular to sockets: where a call would reach, what decides
// nothing, what was judged before, and whose a local socket is. A part of Judge. Any thread; what
// it refers to outlives it.
#ifndef GUARD_SUPERVISOR_NETWORK_SOCKET_JUDGE_H_
#define GUARD_SUPERVISOR_NETWORK_SOCKET_JUDGE_H_

#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "base/files/page_mark.h"
#include "supervisor/call/pending_call.h"
#include "supervisor/facts/path_facts.h"
#include "supervisor/network/key_agents.h"
#include "supervisor/network/local_sockets.h"
#include "supervisor/network/socket_memory.h"

namespace guard::supervisor {

class SocketJudge {
 public:
  // Gives a destination its name where the address stands for one.
  using Named = std::function<void(policy::Destination&)>;
  // A call asks a name server that guard answers for: it reaches guard alone.
  using AsksGuard = std::function<bool(const interceptor::HeldCall&, const policy::Action&)>;

  // PAGE_FOLDER: where pages of guard web are marked; empty: there are none. NAMED: null: no
  // address stands for a name. ASKS_GUARD: null: guard answers for no name server. RELAYED: the key
  // agents in whose connections guard stands.
  SocketJudge(const PathFacts& paths, const SocketMemory& memory, std::string page_folder = "",
              Named named = nullptr, AsksGuard asks_guard = nullptr, KeyAgents relayed = {})
      : paths_(paths),
        memory_(memory),
        has_pages_(!page_folder.empty()),
        pages_(std::move(page_folder)),
        named_(std::move(named)),
        asks_guard_(std::move(asks_guard)),
        relayed_(std::move(relayed)) {}

  // Destination and objects of call.action.
  void describe(PendingCall& call) const;
  // The name of the rule by which the call decides nothing; null: it has to be judged.
  [[nodiscard]] const char* why_free(const PendingCall& call) const;
  // The same program on the same socket to the same address.
  [[nodiscard]] std::optional<SentBefore> sent_before(const PendingCall& call) const;
  [[nodiscard]] LocalSocket local_socket_of(const PendingCall& call) const;
  // Somebody who is not of the tree may say something through that socket from now on. For a send
  // on a connected socket, the connection was looked at.
  [[nodiscard]] bool leads_to_others(const PendingCall& call) const;
  [[nodiscard]] bool is_page_at(const policy::Destination& destination) const;
  // To who can answer the questions of this very session.
  [[nodiscard]] bool reaches_a_page(const PendingCall& call) const;
  // Makes, or sends by, a netlink socket, whose power is who may set up the network.
  [[nodiscard]] static bool may_set_up_network(const PendingCall& call);

 private:
  const PathFacts& paths_;
  const SocketMemory& memory_;
  const bool has_pages_;
  PageMarks pages_;
  Named named_;
  AsksGuard asks_guard_;
  KeyAgents relayed_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_NETWORK_SOCKET_JUDGE_H_
