// SPDX-License-Identifier: Apache-2.0
// Sockets and requests that registers describe completely.
#include <fcntl.h>
#include <sys/socket.h>

#include <cerrno>

#include "interceptor/acts/acts.h"
#include "interceptor/sockets/network_setup.h"

namespace guard::interceptor {
namespace {

Executed go_on() {
  Executed executed;
  executed.reply = Reply::proceed(permit_continue(ContinueReason::kRegistersOnly));
  return executed;
}

}  // namespace

// A netlink socket has the capabilities of who opened it (net/netlink/af_netlink.c,
// __netlink_ns_capable): made by guard without those that change the machine, it can ask and not
// set up, whoever writes to it.
Executed act_make_socket(HeldCall& call, const Credentials& own) {
  const auto& arguments = call.raw.notification.arguments;
  const bool powerless = static_cast<int>(arguments[0]) == AF_NETLINK && !call.tracee->realm;
  if (!powerless || call.keeps_netlink_power) return go_on();
  Credentials maker = call.tracee->credentials;
  maker.capabilities &= ~kNetlinkPower;
  const auto scope = CredentialScope::enter(own, maker);
  if (!scope) return executed_error(EPERM);
  const int type = static_cast<int>(arguments[1]);
  UniqueFd made(::socket(AF_NETLINK, type | SOCK_CLOEXEC, static_cast<int>(arguments[2])));
  if (!made.valid()) return executed_error(errno);
  Executed executed;
  executed.reply = Reply::of_file(std::move(made), (type & SOCK_CLOEXEC) != 0);
  return executed;
}

Executed act_network_setup(HeldCall&) {
  return go_on();
}

}  // namespace guard::interceptor
