// SPDX-License-Identifier: Apache-2.0
#include "base/files/own_descriptor.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <charconv>
#include <cstdint>
#include <string_view>

namespace guard {
namespace {

constexpr std::string_view kFolder = "/proc/self/fd/";

// The process that opened it, and the descriptor, in one word: elsewhere it is another's folder.
std::atomic<std::uint64_t> at_hand{0};

}  // namespace

void keep_own_descriptors_at_hand() {
  const int fd = ::open(kFolder.data(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  const auto process = static_cast<std::uint64_t>(::getpid());
  at_hand = process << 32U | static_cast<std::uint32_t>(fd);
}

DescriptorPath path_of_descriptor(int fd) {
  const std::uint64_t kept = at_hand;
  DescriptorPath path{static_cast<int>(kept), {}};
  char* at = path.name.data();
  if (kept >> 32U != static_cast<std::uint64_t>(::getpid())) {
    path.folder = AT_FDCWD;
    at += kFolder.copy(at, kFolder.size());
  }
  std::to_chars(at, path.name.data() + path.name.size() - 1, fd);
  return path;
}

}  // namespace guard
