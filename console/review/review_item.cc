// SPDX-License-Identifier: Apache-2.0
#include "console/review/review_item.h"

#include <algorithm>
#include <array>
#include <utility>

namespace guard::console {
namespace {

// In the order of ReviewKind.
constexpr std::array<std::pair<char, const char*>, 5> kKinds = {
    {{'M', "changed"}, {'A', "made"}, {'D', "deleted"}, {'R', "moved"}, {'T', "rights"}}};

bool is_smaller(char one, char other) {
  const auto rank = [](char letter) {
    return letter == '/' ? 0 : static_cast<int>(static_cast<unsigned char>(letter));
  };
  return rank(one) < rank(other);
}

}  // namespace

char letter_of(ReviewKind kind) {
  return kKinds.at(static_cast<std::size_t>(kind)).first;
}

const char* name_of(ReviewKind kind) {
  return kKinds.at(static_cast<std::size_t>(kind)).second;
}

std::vector<std::string> commands_of(const ReviewItem& item) {
  std::vector<std::string> commands;
  const auto add = [&commands](const std::string& command) {
    if (std::ranges::find(commands, command) == commands.end()) commands.push_back(command);
  };
  for (const FileStep& step : item.steps) add(step.command);
  // A move or a change of rights is no change of content.
  const bool moved = !item.before.empty() && !item.now.empty() && item.before != item.now;
  if (item.steps.empty() || moved || !item.rights.empty()) add(item.command);
  return commands;
}

bool stands_before(const ReviewItem& one, const ReviewItem& other) {
  const std::string& path = one.path();
  const std::string& others = other.path();
  if (path == others) return one.kind < other.kind;
  return std::ranges::lexicographical_compare(path, others, is_smaller);
}

}  // namespace guard::console
