// SPDX-License-Identifier: Apache-2.0
#include "supervisor/git/git_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "base/files/unique_fd.h"
#include "base/limits.h"

namespace guard::supervisor {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostOfConfig = size_limit("git.config");

bool is_folder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

}  // namespace

bool is_git_folder(const fs::path& path) {
  std::error_code error;
  return is_folder(path / "objects") && is_folder(path / "refs") &&
         fs::exists(path / "HEAD", error);
}

std::optional<std::string> content_of_git_file(int file, std::size_t most) {
  struct stat status {};
  if (::fstat(file, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size < 0)
    return std::nullopt;
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size > most) return std::nullopt;
  std::string bytes(size, '\0');
  std::size_t have = 0;
  while (have < size) {
    const auto got = ::pread(file, bytes.data() + have, size - have, static_cast<off_t>(have));
    if (got <= 0) return std::nullopt;
    have += static_cast<std::size_t>(got);
  }
  return bytes;
}

// A FIFO holds nobody.
std::optional<std::string> text_of_git_file(const fs::path& path) {
  const UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (!file.valid())
    return errno == ENOENT || errno == ENOTDIR ? std::optional<std::string>("") : std::nullopt;
  return content_of_git_file(file.get(), kMostOfConfig);
}

std::string without_newline(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
  return text;
}

}  // namespace guard::supervisor
