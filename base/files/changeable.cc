// SPDX-License-Identifier: Apache-2.0
#include "base/files/changeable.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <optional>

#include "base/files/unique_fd.h"

namespace guard {
namespace {

constexpr int kMostLinks = 40;  // the kernel's own bound, path_resolution(7)
constexpr int kMostSteps = 1000;

bool may_write(int fd) {
  const std::string link = "/proc/self/fd/" + std::to_string(fd);
  return ::access(link.c_str(), W_OK) == 0;
}

bool is_changeable(int fd, const struct stat& status) {
  // Whoever may write to a device changes no code that lies in it.
  if (S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode)) return false;
  return status.st_uid == ::geteuid() || may_write(fd);
}

// A link such as /proc/self/fd/0 leads to whatever the process has there.
bool is_process_own(int fd) {
  struct statfs status {};
  return ::fstatfs(fd, &status) != 0 || status.f_type == PROC_SUPER_MAGIC;
}

std::optional<std::string> target_of(int link) {
  std::array<char, PATH_MAX> target{};
  const ssize_t size = ::readlinkat(link, "", target.data(), target.size());
  if (size <= 0 || size == static_cast<ssize_t>(target.size())) return std::nullopt;
  return std::string(target.data(), static_cast<std::size_t>(size));
}

// One name after the other, as the kernel goes, with a look at each folder.
class Walk {
 public:
  Walk(int folder, std::string path) : rest_(std::move(path)) {
    if (rest_.starts_with('/'))
      enter_root();
    else
      at_.reset(::openat(folder, ".", O_PATH | O_DIRECTORY | O_CLOEXEC));
  }

  Changeable run() {
    for (int step = 0; step < kMostSteps && at_.valid(); ++step) {
      struct stat status {};
      if (::fstat(at_.get(), &status) != 0 || is_changeable(at_.get(), status)) return found();
      const std::string name = next_name();
      if (name.empty()) return Changeable::kNot;
      if (const auto settled = enter(name)) return *settled;
    }
    return Changeable::kNow;
  }

 private:
  void enter_root() { at_.reset(::open("/", O_PATH | O_DIRECTORY | O_CLOEXEC)); }

  std::string next_name() {
    const std::size_t begin = rest_.find_first_not_of('/');
    if (begin == std::string::npos) return {};
    const std::size_t end = std::min(rest_.find('/', begin), rest_.size());
    std::string name = rest_.substr(begin, end - begin);
    rest_.erase(0, end);
    return name;
  }

  // A changeable folder was met: does anything lie at the end?
  [[nodiscard]] Changeable found() const {
    std::string rest = rest_;
    rest.erase(0, std::min(rest.find_first_not_of('/'), rest.size()));
    if (rest.empty()) return Changeable::kNow;
    if (::faccessat(at_.get(), rest.c_str(), F_OK, AT_SYMLINK_NOFOLLOW) == 0)
      return Changeable::kNow;
    if (errno == ENAMETOOLONG) return Changeable::kNot;
    return errno == ENOENT || errno == ENOTDIR ? Changeable::kOnceMade : Changeable::kNow;
  }

  std::optional<Changeable> enter(const std::string& name) {
    UniqueFd next(::openat(at_.get(), name.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
    if (!next.valid()) {
      const bool none = errno == ENOENT || errno == ENOTDIR || errno == ENAMETOOLONG;
      return none ? Changeable::kNot : Changeable::kNow;
    }
    struct stat status {};
    if (::fstat(next.get(), &status) != 0) return Changeable::kNow;
    if (!S_ISLNK(status.st_mode)) {
      at_ = std::move(next);
      return std::nullopt;
    }
    const auto target = target_of(next.get());
    if (!target || is_process_own(next.get()) || ++links_ > kMostLinks) return Changeable::kNow;
    rest_ = *target + "/" + rest_;
    if (target->starts_with('/')) enter_root();
    return std::nullopt;
  }

  UniqueFd at_;
  std::string rest_;
  int links_ = 0;
};

}  // namespace

Changeable changeable_by_us(int folder, const std::string& path) {
  return Walk(folder, path).run();
}

}  // namespace guard
