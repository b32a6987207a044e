// SPDX-License-Identifier: Apache-2.0
#include "interceptor/preload/preload_files.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <utility>

#include "interceptor/preload/setting.h"

namespace guard::interceptor {
namespace {

constexpr int kBacklog = 4096;
constexpr std::array<const char*, 2> kFolders = {"", "/../lib/guard"};

bool can_be_named(const std::string& path) {
  return path.find_first_of(": \t\n;") == std::string::npos;
}

std::string folder_of_guard() {
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? std::string() : self.parent_path().string();
}

}  // namespace

Result<std::string> find_preload_library() {
  const std::string own = folder_of_guard();
  for (const char* folder : kFolders) {
    std::error_code error;
    const auto place = std::filesystem::canonical(own + folder, error);
    if (error) continue;
    const std::string library = (place / preload::kLibraryName).string();
    const std::string helper = (place / preload::kHelperName).string();
    if (::access(library.c_str(), R_OK) != 0 || ::access(helper.c_str(), X_OK) != 0) continue;
    if (can_be_named(library)) return library;
    return fail(Code::kUnsupported, "a folder that LD_PRELOAD cannot name: " + place.string());
  }
  return fail(Code::kNotFound, std::string(preload::kLibraryName) + " is not installed");
}

std::string why_not_preloaded() {
  const auto library = find_preload_library();
  return library ? std::string() : "the preload backend cannot start: " + library.error().text();
}

PreloadPlan preload_plan(const std::string& library, const std::string& socket,
                         const FilterOptions& filter) {
  std::string flags = filter.guard == ForGuard::kRoot ? "r" : "-";
  if (filter.asks_reaching) flags += 'k';
  if (filter.asks_reading) flags += 'o';
  return {library, std::string(preload::kVariable) + flags + ":" + library + ":" + socket};
}

// --- the socket

namespace {

constexpr char kFolderName[] = "/guard-calls-";

bool fill_in(sockaddr_un& address, const std::string& path) {
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof(address.sun_path)) return false;
  std::memcpy(address.sun_path, path.data(), path.size());
  return true;
}

// Nobody listens any more: its guard was killed. A young one may be about to.
bool is_left_over(const std::string& folder) {
  constexpr time_t kSurelyListens = 60;
  struct stat status {};
  if (::lstat(folder.c_str(), &status) != 0 || !S_ISDIR(status.st_mode) ||
      status.st_uid != ::geteuid() || ::time(nullptr) - status.st_mtime < kSurelyListens)
    return false;
  sockaddr_un address{};
  if (!fill_in(address, folder + "/asked")) return false;
  const UniqueFd tried(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  return tried.valid() &&
         ::connect(tried.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) !=
             0 &&
         errno == ECONNREFUSED;
}

void sweep(const std::string& parent) {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(parent, error)) {
    const std::string folder = entry.path().string();
    if (!folder.starts_with(parent + kFolderName) || !is_left_over(folder)) continue;
    ::unlink((folder + "/asked").c_str());
    ::rmdir(folder.c_str());
  }
}

}  // namespace

Result<PreloadSocket> PreloadSocket::make(const std::string& parent) {
  PreloadSocket socket;
  // Programs of other users in a root's tree ask as well: by a name they could not guess, in a
  // folder they cannot list; who is not of the tree gets no answer (preload_listener.h).
  const bool for_all = ::geteuid() == 0;
  const std::string place = for_all ? "/run" : parent;
  sweep(place);
  std::string folder = place + kFolderName + "XXXXXX";
  if (::mkdtemp(folder.data()) == nullptr) return fail_errno("make " + folder);
  socket.folder_ = folder;
  socket.path_ = folder + "/asked";
  sockaddr_un address{};
  if (!fill_in(address, socket.path_) || !can_be_named(socket.path_))
    return fail(Code::kUnsupported, "a socket at " + socket.path_);
  socket.fd_.reset(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!socket.fd_.valid() ||
      ::bind(socket.fd_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0 ||
      ::listen(socket.fd_.get(), kBacklog) != 0)
    return fail_errno("listen on " + socket.path_);
  if (for_all && (::chmod(socket.path_.c_str(), 0666) != 0 || ::chmod(folder.c_str(), 0711) != 0))
    return fail_errno("open " + socket.path_);
  return socket;
}

PreloadSocket::PreloadSocket(PreloadSocket&& other) noexcept
    : fd_(std::move(other.fd_)),
      folder_(std::exchange(other.folder_, {})),
      path_(std::exchange(other.path_, {})) {}

PreloadSocket::~PreloadSocket() {
  if (folder_.empty()) return;
  if (!path_.empty()) ::unlink(path_.c_str());
  ::rmdir(folder_.c_str());
}

}  // namespace guard::interceptor
