// SPDX-License-Identifier: Apache-2.0
#include "supervisor/api/peer.h"

#include <pwd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "base/older_kernel.h"
#include "base/process/pid_handle.h"
#include "base/process/process_stat.h"
#include "base/text/text.h"

namespace guard::supervisor {

namespace {

constexpr int kPeerPidFd = 77;  // SO_PEERPIDFD, Linux 6.5; Debian 12's headers are older

// The very process that connected, whatever its number means by now. An invalid handle: this kernel
// has none to give.
Result<PidHandle> handle_of_peer(int fd, pid_t pid) {
  if (kernel_lacks(KernelPart::kPeerPidfd)) return PidHandle();
  int number = -1;
  socklen_t size = sizeof(number);
  if (::getsockopt(fd, SOL_SOCKET, kPeerPidFd, &number, &size) == 0)
    return PidHandle::adopt(UniqueFd(number), pid);
  if (errno == ENOPROTOOPT) return PidHandle();
  return fail_errno("SO_PEERPIDFD");
}

bool lives(const PidHandle& process) {
  const auto ended = process.wait_for_end(0);
  return ended && !*ended;
}

// The ward's parent, as long as it lives (processes/ward.h); it lets no ordinary user look at it.
bool is_front(pid_t pid) {
  const pid_t ward = ::getppid();
  if (pid == ward) return true;
  const auto stat = read_process_stat(ward);
  return stat && stat->parent == pid;
}

bool runs_guard(pid_t pid) {
  if (is_front(pid)) return true;
  struct stat own {};
  struct stat other {};
  const std::string image = "/proc/" + std::to_string(pid) + "/exe";
  return ::stat("/proc/self/exe", &own) == 0 && ::stat(image.c_str(), &other) == 0 &&
         own.st_dev == other.st_dev && own.st_ino == other.st_ino;
}

// Where a process stands, and what it runs, is found by its number. That it still lived afterwards
// proves that the number was its own all the while.
void look_at_peer(int fd, const ApiBackend& backend, ApiPeer& peer) {
  const auto process = handle_of_peer(fd, peer.credentials.pid);
  if (!process) return;
  const Role role = backend.role_of(peer.credentials);
  const bool is_guard = runs_guard(peer.credentials.pid);
  if (process->valid() && !lives(*process)) return;
  peer.role = role;
  peer.is_guard = is_guard;
}

}  // namespace

Result<ApiPeer> peer_of(int fd, const ApiBackend& backend) {
  ApiPeer peer;
  socklen_t size = sizeof(peer.credentials);
  if (::getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer.credentials, &size) != 0)
    return fail_errno("SO_PEERCRED");
  look_at_peer(fd, backend, peer);
  peer.user = user_name(peer.credentials.uid);
  if (peer.credentials.pid == ::getpid() && backend.next_client)
    peer.client = backend.next_client();
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
