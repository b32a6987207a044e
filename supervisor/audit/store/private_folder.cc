// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/store/private_folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "base/files/unique_fd.h"
#include "base/text/text.h"

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

std::string mode_text(mode_t mode) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "%04o", mode & 07777U);
  return text.data();
}

// Not narrowed by us: it may be a folder that others are meant to use.
Result<void> check_closed(const std::string& path, const struct stat& found) {
  if ((found.st_mode & 077) == 0) return {};
  return fail(Code::kRefused, safe_text(path) + ": is open to other users (mode " +
                                  mode_text(found.st_mode) + "); make it private first");
}

}  // namespace

Result<std::string> open_private_folder(const std::string& path) {
  const std::string name = without_trailing_slashes(path);
  if (::mkdir(name.c_str(), 0700) != 0 && errno != EEXIST) return fail_errno(safe_text(name));
  const auto found = owned(name, S_IFDIR, "a folder");
  if (!found) return forward(found.error());
  if (const auto closed = check_closed(name, *found); !closed) return forward(closed.error());
  return canonical(name);
}

Result<std::string> find_private_folder(const std::string& path) {
  const std::string name = without_trailing_slashes(path);
  const auto found = owned(name, S_IFDIR, "a folder");
  if (!found) return forward(found.error());
  return canonical(name);
}

std::vector<OpenToOthers> open_to_others(const std::vector<std::string>& paths) {
  std::vector<OpenToOthers> open;
  for (const std::string& path : paths) {
    struct stat found {};
    if (::lstat(path.c_str(), &found) != 0 || (found.st_mode & 077) == 0) continue;
    open.push_back({path, mode_text(found.st_mode), (found.st_mode & 022) != 0});
  }
  return open;
}

Result<void> ensure_private_file(const std::string& path) {
  const UniqueFd made(
      ::open(path.c_str(), O_CREAT | O_EXCL | O_RDWR | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR));
  if (!made.valid() && errno != EEXIST) return fail_errno(safe_text(path));
  const auto found = owned(path, S_IFREG, "a file");
  if (!found) return forward(found.error());
  return check_closed(path, *found);
}

}  // namespace guard::supervisor
