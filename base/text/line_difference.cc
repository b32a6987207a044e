// SPDX-License-Identifier: Apache-2.0
#include "base/text/line_difference.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace guard {
namespace {

using Lines = std::vector<std::string_view>;

// The way back is kept for each number of differences: 256 of them take half a megabyte.
constexpr int kMostDifferences = 256;
constexpr std::size_t kAround = 3;

struct Edit {
  char mark;           // ' ', '-', '+'
  std::size_t before;  // lines of each text that stand in front of it
  std::size_t after;
  std::string_view line;
};

// With their line breaks: a last line without one is another line.
Lines lines_of(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

// For each number of differences how far every diagonal got (x, with y = x - diagonal).
class Search {
 public:
  Search(const Lines& before, const Lines& after) : before_(before), after_(after) {}

  // Oldest last; nullopt: more than kMostDifferences.
  std::optional<std::vector<Edit>> edits() {
    for (int count = 0; count <= kMostDifferences; ++count) {
      reached_.emplace_back(static_cast<std::size_t>(2 * count + 1), 0);
      if (reaches_the_end(count)) return way_back(count);
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] int size_before() const { return static_cast<int>(before_.size()); }
  [[nodiscard]] int size_after() const { return static_cast<int>(after_.size()); }
  int& reached(int count, int diagonal) {
    return reached_[static_cast<std::size_t>(count)][static_cast<std::size_t>(diagonal + count)];
  }
  // One more line of `after` (down) or of `before` led to DIAGONAL.
  bool came_down(int count, int diagonal) {
    if (diagonal == -count) return true;
    if (diagonal == count) return false;
    return reached(count - 1, diagonal - 1) < reached(count - 1, diagonal + 1);
  }
  int start_of(int count, int diagonal) {
    if (count == 0) return 0;
    return came_down(count, diagonal) ? reached(count - 1, diagonal + 1)
                                      : reached(count - 1, diagonal - 1) + 1;
  }
  [[nodiscard]] bool same_at(int x, int y) const {
    return x >= 0 && y >= 0 && x < size_before() && y < size_after() &&
           before_[static_cast<std::size_t>(x)] == after_[static_cast<std::size_t>(y)];
  }

  bool reaches_the_end(int count) {
    for (int diagonal = -count; diagonal <= count; diagonal += 2) {
      int x = start_of(count, diagonal);
      while (same_at(x, x - diagonal)) ++x;
      reached(count, diagonal) = x;
      if (x >= size_before() && x - diagonal >= size_after()) return true;
    }
    return false;
  }

  void add(std::vector<Edit>& edits, char mark, int x, int y) const {
    const auto in_before = static_cast<std::size_t>(x);
    const auto in_after = static_cast<std::size_t>(y);
    edits.push_back(
        {mark, in_before, in_after, mark == '+' ? after_[in_after] : before_[in_before]});
  }

  std::vector<Edit> way_back(int count) {
    std::vector<Edit> edits;
    int x = size_before();
    int y = size_after();
    for (; count >= 0; --count) {
      const int diagonal = x - y;
      const int start = start_of(count, diagonal);
      while (x > start) --x, --y, add(edits, ' ', x, y);
      if (count == 0) break;
      if (came_down(count, diagonal)) {
        add(edits, '+', x, --y);
      } else {
        add(edits, '-', --x, y);
      }
    }
    return edits;
  }

  const Lines& before_;
  const Lines& after_;
  std::vector<std::vector<int>> reached_;
};

// "12,3": of what is empty the line in front of it.
std::string range_text(std::size_t from, std::size_t count) {
  const std::string start = std::to_string(count == 0 ? from : from + 1);
  return count == 1 ? start : start + "," + std::to_string(count);
}

std::string hunk_text(const std::vector<Edit>& edits, std::size_t from, std::size_t to) {
  std::size_t before = 0;
  std::size_t after = 0;
  std::string body;
  for (std::size_t at = from; at < to; ++at) {
    const Edit& edit = edits[at];
    if (edit.mark != '+') ++before;
    if (edit.mark != '-') ++after;
    body += edit.mark;
    body += edit.line;
    if (!edit.line.ends_with('\n')) body += "\n\\ No newline at end of file\n";
  }
  return "@@ -" + range_text(edits[from].before, before) + " +" +
         range_text(edits[from].after, after) + " @@\n" + body;
}

// The lines that go stand before those that come, as people read it.
void put_in_order(std::vector<Edit>& edits) {
  for (std::size_t from = 0; from < edits.size();) {
    std::size_t to = from;
    while (to < edits.size() && edits[to].mark != ' ') ++to;
    const auto first = edits.begin() + static_cast<std::ptrdiff_t>(from);
    const auto end = edits.begin() + static_cast<std::ptrdiff_t>(to);
    if (first != end) {
      const std::size_t before = first->before;
      const std::size_t after = first->after;
      std::stable_sort(first, end,
                       [](const Edit& a, const Edit& b) { return a.mark == '-' && b.mark == '+'; });
      first->before = before;
      first->after = after;
    }
    from = to + 1;
  }
}

std::size_t next_change(const std::vector<Edit>& edits, std::size_t from) {
  while (from < edits.size() && edits[from].mark == ' ') ++from;
  return from;
}

}  // namespace

std::optional<std::string> line_difference(std::string_view before, std::string_view after) {
  const Lines old_lines = lines_of(before);
  const Lines new_lines = lines_of(after);
  auto edits = Search(old_lines, new_lines).edits();
  if (!edits) return std::nullopt;
  std::reverse(edits->begin(), edits->end());
  put_in_order(*edits);
  std::string text;
  for (std::size_t at = next_change(*edits, 0); at < edits->size();) {
    const std::size_t from = at - std::min(at, kAround);
    std::size_t end = at;  // behind the last change of the hunk
    while (at < edits->size() && at <= end + 2 * kAround)
      end = at + 1, at = next_change(*edits, end);
    text += hunk_text(*edits, from, std::min(edits->size(), end + kAround));
  }
  return text;
}

}  // namespace guard
