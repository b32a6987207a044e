// SPDX-License-Identifier: Apache-2.0
// InsideClients: which processes of the tree connected to the session's address
// (session_address.h), in the order of their connects. All of them reach the session's socket as
// guard itself (SO_PEERCRED), one after the other, and a listening socket keeps that order: the
// first to connect is the first to be accepted. connect() on a worker, next() on the control
// thread.
#ifndef GUARD_SUPERVISOR_ACTORS_INSIDE_CLIENTS_H_
#define GUARD_SUPERVISOR_ACTORS_INSIDE_CLIENTS_H_

#include <deque>
#include <mutex>
#include <string>
#include <utility>

#include "supervisor/api/inside_client.h"

namespace guard::supervisor {

class InsideClients {
 public:
  explicit InsideClients(std::string socket_path) : socket_path_(std::move(socket_path)) {}
  // Connects SOCKET, a duplicate of the caller's, to the session. 0 or an errno; never waits.
  int connect(int socket, const InsideClient& client);
  // The process behind the connection of guard itself that is accepted next; pid 0: nobody is
  // known.
  InsideClient next();

 private:
  const std::string socket_path_;
  std::mutex mutex_;
  std::deque<InsideClient> waiting_;
};

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_ACTORS_INSIDE_CLIENTS_H_
