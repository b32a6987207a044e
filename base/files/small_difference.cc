// SPDX-License-Identifier: Apache-2.0
#include "base/files/small_difference.h"

#include <sys/stat.h>
#include <unistd.h>

#include "base/files/served_file.h"
#include "base/text/line_difference.h"

namespace guard {
namespace {

constexpr off_t kSmallFile = 128 << 10;

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
