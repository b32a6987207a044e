// SPDX-License-Identifier: Apache-2.0
#include "base/files/own_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "base/files/unique_fd.h"
#include "base/limits.h"
#include "base/text/text.h"
#include "base/uuid.h"

namespace guard {
namespace {

constexpr std::size_t kMaxBytes = size_limit("own_file.bytes");

bool is_ours_alone(const struct stat& found) {
  return found.st_uid == ::geteuid() && (found.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

Result<void> refused(const std::string& path) {
  return fail(Code::kRefused, safe_text(path) + ": must be yours, and nobody else's to write");
}

// The folder and those above it; what is there already is taken as it is.
Result<void> make_folder(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == 0 || slash == std::string::npos) return {};
  const std::string folder = path.substr(0, slash);
  if (::mkdir(folder.c_str(), S_IRWXU) == 0 || errno == EEXIST) return {};
  if (errno != ENOENT) return fail_errno(safe_text(folder));
  if (auto made = make_folder(folder); !made) return made;
  if (::mkdir(folder.c_str(), S_IRWXU) == 0 || errno == EEXIST) return {};
  return fail_errno(safe_text(folder));
}

// A user who may write in the folder may put any file there.
Result<void> check_folder(const std::string& path) {
  const std::string folder = path.substr(0, path.rfind('/'));
  struct stat found {};
  if (::stat(folder.c_str(), &found) != 0) return fail_errno(safe_text(folder));
  return is_ours_alone(found) ? Result<void>() : refused(folder);
}

Result<UniqueFd> locked(const std::string& path) {
  UniqueFd lock(::open((path + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW,
                       S_IRUSR | S_IWUSR));
  if (!lock.valid()) return fail_errno(safe_text(path));
  while (::flock(lock.get(), LOCK_EX) != 0) {
    if (errno != EINTR) return fail_errno(safe_text(path));
  }
  return lock;
}

Result<void> write_all(int fd, const std::string& text, const std::string& path) {
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t written = ::write(fd, text.data() + at, text.size() - at);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return fail_errno(safe_text(path));
    at += static_cast<std::size_t>(written);
  }
  return {};
}

Result<void> replace(const std::string& path, const std::string& text) {
  const std::string draft = path + "." + make_uuid();
  const UniqueFd file(
      ::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR));
  if (!file.valid()) return fail_errno(safe_text(path));
  Result<void> done = write_all(file.get(), text, path);
  if (done && ::fsync(file.get()) != 0) done = fail_errno(safe_text(path));
  if (done && ::rename(draft.c_str(), path.c_str()) != 0) done = fail_errno(safe_text(path));
  if (!done) ::unlink(draft.c_str());
  return done;
}

}  // namespace

Result<std::string> OwnFile::read() const {
  const UniqueFd fd(::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  if (!fd.valid() && (errno == ENOENT || errno == ENOTDIR)) return std::string();
  if (!fd.valid()) return fail_errno(safe_text(path_));
  struct stat found {};
  if (::fstat(fd.get(), &found) != 0) return fail_errno(safe_text(path_));
  if (!S_ISREG(found.st_mode) || !is_ours_alone(found)) return forward(refused(path_).error());
  std::string text;
  char part[4096];
  while (text.size() <= kMaxBytes) {
    const ssize_t got = ::read(fd.get(), part, sizeof part);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail_errno(safe_text(path_));
    if (got == 0) return text;
    text.append(part, static_cast<std::size_t>(got));
  }
  return fail(Code::kInvalid, safe_text(path_) + ": larger than 1 MiB");
}

Result<void> OwnFile::change(const Changed& changed) const {
  if (auto made = make_folder(path_); !made) return made;
  if (auto checked = check_folder(path_); !checked) return checked;
  const auto lock = locked(path_);
  if (!lock) return forward(lock.error());
  const auto before = read();
  if (!before) return forward(before.error());
  const auto after = changed(*before);
  if (!after) return forward(after.error());
  return *after == *before ? Result<void>() : replace(path_, *after);
}

std::string OwnFile::stamp() const {
  struct stat found {};
  if (::lstat(path_.c_str(), &found) != 0) return "";
  char text[128];
  std::snprintf(
      text, sizeof text, "%llu:%llu:%lld:%lld.%09ld", static_cast<unsigned long long>(found.st_dev),
      static_cast<unsigned long long>(found.st_ino), static_cast<long long>(found.st_size),
      static_cast<long long>(found.st_mtim.tv_sec), found.st_mtim.tv_nsec);
  return text;
}

}  // namespace guard
