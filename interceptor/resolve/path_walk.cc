// SPDX-License-Identifier: Apache-2.0
#include "interceptor/resolve/path_walk.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <deque>
#include <string_view>
#include <utility>

#include "base/limits.h"
#include "base/weaken.h"
#include "interceptor/process/proc_status.h"
#include "interceptor/resolve/procfs_place.h"
#include "interceptor/tracee/owners.h"

namespace guard::interceptor {
namespace {

constexpr int kMostLinks = int_limit("path.links");  // MAXSYMLINKS

bool links_are_protected() {
  static const bool value = [] {
    const UniqueFd fd(::open("/proc/sys/fs/protected_symlinks", O_RDONLY | O_CLOEXEC));
    char c = '1';  // unknown: the stricter
    if (fd.valid() && ::read(fd.get(), &c, 1) != 1) c = '1';
    return c != '0';
  }();
  return value;
}

class Walk {
 public:
  Walk(const Tracee& tracee, LastLink last) : tracee_(tracee), last_(last) {}

  Result<HeldPath> run(int start_fd, const std::string& path) {
    if (path.empty()) return fail_with(ENOENT, "empty path");
    if (auto begun = begin_at(start_fd, path); !begun) return forward(begun.error());
    while (!rest_.empty()) {
      const std::string name = std::move(rest_.front());
      rest_.pop_front();
      if (auto stepped = step(name); !stepped) return forward(stepped.error());
    }
    return finish();
  }

 private:
  Result<void> begin_at(int start_fd, const std::string& path) {
    if (path.starts_with('/')) {
      if (auto moved = go_to_root(); !moved) return moved;
    } else {
      here_.reset(::fcntl(start_fd, F_DUPFD_CLOEXEC, 0));
      if (!here_.valid()) return fail_errno("start");
    }
    push_front(path);
    return {};
  }

  Result<void> go_to_root() {
    auto root = open_root(tracee_);
    if (!root) return forward(root.error());
    here_ = std::move(*root);
    return {};
  }

  // Splits text and puts its components before the rest; remembers trailing slashes of the very
  // last one.
  void push_front(std::string_view text) {
    std::deque<std::string> parts;
    for (std::size_t i = 0; i < text.size();) {
      const std::size_t end = std::min(text.find('/', i), text.size());
      if (end > i) parts.emplace_back(text.substr(i, end - i));
      i = end + 1;
    }
    if (rest_.empty() && text.ends_with('/')) must_be_folder_ = true;
    rest_.insert(rest_.begin(), parts.begin(), parts.end());
  }

  [[nodiscard]] bool is_last() const { return rest_.empty(); }

