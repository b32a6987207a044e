// SPDX-License-Identifier: Apache-2.0
#include "supervisor/audit/redaction/clean_texts.h"

#include <utility>

namespace guard::supervisor {
namespace {

constexpr std::size_t kLongest = 256;
constexpr std::size_t kMost = 2048;

}  // namespace

bool CleanTexts::has(std::string_view text) const {
  if (text.size() > kLongest) return false;
  const std::lock_guard lock(mutex_);
  return newer_.contains(text) || older_.contains(text);
}

void CleanTexts::add(std::string_view text) {
  if (text.size() > kLongest) return;
  const std::lock_guard lock(mutex_);
  if (newer_.size() >= kMost) older_ = std::exchange(newer_, {});
  newer_.emplace(text);
}

}  // namespace guard::supervisor
