// SPDX-License-Identifier: Apache-2.0
#include "console/terminal/drawn_lines.h"

#include <utility>

namespace guard::console {

std::string DrawnLines::draw(std::vector<std::string> lines) {
  const std::vector<std::string> old = std::exchange(shown_, std::move(lines));
  std::size_t first = 0;
  if (old.size() == shown_.size())
    while (first < old.size() && old[first] == shown_[first]) ++first;
  if (!old.empty() && first == old.size()) return "";
  std::string text = "\r";
  if (old.size() > first) text += "\x1b[" + std::to_string(old.size() - first) + "A";
  text += "\x1b[J";
  for (; first < shown_.size(); ++first) text += shown_[first] + "\r\n";
  return text;
}

}  // namespace guard::console
