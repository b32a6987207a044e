// SPDX-License-Identifier: Apache-2.0
#include "supervisor/network/socket_judge.h"

#include <string>
#include <utility>

#include "base/weaken.h"
#include "interceptor/calls/call_meaning.h"
#include "interceptor/sockets/loopback_only.h"
#include "policy/vocabulary/own_rules.h"
#include "supervisor/network/listeners.h"

namespace guard::supervisor {
namespace {

using interceptor::HeldCall;
using interceptor::Operation;

// "@name", as ss(8) and netstat show it.
std::string abstract_text(const interceptor::RemoteAddress& address) {
  return "@" + std::string(interceptor::abstract_name_of(address));
}

bool makes_netlink(const HeldCall& held) {
  return interceptor::makes_netlink_socket(held.raw.operation, held.raw.notification);
}

const char* why_bind_is_free(const HeldCall& held) {
  if (!interceptor::is_inet(held.kind))
    return held.address.unix_path.empty() ? policy::own_rule("socket.local") : nullptr;
  // A port of the kernel's choice, as connect and send take one too: what then listens on it is
  // judged when it listens.
  return held.address.destination.port == 0 ? policy::own_rule("network.any_port") : nullptr;
}

// A TCP socket that is bound may still become one that connects, from that port.
policy::Narrowing narrowing_of(const HeldCall& held) {
  const bool binds = held.raw.operation == Operation::kBind;
  if (!binds && held.raw.operation != Operation::kListen) return policy::Narrowing::kCannot;
  if (!interceptor::can_be_loopback_only(held.socket.get(), held.kind, held.address.destination))
    return policy::Narrowing::kCannot;
  return binds && !interceptor::is_datagram(held.kind) ? policy::Narrowing::kOnceItListens
                                                       : policy::Narrowing::kNow;
}

}  // namespace

void SocketJudge::describe(PendingCall& call) const {
  policy::Action& action = call.action;
  const HeldCall& held = call.held;
  action.destination = held.address.destination;
  action.destination.narrowing = narrowing_of(held);
  action.destination.sends_nothing =
      held.raw.operation == Operation::kConnect && interceptor::is_datagram(held.kind);
  if (named_) named_(action.destination);
  if (held.first.exists()) {
    action.objects.push_back(paths_.describe_held(held.first.object.get()));
  } else if (held.first.parent.valid()) {
    action.objects.push_back(paths_.describe_missing(held.first.parent.get(), held.first.name));
  }
  if (held.address.abstract) {
    policy::Object name;
    name.path = abstract_text(held.address);
    name.type = policy::ObjectType::kSocket;
    action.objects.push_back(std::move(name));
  }
}

const char* SocketJudge::why_free(const PendingCall& call) const {
  const HeldCall& held = call.held;
  if (asks_guard_ && asks_guard_(held, call.action)) return policy::own_rule("network.lookup");
  switch (held.raw.operation) {
    case Operation::kSend:
      return held.to_its_peer ? policy::own_rule("socket.peer") : nullptr;
    case Operation::kBind:
      return why_bind_is_free(held);
    case Operation::kListen:
      if (!interceptor::is_inet(held.kind)) return policy::own_rule("socket.local");
      return memory_.listening_is_judged(interceptor::cookie_of(held.socket.get()))
                 ? policy::own_rule("network.bound")
                 : nullptr;
    case Operation::kMakeSocket:
      return makes_netlink(held) ? policy::own_rule("socket.netlink") : nullptr;
    default:
      return nullptr;
  }
}

std::optional<SentBefore> SocketJudge::sent_before(const PendingCall& call) const {
  const HeldCall& held = call.held;
  if (held.raw.operation != Operation::kSend || held.to_its_peer) return std::nullopt;
  return memory_.sent_before(interceptor::cookie_of(held.socket.get()), place_of_send(held),
                             call.process->program);
}

bool SocketJudge::leads_to_others(const PendingCall& call) const {
  const policy::Destination& destination = call.action.destination;
  if (call.held.raw.operation == Operation::kListen) return true;  // others may call in
  if (!destination.address.empty()) {
    return !destination.resolver &&
           (!destination.loopback || call.held.tracee->realm || anybody_listens(destination.port));
  }
  const auto& objects = call.action.objects;
  return call.action.act == policy::Act::kConnect && !objects.empty() &&
         objects.front().type != policy::ObjectType::kMissing && !local_socket_of(call).own;
}

// A socket's inode is made by the one socket that is bound to it: what the tree made, it listens
// on.
LocalSocket SocketJudge::local_socket_of(const PendingCall& call) const {
  LocalSocket socket;
  socket.family = interceptor::family_of(call.held.kind);
  if (call.action.objects.empty()) return socket;
  const policy::Object& object = call.action.objects.front();
  if (call.held.address.abstract) {
    socket.abstract = object.path;
    socket.own = call.held.abstract_is_trees || memory_.is_of_tree(call.held.abstract_owner);
  } else {
    socket.path = object.path;
    socket.own = object.type == policy::ObjectType::kSocket &&
                 object.recoverability == policy::Recoverability::kBorn;
  }
  socket.own = socket.own || weakened("unix-owner");
  socket.relayed = !socket.own && call.held.raw.operation == Operation::kConnect &&
                   relayed_.at(socket.path) != KeyAgent::kNone;
  return socket;
}

bool SocketJudge::reaches_a_page(const PendingCall& call) const {
  return is_page_at(call.action.destination);
}

// Linux leads a connect to no address in particular to loopback. Where a name leads is looked at
// when guard knows it.
bool SocketJudge::is_page_at(const policy::Destination& destination) const {
  if (!has_pages_ || destination.address.empty() || destination.stand_in || weakened("page"))
    return false;
  const auto marked = [&](const std::string& address) {
    return pages_.serves(address, destination.port);
  };
  const bool unspecified = destination.address == "0.0.0.0" || destination.address == "::";
  return marked(destination.address) || (unspecified && (marked("127.0.0.1") || marked("::1")));
}

bool SocketJudge::may_set_up_network(const PendingCall& call) {
  return interceptor::family_of(call.held.kind) == interceptor::SocketFamily::kNetlink ||
         makes_netlink(call.held);
}

}  // namespace guard::supervisor
