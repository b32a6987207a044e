// SPDX-License-Identifier: Apache-2.0
#include "supervisor/api/peer.h"

#include <pwd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>

#include "base/text.h"

namespace guard::supervisor {

Result<ApiPeer> peer_of(int fd, const ApiBackend& backend) {
  ApiPeer peer;
  socklen_t size = sizeof(peer.credentials);
  if (::getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer.credentials, &size) != 0)
    return fail_errno("SO_PEERCRED");
  peer.role = backend.role_of(peer.credentials);
  peer.user = user_name(peer.credentials.uid);
  if (peer.credentials.pid == ::getpid() && backend.next_caller)
    peer.caller = backend.next_caller();
  return peer;
}

std::string user_name(uid_t uid) {
  std::array<char, 4096> buffer{};
  struct passwd entry {};
  struct passwd* found = nullptr;
  if (::getpwuid_r(uid, &entry, buffer.data(), buffer.size(), &found) != 0 || found == nullptr)
    return "uid " + std::to_string(uid);
  return safe_text(found->pw_name);
}

}  // namespace guard::supervisor
