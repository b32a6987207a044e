// SPDX-License-Identifier: Apache-2.0
#include "interceptor/resolve/scoped_path.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <string>
#include <utility>

#include "base/limits.h"
#include "interceptor/resolve/procfs_place.h"
#include "interceptor/syscalls/open_flags.h"

namespace guard::interceptor {
namespace {

constexpr int kMostLinks = int_limit("path.scoped_links");  // MAXSYMLINKS

bool is_dots(const std::string& name) {
  return name == "." || name == "..";
}

// The file's folder and name after all links, as text for the same walk again.
struct Place {
  std::string folder;  // "" for the start; ends in '/' else
  std::string name;    // without slashes; "" for "/" alone
  bool slash = false;  // one stood behind the name
};

Place place_of(const std::string& path) {
  const std::size_t end = path.find_last_not_of('/');
  if (end == std::string::npos) return {path, "", true};
  const std::size_t slash = path.rfind('/', end);
  const std::size_t start = slash == std::string::npos ? 0 : slash + 1;
  return {path.substr(0, start), path.substr(start, end + 1 - start), end + 1 != path.size()};
}

class ScopedPath {
 public:
  ScopedPath(const Tracee& tracee, const StartFolder& start, const RawCall& call)
      : tracee_(tracee), from_(start.fd.valid() ? start.fd.get() : AT_FDCWD), call_(call) {}

  Result<HeldPath> resolve() {
    if (call_.path.empty()) return fail_with(ENOENT, "empty path");
    // Without a scope a link could lead out of the tracee's root into guard's.
    constexpr std::uint64_t kScopes = RESOLVE_BENEATH | RESOLVE_IN_ROOT;
    if (tracee_.realm && (call_.resolve & kScopes) == 0)
      return forward(Error{Code::kUnsupported, EPERM, "RESOLVE flags in another root"});
    if (auto name = refuse_slash(); !name) return forward(name.error());
    HeldPath held;
    held.object = open_with(call_.path, follows_last(call_.open_flags) ? 0 : O_NOFOLLOW);
    const int error = held.object.valid() ? 0 : errno;
    if (error != 0 && (error != ENOENT || !creates())) return fail_with(error, "open");
    if (error == 0 && ::fstat(held.object.get(), &held.status) != 0) return fail_errno("open");
    const bool in_procfs = error == 0 && on_procfs(held.object.get());
    if (!creates() && !in_procfs) return held;
    auto whole = with_parent(std::move(held));
    if (!whole || !in_procfs) return whole;
    if (auto own = refuse_guards_own(*whole); !own) return forward(own.error());
    return whole;
  }

 private:
  [[nodiscard]] bool creates() const { return (call_.open_flags & O_CREAT) != 0; }

  [[nodiscard]] UniqueFd open_with(const std::string& path, std::uint64_t flags) const {
    open_how how{};
    how.flags = O_PATH | O_CLOEXEC | flags;
    how.resolve = call_.resolve | RESOLVE_NO_MAGICLINKS;
    return UniqueFd(
        static_cast<int>(::syscall(SYS_openat2, from_, path.c_str(), &how, sizeof(how))));
  }

  // With O_CREAT a name with a slash is refused once its folder is known (fs/namei.c,
  // open_last_lookups).
  [[nodiscard]] Result<void> refuse_slash() const {
    const Place place = place_of(call_.path);
    if (!creates() || !place.slash || place.name.empty() || is_dots(place.name)) return {};
    const UniqueFd folder = open_with(place.folder.empty() ? "." : place.folder, O_DIRECTORY);
    return folder.valid() ? fail_with(EISDIR, "O_CREAT") : fail_errno("open");
  }

  // The walk took guard's own `self` for the tracee's.
  static Result<void> refuse_guards_own(const HeldPath& held) {
    const bool is_folder = S_ISDIR(held.status.st_mode);
    const auto place = procfs_place_of(is_folder ? held.object.get() : held.parent.get());
    if (!place) return forward(place.error());
    if (place->process && *place->process == ::getpid())
      return forward(Error{Code::kUnsupported, EPERM, "/proc/self under RESOLVE flags"});
    return {};
  }

  // Where the file is, or would be made: the last link is followed by name, each time from the
  // start and under the flags again. The checks of the walk were the kernel's, above.
  Result<HeldPath> with_parent(HeldPath held) {
    std::string path = call_.path;
    for (int links = 0; links <= kMostLinks; ++links) {
      const Place place = place_of(path);
      UniqueFd parent = open_with(place.folder.empty() ? "." : place.folder, O_DIRECTORY);
      if (!parent.valid()) return fail_errno("open");
      if (place.name.empty() || is_dots(place.name)) return held;  // a folder that is there
      const auto next = next_of(parent.get(), place.name);
      if (!next) return forward(next.error());
      if (next->empty()) return settled(std::move(held), std::move(parent), place.name);
      path = next->front() == '/' ? *next : place.folder + *next;
    }
    return fail_with(ELOOP, "open");
  }

  // The text of a last link; empty when it is none, or is not to be followed.
  [[nodiscard]] Result<std::string> next_of(int parent, const std::string& name) const {
    struct stat status {};
    if (!follows_last(call_.open_flags)) return std::string();
    if (::fstatat(parent, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
      return errno == ENOENT ? Result<std::string>() : fail_errno("open");
    }
    if (!S_ISLNK(status.st_mode)) return std::string();
    std::array<char, PATH_MAX> text{};
    const ssize_t n = ::readlinkat(parent, name.c_str(), text.data(), text.size());
    if (n < 0) return fail_errno("open");
    return std::string(text.data(), static_cast<std::size_t>(n));
  }

  static Result<HeldPath> settled(HeldPath held, UniqueFd parent, const std::string& name) {
    struct stat status {};
    const bool there = ::fstatat(parent.get(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0;
    const bool same =
        there == held.exists() &&
        (!there || (status.st_ino == held.status.st_ino && status.st_dev == held.status.st_dev));
    // openat2(2): "try again" is the answer when names change under it.
    if (!same) return fail_with(EAGAIN, "changed while it was resolved");
    held.parent = std::move(parent);
    held.name = name;
    return held;
  }

  const Tracee& tracee_;
  const int from_;
  const RawCall& call_;
};

}  // namespace

Result<HeldPath> resolve_scoped(const Tracee& tracee, const StartFolder& start,
                                const RawCall& call) {
  return ScopedPath(tracee, start, call).resolve();
}

}  // namespace guard::interceptor
