// SPDX-License-Identifier: Apache-2.0
#include "supervisor/api/socket_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/text/text.h"

namespace guard::supervisor {
namespace {

constexpr int kBacklog = 64;
constexpr int kLockTries = 40;
constexpr int kTakenTries = 20;
constexpr useconds_t kLockPause = 50'000;
constexpr mode_t kOthersOut = 0177;

std::string shown(const std::string& path) {
  return "socket " + safe_text(path);
}

Result<sockaddr_un> address_of(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.empty() || path.size() >= sizeof(address.sun_path))
    return fail(Code::kInvalid, shown(path) + ": the path has " + std::to_string(path.size()) +
                                    " bytes, at most " +
                                    std::to_string(sizeof(address.sun_path) - 1) +
                                    " fit: give a shorter one with --socket");
  std::memcpy(address.sun_path, path.data(), path.size());
  return address;
}

const sockaddr* generic(const sockaddr_un& address) {
  return reinterpret_cast<const sockaddr*>(&address);
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

UniqueFd new_socket() {
  return UniqueFd(::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
}

// Two sessions that find the same stale socket must not unlink each other's new one: the folder is
// locked from the look to the bind. The lock ends with the descriptor.
Result<UniqueFd> lock_folder(const std::string& path) {
  const std::string folder = folder_of(path);
  UniqueFd fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!fd.valid()) {
    auto failure = fail_errno(shown(path) + ": folder " + safe_text(folder));
    if (failure.value().sys_errno == ENOENT) failure.value().code = Code::kNotFound;
    return failure;
  }
  for (int i = 0; i < kLockTries; ++i) {
    if (::flock(fd.get(), LOCK_EX | LOCK_NB) == 0) return fd;
    ::usleep(kLockPause);
  }
  return fail(Code::kBusy, shown(path) + ": folder " + safe_text(folder) + " is locked");
}

Result<void> remove_if_stale(const std::string& path, const sockaddr_un& address) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) {
    if (errno == ENOENT) return {};
    return fail_errno(shown(path));
  }
  if (!S_ISSOCK(status.st_mode))
    return fail(Code::kInvalid, safe_text(path) + " is not a socket: it was left alone");
  const UniqueFd probe = new_socket();
  if (!probe.valid()) return fail_errno("socket");
  const int connected = ::connect(probe.get(), generic(address), sizeof(address));
  // EAGAIN: somebody listens, and has a full backlog.
  if (connected == 0 || errno == EAGAIN)
    return fail(Code::kBusy, shown(path) + " is taken by a running session");
  if (errno != ECONNREFUSED) return fail_errno(shown(path));
  if (::unlink(path.c_str()) != 0) return fail_errno(shown(path) + ": unlink");
  return {};
}

// Whoever has just ended holds its socket for moments more: a second run of the same session that
// follows at once waits for it.
Result<UniqueFd> lock_free_place(const std::string& path, const sockaddr_un& address) {
  for (int turn = 1;; ++turn) {
    auto lock = lock_folder(path);
    if (!lock) return lock;
    const auto free = remove_if_stale(path, address);
    if (free) return lock;
    if (free.error().code != Code::kBusy || turn == kTakenTries) return forward(free.error());
    lock->reset();
    ::usleep(kLockPause);
  }
}

Result<void> bind_private(int fd, const std::string& path, const sockaddr_un& address) {
  const mode_t before = ::umask(kOthersOut);
  const int bound = ::bind(fd, generic(address), sizeof(address));
  const int error = errno;
  ::umask(before);
  if (bound != 0) return fail_with(error, shown(path) + ": bind");
  if (::listen(fd, kBacklog) != 0) {
    auto failure = fail_errno(shown(path) + ": listen");
    ::unlink(path.c_str());
    return failure;
  }
  return {};
}

}  // namespace

Result<SocketFile> SocketFile::listen_at(const std::string& path) {
  const auto address = address_of(path);
  if (!address) return forward(address.error());
  const auto lock = lock_free_place(path, *address);
  if (!lock) return forward(lock.error());
  UniqueFd fd = new_socket();
  if (!fd.valid()) return fail_errno("socket");
  if (auto bound = bind_private(fd.get(), path, *address); !bound) return forward(bound.error());
  return SocketFile(std::move(fd), path);
}

Result<void> SocketFile::is_free(const std::string& path) {
  const auto address = address_of(path);
  if (!address) return {};
  const auto lock = lock_free_place(path, *address);
  if (!lock && lock.error().code == Code::kBusy) return forward(lock.error());
  return {};
}

SocketFile::SocketFile(UniqueFd fd, std::string path)
    : fd_(std::move(fd)), path_(std::move(path)), owner_(::getpid()) {
  struct stat status {};
  if (::lstat(path_.c_str(), &status) != 0) return;  // gone already: nothing will be ours
  device_ = status.st_dev;
  inode_ = status.st_ino;
}

SocketFile::SocketFile(SocketFile&& other) noexcept
    : fd_(std::move(other.fd_)),
      path_(std::exchange(other.path_, {})),
      owner_(other.owner_),
      device_(other.device_),
      inode_(other.inode_) {}

SocketFile::~SocketFile() {
  if (still_ours()) ::unlink(path_.c_str());
}

bool SocketFile::still_ours() const {
  struct stat status {};
  if (path_.empty() || ::getpid() != owner_ || ::lstat(path_.c_str(), &status) != 0) return false;
  return S_ISSOCK(status.st_mode) && status.st_dev == device_ && status.st_ino == inode_;
}

}  // namespace guard::supervisor
