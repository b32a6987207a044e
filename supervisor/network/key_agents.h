// SPDX-License-Identifier: Apache-2.0
// KeyAgents: which sockets of this machine lead to a key agent outside, and to which kind, by their
// paths: that of SSH_AUTH_SOCK, and those that agents make. A socket that is taken for an agent's
// by its name alone gains nothing: guard relays what it knows of the agent's protocol, and refuses
// the rest. Immutable; any thread.
#ifndef GUARD_SUPERVISOR_NETWORK_KEY_AGENTS_H_
#define GUARD_SUPERVISOR_NETWORK_KEY_AGENTS_H_

#include <string>
#include <utility>

namespace guard::supervisor {

enum class KeyAgent { kNone, kSsh, kGpg };

class KeyAgents {
 public:
  // None is known.
  KeyAgents() = default;
  // SSH_SOCKET: what SSH_AUTH_SOCK names, canonical; empty: nothing.
  explicit KeyAgents(std::string ssh_socket) : known_(true), ssh_socket_(std::move(ssh_socket)) {}
  // By guard's own environment, which the session has inherited.
  static KeyAgents of_environment();
  [[nodiscard]] const std::string& ssh_socket() const { return ssh_socket_; }

  // PATH: canonical.
  [[nodiscard]] KeyAgent at(const std::string& path) const;

 private:
  bool known_ = false;
  std::string ssh_socket_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_NETWORK_KEY_AGENTS_H_
