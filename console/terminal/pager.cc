// SPDX-License-Identifier: Apache-2.0
#include "console/terminal/pager.h"

#include <algorithm>

#include "console/terminal/key_press.h"

namespace guard::console {
namespace {

// A line for the keys, and one that must not scroll away.
std::size_t page_size(std::size_t rows) {
  return std::max<std::size_t>(rows, 3) - 2;
}

}  // namespace

ViewStyle Pager::paper(ViewStyle style) {
  style.columns = std::max<std::size_t>(style.columns, 8) - 1;
  return style;
}

bool Pager::take(char key, std::size_t rows) {
  const std::size_t size = page_size(rows);
  const bool last = first_ + size >= lines_.size();
  const bool on = key == ' ' || is_enter(key) || key == kKeyPageDown || key == kKeyDown;
  if (key == 'b' || key == kKeyPageUp || key == kKeyUp) {
    first_ -= std::min(first_, size);
    return true;
  }
  if (!last && on) {
    first_ += size;
    return true;
  }
  return !(last || key == 'q' || key == kEscape || key == kInterrupt);
}

std::string Pager::page(const ViewStyle& style, std::size_t rows) const {
  const std::size_t end = std::min(lines_.size(), first_ + page_size(rows));
  const std::size_t columns = paper(style).columns;
  std::string text = style.dumb ? "\r\n" : "\r\x1b[J";
  for (std::size_t i = first_; i < end; ++i)
    text += fitted_ends(lines_[i], columns, style) + "\r\n";
  const char* keys = end >= lines_.size() ? "  b: back a page, any other key: the question"
                                          : "  space: more, b: back a page, q: the question";
  return text + fitted(std::to_string(first_ + 1) + "-" + std::to_string(end) + " of " +
                           std::to_string(lines_.size()) + keys,
                       columns, style);
}

}  // namespace guard::console
