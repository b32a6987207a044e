// SPDX-License-Identifier: Apache-2.0
#include "interceptor/launch/inherited_socket.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <optional>
#include <string_view>

#include "interceptor/process/proc_status.h"
#include "interceptor/sockets/socket_kind.h"

namespace guard::interceptor {
namespace {

constexpr int kDeepest = 4096;  // more ancestors than a process has
constexpr std::size_t kPrefix = offsetof(sockaddr_un, sun_path);

// nullopt: there is none (not connected), or it cannot be told. Empty: an end without a name.
using AskName = int (*)(int, sockaddr*, socklen_t*);
std::optional<std::string> unix_name(int fd, AskName ask) {
  sockaddr_un address{};
  socklen_t length = sizeof(address);
  if (ask(fd, reinterpret_cast<sockaddr*>(&address), &length) != 0) return std::nullopt;
  if (length <= kPrefix) return std::string();
  const std::size_t bytes = std::min<std::size_t>(length, sizeof(address)) - kPrefix;
  std::string name(address.sun_path, bytes);
  if (name.front() == '\0') return "@" + name.substr(1);
  return name.substr(0, name.find('\0'));
}

// False for number 0: the kernel's word for a process that is not visible here, or for none.
bool is_this_or_an_ancestor(pid_t wanted) {
  pid_t pid = ::getpid();
  for (int depth = 0; wanted > 0 && depth < kDeepest; ++depth) {
    if (pid == wanted) return true;
    if (pid <= 1) return false;
    const auto status = read_proc_status("/proc/" + std::to_string(pid));
    if (!status) return false;
    pid = status->parent;
  }
  return false;
}

bool was_made_by_a_parent(int fd) {
  ucred maker{};
  socklen_t length = sizeof(maker);
  if (::getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &maker, &length) != 0) return false;
  return is_this_or_an_ancestor(maker.pid);
}

InheritedSocket look_at_unix_socket(int fd) {
  const auto own = unix_name(fd, ::getsockname);
  const auto peer = unix_name(fd, ::getpeername);
  const bool is_pair = own && own->empty() && peer && peer->empty();
  if (is_pair && was_made_by_a_parent(fd)) return {DescriptorKind::kUnixPair, ""};
  return {DescriptorKind::kUnixService, peer && !peer->empty() ? *peer : own.value_or("")};
}

}  // namespace

InheritedSocket look_at_socket(int fd) {
  const auto kind = kind_of(fd);
  if (!kind) return {};
  if (kind->domain == AF_UNIX) return look_at_unix_socket(fd);
  return {is_inet(*kind) ? DescriptorKind::kNetworkSocket : DescriptorKind::kOtherSocket, ""};
}

}  // namespace guard::interceptor
