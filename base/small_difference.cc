// SPDX-License-Identifier: Apache-2.0
#include "base/small_difference.h"

#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "base/line_difference.h"

namespace guard {
namespace {

constexpr off_t kSmallFile = 128 << 10;

// Another process or machine answers there, or does not: that only a program of its own waits for.
bool may_hang(int file) {
  constexpr std::array<unsigned long, 6> kServed = {FUSE_SUPER_MAGIC, NFS_SUPER_MAGIC,
                                                    CIFS_SUPER_MAGIC, SMB2_SUPER_MAGIC,
                                                    V9FS_MAGIC,       CEPH_SUPER_MAGIC};
  struct statfs system {};
  if (::fstatfs(file, &system) != 0) return true;
  return std::find(kServed.begin(), kServed.end(), static_cast<unsigned long>(system.f_type)) !=
         kServed.end();
}

// nullopt: not a small one, or not to be read here.
std::optional<std::string> small_text(int file) {
  struct stat status {};
  if (::fstat(file, &status) != 0 || status.st_size > kSmallFile || may_hang(file))
    return std::nullopt;
  std::string text(static_cast<std::size_t>(status.st_size) + 1, '\0');
  std::size_t size = 0;
  while (size < text.size()) {
    const ssize_t got =
        ::pread(file, text.data() + size, text.size() - size, static_cast<off_t>(size));
    if (got < 0) return std::nullopt;
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
  }
  if (size == text.size()) return std::nullopt;
  text.resize(size);
  return text;
}

}  // namespace

std::optional<std::string> small_difference(int before, int after, const std::string& from,
                                            const std::string& to) {
  const auto old_text = small_text(before);
  const auto new_text = old_text ? small_text(after) : std::nullopt;
  if (!new_text) return std::nullopt;
  if (*old_text == *new_text) return std::string();
  if (old_text->find('\0') != std::string::npos || new_text->find('\0') != std::string::npos)
    return "Binary files " + from + " and " + to + " differ\n";
  const auto hunks = line_difference(*old_text, *new_text);
  if (!hunks) return std::nullopt;
  return "--- " + from + "\n+++ " + to + "\n" + *hunks;
}

}  // namespace guard
