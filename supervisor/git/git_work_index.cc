// SPDX-License-Identifier: Apache-2.0
#include "supervisor/git/git_work_index.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <utility>

#include "base/files/unique_fd.h"
#include "supervisor/git/git_files.h"

namespace guard::supervisor {
namespace {

constexpr std::size_t kMostOfIndex = 64UL << 20U;

}  // namespace

std::optional<GitWorkIndex> read_work_index(const std::string& path) {
  GitWorkIndex index;
  const UniqueFd file(
      ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC));
  if (!file.valid()) return errno == ENOENT ? std::optional(std::move(index)) : std::nullopt;
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) return std::nullopt;
  const auto bytes = content_of_git_file(file.get(), kMostOfIndex);
  const auto note = [&index](const GitIndexEntry& entry) { index.entries.push_back(entry); };
  if (!bytes || !read_git_index(*bytes, note, index.end)) return std::nullopt;
  if (index.end.shared.find_first_not_of('0') != std::string::npos) return std::nullopt;
  index.written = status.st_mtim;
  return index;
}

}  // namespace guard::supervisor
