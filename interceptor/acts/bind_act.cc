// SPDX-License-Identifier: Apache-2.0
// bind(2) and listen(2) on a duplicate of the tracee's socket.
//
// The file of a Unix socket must be made with the very text that the tracee gave: getsockname(2),
// and whoever answers to that name, see it. So guard binds to that text from the tracee's own
// working folder, having seen that its folder part leads to the held folder: names change only
// through guard, under the lock that the executor holds now. Where the text means something else to
// guard (/proc/self), the name alone is bound to, from within the held folder.
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include "base/files/birth.h"
#include "interceptor/acts/acts.h"
#include "interceptor/process/fs_context.h"
#include "interceptor/sockets/loopback_only.h"
#include "interceptor/sockets/peer_identity.h"
#include "interceptor/sockets/remote_address.h"

namespace guard::interceptor {
namespace {

int bind_to(const HeldCall& call, const std::vector<char>& address) {
  return ::bind(call.socket.get(), reinterpret_cast<const sockaddr*>(address.data()),
                static_cast<socklen_t>(address.size()));
}

std::string without_slashes(const std::string& name) {
  return name.substr(0, name.find_last_not_of('/') + 1);
}

// "a/b//" -> "a/"; "b" -> ".".
std::string folder_of(const std::string& path) {
  const std::string bare = without_slashes(path);
  const std::size_t slash = bare.rfind('/');
  return slash == std::string::npos ? "." : bare.substr(0, slash + 1);
}

bool same_folder(int held, const std::string& path) {
  struct stat judged {};
  struct stat now {};
  return ::fstat(held, &judged) == 0 && ::stat(path.c_str(), &now) == 0 &&
         judged.st_dev == now.st_dev && judged.st_ino == now.st_ino;
}

std::vector<char> address_of(const std::string& path) {
  std::vector<char> bytes(offsetof(sockaddr_un, sun_path) + path.size());
  const sa_family_t family = AF_UNIX;
  std::memcpy(bytes.data(), &family, sizeof(family));
  std::memcpy(bytes.data() + offsetof(sockaddr_un, sun_path), path.data(), path.size());
  return bytes;
}

// The working folder of this context (fs_context.h); the root again afterwards, so that no folder
// stays busy.
class WorkingFolder {
 public:
  explicit WorkingFolder(int folder) : entered_(::fchdir(folder) == 0) {}
  ~WorkingFolder() {
    if (::chdir("/") != 0) std::abort();
  }
  WorkingFolder(const WorkingFolder&) = delete;
  WorkingFolder& operator=(const WorkingFolder&) = delete;
  [[nodiscard]] bool entered() const { return entered_; }

 private:
  bool entered_;
};

// By the words of the call where they lead from there, as a socket's name is asked for
// (getsockname).
Executed bind_in_folder(const HeldCall& call) {
  const HeldPath& held = call.first;
  {
    const WorkingFolder start(call.bind_folder.valid() ? call.bind_folder.get()
                                                       : held.parent.get());
    if (start.entered() && same_folder(held.parent.get(), folder_of(call.address.unix_path)))
      return executed_value(bind_to(call, call.address.bytes));
  }
  const WorkingFolder parent(held.parent.get());
  if (!parent.entered()) return executed_error(errno);
  return executed_value(bind_to(call, address_of(held.name)));
}

Executed bind_path(const HeldCall& call) {
  const HeldPath& held = call.first;
  if (held.name.empty() || held.exists()) return executed_error(EADDRINUSE);
  const auto mask = current_umask(*call.tracee);
  if (!mask) return executed_error(EPERM);
  Executed executed;
  if (!with_umask(*mask, [&] { executed = bind_in_folder(call); })) return executed_error(errno);
  return executed;
}

void note_socket(Executed& executed, const HeldPath& held) {
  if (executed.error != 0) return;
  const std::string name = without_slashes(held.name);
  struct statx status {};
  if (::statx(held.parent.get(), name.c_str(), AT_SYMLINK_NOFOLLOW, kMadeMask, &status) != 0 ||
      !S_ISSOCK(status.stx_mode))
    return;
  complete_birth(held.parent.get(), name.c_str(), status);
  executed.made = status;
}

bool is_still_loopback(const HeldCall& call) {
  const auto now = parse_address(local_address(call.socket.get()), call.kind, AddressUse::kBind);
  return now && now->destination.loopback;
}

// Before anybody can reach it.
Result<void> keep_on_this_machine(const HeldCall& call) {
  if (!call.loopback_only) return {};
  return make_loopback_only(call.socket.get(), call.kind);
}

}  // namespace

Executed act_bind(HeldCall& call) {
  // A TCP socket lets nobody in before it listens; until then it may become one that connects.
  if (is_datagram(call.kind)) {
    if (auto kept = keep_on_this_machine(call); !kept)
      return executed_error(kept.error().sys_errno);
  }
  if (call.address.unix_path.empty()) return executed_value(bind_to(call, call.address.bytes));
  Executed executed = bind_path(call);
  note_socket(executed, call.first);
  return executed;
}

// A connect that fails takes the address back that it had chosen, so a socket that was judged as
// bound to this machine may listen on every address: looked at again once it listens, when nothing
// changes it any more.
Executed act_listen(HeldCall& call) {
  const int backlog = static_cast<int>(call.raw.notification.arguments[1]);
  const PeerIdentity identity(*call.tracee);
  if (!identity.valid()) return executed_error(EPERM);
  if (auto kept = keep_on_this_machine(call); !kept) return executed_error(kept.error().sys_errno);
  Executed executed = executed_value(::listen(call.socket.get(), backlog));
  if (executed.error != 0 || !call.address.destination.loopback || is_still_loopback(call))
    return executed;
  ::shutdown(call.socket.get(), SHUT_RDWR);
  return executed_error(EPERM);
}

}  // namespace guard::interceptor
