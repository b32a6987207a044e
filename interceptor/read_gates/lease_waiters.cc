// SPDX-License-Identifier: Apache-2.0
#include "interceptor/read_gates/lease_waiters.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>

namespace guard::interceptor {

// "1: LEASE  BREAKING  READ 25748 fe:00:10953495 0 EOF", then "1: -> LEASE  BREAKER ...". The
// number of the file alone is compared: the device is not always the one that stat(2) gives.
bool open_waits_in(std::string_view locks, ino_t inode) {
  const std::string file = ":" + std::to_string(inode) + " ";
  bool is_this = false;
  while (!locks.empty()) {
    const std::string_view line = locks.substr(0, locks.find('\n'));
    const bool waits = line.find(": -> ") != std::string_view::npos;
    if (waits && is_this) return true;
    if (!waits)
      is_this = line.find(" LEASE ") != std::string_view::npos &&
                line.find(file) != std::string_view::npos;
    locks.remove_prefix(std::min(locks.size(), line.size() + 1));
  }
  return false;
}

bool open_waits_for_lease_of(ino_t inode) {
  std::ostringstream text;
  text << std::ifstream("/proc/locks").rdbuf();
  return open_waits_in(text.str(), inode);
}

}  // namespace guard::interceptor
