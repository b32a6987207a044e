// SPDX-License-Identifier: Apache-2.0
#include "base/files/root_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files/unique_fd.h"

namespace guard {
namespace {

bool is_roots_alone(int fd) {
  struct stat status {};
  return ::fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == 0 &&
         (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

}  // namespace

std::string text_of_root_file(const std::string& path, std::size_t most) {
  const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!fd.valid() || !is_roots_alone(fd.get())) return {};
  std::string text(most + 1, '\0');
  std::size_t size = 0;
  while (size < text.size()) {
    const ssize_t got = ::read(fd.get(), text.data() + size, text.size() - size);
    if (got < 0) return {};
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
  }
  if (size > most) return {};
  text.resize(size);
  return text;
}

}  // namespace guard
