// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/private_folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <memory>

#include "base/text.h"
#include "base/unique_fd.h"

namespace guard::supervisor {
namespace {

struct Free {
  void operator()(char* text) const { std::free(text); }
};

std::string without_trailing_slashes(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

Result<std::string> canonical(const std::string& path) {
  const std::unique_ptr<char, Free> real(::realpath(path.c_str(), nullptr));
  if (real == nullptr) return fail_errno(safe_text(path));
  return std::string(real.get());
}

Result<struct stat> owned(const std::string& path, mode_t type, const char* kind) {
  struct stat found {};
  if (::lstat(path.c_str(), &found) != 0) return fail_errno(safe_text(path));
  if ((found.st_mode & S_IFMT) != type) {
    return fail(Code::kRefused, safe_text(path) + ": is not " + kind);
  }
  if (found.st_uid != ::geteuid()) {
    return fail(Code::kRefused, safe_text(path) + ": belongs to another user");
  }
  return found;
}

// Nobody but we can change what lies at the path: the object is ours, and so is its folder.
Result<void> narrow(const std::string& path, const struct stat& found, mode_t wanted) {
  if ((found.st_mode & 07777) == wanted) return {};
  if (::chmod(path.c_str(), wanted) != 0) return fail_errno(safe_text(path));
  return {};
}

}  // namespace

Result<std::string> open_private_folder(const std::string& path) {
  const std::string name = without_trailing_slashes(path);
  if (::mkdir(name.c_str(), 0700) != 0 && errno != EEXIST) return fail_errno(safe_text(name));
  const auto found = owned(name, S_IFDIR, "a folder");
  if (!found) return forward(found.error());
  const auto narrowed = narrow(name, *found, 0700);
  if (!narrowed) return forward(narrowed.error());
  return canonical(name);
}

Result<std::string> find_private_folder(const std::string& path) {
  const std::string name = without_trailing_slashes(path);
  const auto found = owned(name, S_IFDIR, "a folder");
  if (!found) return forward(found.error());
  return canonical(name);
}

Result<void> ensure_private_file(const std::string& path) {
  const UniqueFd made(
      ::open(path.c_str(), O_CREAT | O_EXCL | O_RDWR | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR));
  if (!made.valid() && errno != EEXIST) return fail_errno(safe_text(path));
  const auto found = owned(path, S_IFREG, "a file");
  if (!found) return forward(found.error());
  return narrow(path, *found, S_IRUSR | S_IWUSR);
}

}  // namespace guard::supervisor
