// SPDX-License-Identifier: Apache-2.0
#include "supervisor/undo/store/held_place.h"

#include <fcntl.h>
#include <linux/limits.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/text/text.h"
#include "supervisor/undo/store/lent_rights.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kLongestShown = 300;

int open_without_links(int folder, const char* path, std::uint64_t flags) {
  struct open_how how {};
  how.flags = flags | O_PATH | O_NOFOLLOW | O_CLOEXEC;
  how.resolve = RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  return static_cast<int>(::syscall(SYS_openat2, folder, path, &how, sizeof how));
}

// A folder on the way that its owner closed for themselves: opened for the next step.
UniqueFd open_through_closed(const std::string& path) {
  UniqueFd folder(open_without_links(AT_FDCWD, "/", O_DIRECTORY));
  for (std::size_t at = 1; folder.valid() && at < path.size();) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    const std::string part = path.substr(at, end - at);
    UniqueFd next;
    {
      const LentRights lent(folder.get(), X_OK);
      next.reset(open_without_links(folder.get(), part.c_str(), O_DIRECTORY));
    }
    folder = std::move(next);
    at = end + 1;
  }
  return folder;
}

// Names may be longer together than one call takes: folder by folder.
Result<UniqueFd> open_folder(const std::string& path) {
  UniqueFd folder(open_without_links(AT_FDCWD, "/", O_DIRECTORY));
  for (std::size_t at = 1; folder.valid() && at < path.size();) {
    std::size_t end = path.size();
    if (end - at > PATH_MAX / 2) end = path.rfind('/', at + PATH_MAX / 2);
    if (end == std::string::npos || end <= at) return fail_with(ENAMETOOLONG, safe_text(path));
    const std::string part = path.substr(at, end - at);
    folder.reset(open_without_links(folder.get(), part.c_str(), O_DIRECTORY));
    at = end + 1;
  }
  if (!folder.valid() && errno == EACCES) folder = open_through_closed(path);
  if (!folder.valid()) return fail_errno(shortened(safe_text(path), kLongestShown));
  return folder;
}

}  // namespace

void HeldPlace::look_again() {
  constexpr int kFlags = O_PATH | O_NOFOLLOW | O_CLOEXEC;
  occupant.reset(::openat(folder.get(), name.c_str(), kFlags));
  if (occupant.valid() || errno != EACCES) return;
  const LentRights lent(folder.get(), X_OK);
  occupant.reset(::openat(folder.get(), name.c_str(), kFlags));
}

Result<HeldPlace> hold_place(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos || slash + 1 == path.size())
    return fail(Code::kInvalid, "no place for an object: " + safe_text(path));
  auto folder = open_folder(slash == 0 ? "/" : path.substr(0, slash));
  if (!folder) return forward(folder.error());
  HeldPlace place;
  place.path = path;
  place.folder = std::move(*folder);
  place.name = path.substr(slash + 1);
  place.look_again();
  return place;
}

UniqueFd hold_object(const std::string& path) {
  auto place = hold_place(path);
  return place ? std::move(place->occupant) : UniqueFd();
}

bool is_at_or_below(const std::string& path, const std::string& folder) {
  return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

}  // namespace guard::supervisor
