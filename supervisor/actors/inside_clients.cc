// SPDX-License-Identifier: Apache-2.0
#include "supervisor/actors/inside_clients.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <cerrno>
#include <cstring>

namespace guard::supervisor {

int InsideClients::connect(int socket, const InsideClient& client) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (socket_path_.size() >= sizeof(address.sun_path)) return ECONNREFUSED;
  std::memcpy(address.sun_path, socket_path_.data(), socket_path_.size());
  const std::lock_guard lock(mutex_);
  // A full backlog would make the connect wait, and with it next(), which empties the backlog. The
  // flag is the caller's too (one description): it is put back at once.
  const int flags = ::fcntl(socket, F_GETFL);
  if (flags < 0 || ::fcntl(socket, F_SETFL, flags | O_NONBLOCK) != 0) return errno;
  const int result =
      ::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address));
  const int error = result == 0 ? 0 : errno;
  (void)::fcntl(socket, F_SETFL, flags);
  if (error == 0) waiting_.push_back(client);
  return error;
}

InsideClient InsideClients::next() {
  const std::lock_guard lock(mutex_);
  if (waiting_.empty()) return {};
  const InsideClient client = waiting_.front();
  waiting_.pop_front();
  return client;
}

}  // namespace guard::supervisor
