// SPDX-License-Identifier: Apache-2.0
#include "policy/text/glob_meet.h"

#include <cstddef>
#include <vector>

namespace guard::policy {
namespace {

using Parts = std::vector<std::string_view>;

Parts parts_of(std::string_view pattern, char separator) {
  Parts parts;
  while (!pattern.empty()) {
    const std::size_t end = pattern.find(separator);
    if (end != 0) parts.push_back(pattern.substr(0, end));
    pattern.remove_prefix(end == std::string_view::npos ? pattern.size() : end + 1);
  }
  return parts;
}

// As pieces that stand for one character each, and "*" for any number.
Parts pieces_of(std::string_view word) {
  Parts pieces;
  while (!word.empty()) {
    const std::size_t set_end = word[0] == '[' ? word.find(']', 1) : std::string_view::npos;
    const std::size_t length = set_end == std::string_view::npos ? 1 : set_end + 1;
    pieces.push_back(length > 1 ? std::string_view("?") : word.substr(0, 1));
    word.remove_prefix(length);
  }
  return pieces;
}

// Two sequences in which MANY stands for any number of parts have a common reading. ONE: whether
// two parts have. By a table over both lengths: no pattern makes it slow.
template <class One>
bool sequences_meet(const Parts& a, const Parts& b, std::string_view many, One one) {
  const std::size_t width = b.size() + 1;
  std::vector<char> meets((a.size() + 1) * width, 0);
  for (std::size_t i = a.size() + 1; i-- > 0;) {
    for (std::size_t j = width; j-- > 0;) {
      const auto at = [&](std::size_t x, std::size_t y) { return meets[x * width + y] != 0; };
      const bool a_left = i < a.size();
      const bool b_left = j < b.size();
      bool found = !a_left && !b_left;
      if (a_left && a[i] == many) found = at(i + 1, j) || (b_left && at(i, j + 1));
      if (!found && b_left && b[j] == many) found = at(i, j + 1) || (a_left && at(i + 1, j));
      if (!found && a_left && b_left && a[i] != many && b[j] != many)
        found = at(i + 1, j + 1) && one(a[i], b[j]);
      meets[i * width + j] = found ? 1 : 0;
    }
  }
  return meets[0] != 0;
}

bool characters_meet(std::string_view a, std::string_view b) {
  return a == b || a == "?" || b == "?";
}

bool words_meet(std::string_view a, std::string_view b) {
  return sequences_meet(pieces_of(a), pieces_of(b), "*", characters_meet);
}

}  // namespace

bool globs_meet(std::string_view a, std::string_view b) {
  return sequences_meet(parts_of(a, '/'), parts_of(b, '/'), "**", words_meet);
}

}  // namespace guard::policy
