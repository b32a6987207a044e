// SPDX-License-Identifier: Apache-2.0
#include "interceptor/resolve/image_heads.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>
#include <optional>

#include "base/files/own_descriptor.h"
#include "base/files/unique_fd.h"

namespace guard::interceptor {
namespace {

constexpr std::size_t kMostKnown = 1024;

bool same_time(const timespec& left, const timespec& right) {
  return left.tv_sec == right.tv_sec && left.tv_nsec == right.tv_nsec;
}

bool is_unchanged(const struct stat& before, const struct stat& now) {
  return before.st_size == now.st_size && same_time(before.st_ctim, now.st_ctim) &&
         same_time(before.st_mtim, now.st_mtim);
}

bool is_readable(int path_fd) {
  return ::faccessat(path_fd, "", R_OK, AT_EMPTY_PATH | AT_EACCESS) == 0;
}

Result<std::string> read_head(int path_fd) {
  const DescriptorPath path = path_of_descriptor(path_fd);
  const UniqueFd readable(
      ::openat(path.folder, path.name.data(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  // An image that its own user may run but not read could not be judged, nor its process served:
  // the kernel makes it undumpable.
  if (!readable.valid())
    return forward(Error{Code::kUnreadable, errno, "a program that may be run but not read"});
  std::string head(kImageHead, '\0');
  const ssize_t n = ::pread(readable.get(), head.data(), head.size(), 0);
  if (n < 0) return fail_errno("read image");
  head.resize(static_cast<std::size_t>(n));
  return head;
}

}  // namespace

bool ImageHeads::has_settled(const struct stat& status) const {
  return status.st_ctim.tv_sec + settling_.count() <= ::time(nullptr);
}

Result<std::string> ImageHeads::of(int path_fd, const struct stat& status, bool may_read) {
  const Key key{status.st_dev, status.st_ino};
  std::optional<std::string> told;
  {
    const std::lock_guard lock(mutex_);
    const auto found = known_.find(key);
    if (found != known_.end() && is_unchanged(found->second.status, status))
      told = found->second.head;
  }
  if (told && (may_read || is_readable(path_fd))) return std::move(*told);
  auto head = read_head(path_fd);
  if (!head || !has_settled(status)) return head;
  const std::lock_guard lock(mutex_);
  if (known_.size() >= kMostKnown) known_.clear();
  known_[key] = {status, *head};
  return head;
}

}  // namespace guard::interceptor
