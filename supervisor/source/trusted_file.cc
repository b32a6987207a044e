// SPDX-License-Identifier: Apache-2.0
#include "supervisor/source/trusted_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "base/files/unique_fd.h"
#include "base/text/text.h"
#include "base/uuid.h"

namespace guard::supervisor {
namespace {

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

Result<void> check(const struct stat& status, const TrustedFile& file, const std::string& path) {
  const bool is_owners = status.st_uid == file.owner || status.st_uid == 0;
  const bool is_closed = (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
  if (is_owners && is_closed) return {};
  const std::string owner = file.owner == 0 ? "root" : "user " + std::to_string(file.owner);
  return fail(Code::kRefused, safe_text(path) + ": must belong to " + owner +
                                  " and be writable by nobody else (chown, chmod go-w)");
}

Result<std::string> read_all(int fd, const std::string& path, std::size_t most) {
  std::string text;
  std::array<char, 16384> part{};
  while (text.size() <= most) {
    const ssize_t got = ::read(fd, part.data(), part.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail_errno(safe_text(path));
    if (got == 0) return text;
    text.append(part.data(), static_cast<std::size_t>(got));
  }
  return fail(Code::kInvalid, safe_text(path) + ": larger than " + size_text(most));
}

Result<void> write_all(int fd, std::string_view text, const std::string& path) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return fail_errno(safe_text(path));
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

// The new name is on the disk as well.
Result<void> sync_folder(const std::string& path) {
  const UniqueFd folder(::open(folder_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder.valid() || ::fsync(folder.get()) != 0) return fail_errno(safe_text(path));
  return {};
}

}  // namespace

Result<std::optional<std::string>> read_trusted(const TrustedFile& file, std::size_t most) {
  const std::string& path = file.path;
  const UniqueFd fd(
      ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY));
  if (!fd.valid() && (errno == ENOENT || errno == ENOTDIR)) return std::nullopt;
  if (!fd.valid()) return fail_errno(safe_text(path));
  struct stat status {};
  struct stat folder {};
  if (::fstat(fd.get(), &status) != 0 || ::stat(folder_of(path).c_str(), &folder) != 0)
    return fail_errno(safe_text(path));
  if (!S_ISREG(status.st_mode)) return fail(Code::kInvalid, safe_text(path) + ": is not a file");
  if (auto sound = check(status, file, path); !sound) return forward(sound.error());
  if (auto sound = check(folder, file, folder_of(path)); !sound) return forward(sound.error());
  auto text = read_all(fd.get(), path, most);
  if (!text) return forward(text.error());
  return std::optional(std::move(*text));
}

Result<std::string> read_file_of_anybody(const std::string& path, std::size_t most) {
  const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  struct stat status {};
  if (!fd.valid() && errno == ENOENT)
    return fail(Code::kNotFound, safe_text(path) + ": is missing");
  if (!fd.valid() || ::fstat(fd.get(), &status) != 0) return fail_errno(safe_text(path));
  if (!S_ISREG(status.st_mode)) return fail(Code::kInvalid, safe_text(path) + ": is not a file");
  return read_all(fd.get(), path, most);
}

Result<void> write_whole_file(const std::string& path, std::string_view text, mode_t mode) {
  const std::string draft = path + "." + make_uuid();
  const UniqueFd file(
      ::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode));
  if (!file.valid()) return fail_errno(safe_text(path));
  Result<void> done = write_all(file.get(), text, path);
  // The umask has no say.
  if (done && ::fchmod(file.get(), mode) != 0) done = fail_errno(safe_text(path));
  if (done && ::fsync(file.get()) != 0) done = fail_errno(safe_text(path));
  if (done && ::rename(draft.c_str(), path.c_str()) != 0) done = fail_errno(safe_text(path));
  if (!done) ::unlink(draft.c_str());
  return done ? sync_folder(path) : done;
}

}  // namespace guard::supervisor
