// SPDX-License-Identifier: Apache-2.0
#include "base/files/socket_entry.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstring>
#include <string_view>

#include "base/files/directory.h"
#include "base/files/unique_fd.h"

namespace guard {
namespace {

constexpr std::string_view kEnding = ".elsewhere";

// "SESSION.PID.elsewhere": two sessions of one name have two entries.
std::string name_of(const std::string& session) {
  return session + "." + std::to_string(::getpid()) + std::string(kEnding);
}

// Empty: PATH is no link of this user's.
std::string target_of(const std::string& path) {
  struct stat link {};
  if (::lstat(path.c_str(), &link) != 0 || !S_ISLNK(link.st_mode) || link.st_uid != ::geteuid())
    return {};
  std::array<char, PATH_MAX> target{};
  const ssize_t length = ::readlink(path.c_str(), target.data(), target.size());
  return length <= 0 ? std::string() : std::string(target.data(), static_cast<std::size_t>(length));
}

// Where others may write too, somebody else may have put a socket of theirs there since.
bool is_own_socket(const std::string& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0 && S_ISSOCK(status.st_mode) &&
         status.st_uid == ::geteuid();
}

// Only what is certain: whatever else connecting says, somebody may be there.
bool listens_nobody(const std::string& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) return errno == ENOENT || errno == ENOTDIR;
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof(address.sun_path) || !is_own_socket(path)) return false;
  std::memcpy(address.sun_path, path.data(), path.size());
  const UniqueFd probe(::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  return probe.valid() &&
         ::connect(probe.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) !=
             0 &&
         errno == ECONNREFUSED;
}

void remove_stale(const std::string& folder) {
  const Directory entries(::opendir(folder.c_str()));
  if (!entries) return;
  while (const dirent* entry = ::readdir(entries.get())) {
    if (!std::string_view(entry->d_name).ends_with(kEnding)) continue;
    const std::string path = folder + "/" + entry->d_name;
    const std::string target = target_of(path);
    if (!target.empty() && listens_nobody(target)) (void)::unlink(path.c_str());
  }
}

}  // namespace

Result<SocketEntry> SocketEntry::make(const std::string& folder, const std::string& session,
                                      const std::string& socket) {
  remove_stale(folder);
  const std::string path = folder + "/" + name_of(session);
  if (::symlink(socket.c_str(), path.c_str()) != 0) return fail_errno(path);
  return SocketEntry(path);
}

SocketEntry::SocketEntry(std::string path) : path_(std::move(path)), owner_(::getpid()) {}

SocketEntry::SocketEntry(SocketEntry&& other) noexcept
    : path_(std::exchange(other.path_, {})), owner_(other.owner_) {}

SocketEntry::~SocketEntry() {
  if (!path_.empty() && ::getpid() == owner_) (void)::unlink(path_.c_str());
}

std::optional<SocketElsewhere> socket_entry_at(const std::string& path) {
  std::string_view name = path;
  if (!name.ends_with(kEnding)) return std::nullopt;
  name.remove_suffix(kEnding.size());
  name.remove_prefix(name.rfind('/') + 1);
  const std::size_t dot = name.rfind('.');
  std::string target = target_of(path);
  if (dot == std::string_view::npos || dot == 0 || target.empty() || !is_own_socket(target))
    return std::nullopt;
  return SocketElsewhere{std::string(name.substr(0, dot)), std::move(target)};
}

}  // namespace guard