  Result<void> step(const std::string& name) {
    // After a magic link the walk stands on an object that need not be a folder.
    object_.reset();
    last_name_ = name;
    const bool above_root = name == ".." && is_realm_root(tracee_, here_.get());
    UniqueFd found(
        ::openat(here_.get(), above_root ? "." : name.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
    if (!found.valid()) {
      if (errno == ENOENT && is_last()) return {};  // missing: parent and name stay
      return fail_errno("walk");
    }
    struct stat status {};
    if (::fstat(found.get(), &status) != 0) return fail_errno("walk");
    if (S_ISLNK(status.st_mode) && (!is_last() || last_ == LastLink::kFollowed || must_be_folder_))
      return follow(name, found, status);
    return arrive(std::move(found), status);
  }

  Result<void> arrive(UniqueFd found, const struct stat& status) {
    if (is_last()) {
      if (must_be_folder_ && !S_ISDIR(status.st_mode)) return fail_with(ENOTDIR, "walk");
      object_ = std::move(found);
      status_ = status;
      return {};
    }
    if (!S_ISDIR(status.st_mode)) return fail_with(ENOTDIR, "walk");
    here_ = std::move(found);
    return {};
  }

  Result<void> follow(const std::string& name, const UniqueFd& link, const struct stat& status) {
    if (++links_ > kMostLinks) return fail_with(ELOOP, "walk");
    if (on_procfs(here_.get())) return follow_on_procfs(name, link);
    if (is_last()) {
      if (auto allowed = check_protected(status); !allowed) return allowed;
    }
    auto text = read_link(link.get());
    if (!text) return forward(text.error());
    return go_to(*text);
  }

  Result<void> go_to(const std::string& text) {
    if (text.empty()) return fail_with(ENOENT, "walk");
    if (text.starts_with('/')) {
      if (auto moved = go_to_root(); !moved) return moved;
      last_name_.clear();  // the text may be "/" alone
    }
    push_front(text);
    return {};
  }

  Result<void> follow_on_procfs(const std::string& name, const UniqueFd& link) {
    const auto place = procfs_place_of(here_.get());
    if (!place) return forward(place.error());
    if (place->below.empty()) return follow_at_procfs_root(*place, name, link);
    // A magic link names an object, not a path: only the kernel can follow it. It would do so with
    // guard's rights, which reach processes that the tree's Landlock scope keeps it from. An
    // instance that does not show guard was mounted by the tree and shows the tree's processes
    // only.
    if (place->shows_guard && !is_of_tree(place->process.value_or(-1)) &&
        !weakened("foreign-descriptors"))
      return fail_with(EACCES, "magic link");
    UniqueFd target(::openat(here_.get(), name.c_str(), O_PATH | O_CLOEXEC));
    if (!target.valid()) return fail_errno("magic link");
    struct stat status {};
    if (::fstat(target.get(), &status) != 0) return fail_errno("magic link");
    if (is_last()) by_magic_ = true;
    return arrive(std::move(target), status);
  }

  Result<void> follow_at_procfs_root(const ProcfsPlace& place, const std::string& name,
                                     const UniqueFd& link) {
    auto text = name == "self" && !weakened("proc-self") ? self_in(place, tracee_)
                : name == "thread-self"                  ? thread_self_in(place, tracee_)
                                        : read_link(link.get());  // mounts, net: through self
    if (!text) return forward(text.error());
    return go_to(*text);
  }

  [[nodiscard]] bool is_of_tree(pid_t pid) const {
    return pid == tracee_.tgid || pid == tracee_.tid || is_supervised(pid);
  }

  // fs.protected_symlinks: in a sticky world-writable folder a last link of another owner is
  // followed only when it belongs to the folder's owner (fs/namei.c, may_follow_link).
  Result<void> check_protected(const struct stat& link) {
    struct stat folder {};
    if (!links_are_protected() || ::fstat(here_.get(), &folder) != 0) return {};
    const bool shared = (folder.st_mode & (S_ISVTX | S_IWOTH)) == (S_ISVTX | S_IWOTH);
    if (shared && !is_own(tracee_, link.st_uid) &&
        !is_same_owner(tracee_, link.st_uid, folder.st_uid)) {
      return fail_with(EACCES, "protected link");
    }
    return {};
  }

  static Result<std::string> read_link(int fd) {
    std::array<char, PATH_MAX> buffer{};
    const ssize_t n = ::readlinkat(fd, "", buffer.data(), buffer.size());
    if (n < 0) return fail_errno("readlink");
    return std::string(buffer.data(), static_cast<std::size_t>(n));
  }

  Result<HeldPath> finish() {
    HeldPath held;
    held.name = last_name_.empty() ? "." : last_name_;
    if (last_name_.empty()) {  // "/" or the start folder itself
      if (::fstat(here_.get(), &status_) != 0) return fail_errno("stat");
      object_.reset(::fcntl(here_.get(), F_DUPFD_CLOEXEC, 0));
    }
    if (must_be_folder_) held.name += '/';
    held.object = std::move(object_);
    held.status = status_;
    if (!by_magic_) held.parent = std::move(here_);
    return held;
  }

  const Tracee& tracee_;
  const LastLink last_;
  UniqueFd here_;
  UniqueFd object_;
  struct stat status_ {};
  std::deque<std::string> rest_;
  std::string last_name_;
  bool must_be_folder_ = false;
  bool by_magic_ = false;
  int links_ = 0;
};

}  // namespace

Result<HeldPath> walk_path(const Tracee& tracee, int start_fd, const std::string& path,
                           LastLink last) {
  return Walk(tracee, last).run(start_fd, path);
}

}  // namespace guard::interceptor
