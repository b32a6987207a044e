// SPDX-License-Identifier: Apache-2.0
#include "supervisor/ask/told_lines.h"

#include <functional>

namespace guard::supervisor {
namespace {

constexpr std::size_t kMost = 4096;

}  // namespace

bool ToldLines::first_time(pid_t pid, std::uint64_t identity, const std::string& line) {
  const std::lock_guard lock(mutex_);
  if (told_.size() >= kMost) told_.clear();
  return told_.insert({pid, identity, std::hash<std::string>()(line)}).second;
}

}  // namespace guard::supervisor
