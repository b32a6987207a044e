// SPDX-License-Identifier: Apache-2.0
#include "console/review/screen/review_differences.h"

#include <algorithm>
#include <cstdio>
#include <string_view>

#include "base/text/safe_output.h"
#include "base/text/text.h"
#include "console/review/review_text.h"

namespace guard::console {
namespace {

DifferenceLine line_of(std::string_view line, std::size_t& hunk) {
  using Kind = DifferenceLine::Kind;
  DifferenceLine shown;
  shown.text = safe_lines(line);
  while (shown.text.ends_with('\n')) shown.text.pop_back();
  if (line.starts_with("@@")) {
    shown.kind = Kind::kHead;
    ++hunk;
    shown.text = "[" + std::to_string(hunk) + "] " + shown.text;
  } else if (line.starts_with('+')) {
    shown.kind = Kind::kAdded;
  } else if (line.starts_with('-')) {
    shown.kind = Kind::kRemoved;
  }
  shown.hunk = hunk;
  return shown;
}

DifferenceLine plain_line(const std::string& text) {
  DifferenceLine line;
  line.text = "(" + text + ")";
  return line;
}

}  // namespace

std::vector<DifferenceLine> difference_lines(const ItemDifference& difference) {
  std::vector<DifferenceLine> lines;
  std::size_t hunk = 0;
  std::string_view left = difference.plain;
  // The screen has already said which files these are.
  if (left.starts_with("---")) left.remove_prefix(std::min(left.find("@@"), left.size()));
  while (!left.empty()) {
    const std::string_view line = left.substr(0, left.find('\n'));
    left.remove_prefix(std::min(line.size() + 1, left.size()));
    lines.push_back(line_of(line, hunk));
  }
  if (difference.is_cut) lines.push_back(plain_line("the rest of the difference is not shown"));
  if (!difference.why_none.empty()) lines.push_back(plain_line(difference.why_none));
  return lines;
}

namespace {

void print_git_and_summary(const Review& review) {
  for (const std::string& line : review.git) std::printf("G  %s\n", safe_text(line).c_str());
  std::printf("%s\n", summary_text(review).c_str());
}

void print_unnumbered(const ItemDifference& difference) {
  for (const DifferenceLine& line : difference_lines(difference)) {
    const bool is_head = line.kind == DifferenceLine::Kind::kHead;
    const std::size_t at = is_head ? line.text.find("@@") : 0;
    std::printf("    %s\n", line.text.c_str() + at);
  }
}

}  // namespace

void print_differences(const Review& review) {
  ItemDifferences counted(review.root());
  ItemDifferences differences(review.root());
  for (const ReviewItem& item : review.items) {
    if (item.is_gits) continue;
    std::printf("%s\n", item_line(review, item, counted).c_str());
    for (const DifferenceLine& line : difference_lines(differences.of(item)))
      std::printf("  %s\n", line.text.c_str());
  }
  print_git_and_summary(review);
}

void print_differences_by_command(const Review& review) {
  ItemDifferences counted(review.root());
  ItemDifferences differences(review.root());
  std::size_t number = 0;
  for (const CommandItems& group : by_command(review)) {
    ++number;
    if (std::ranges::none_of(group.items, [](const auto* item) { return is_told_alone(*item); }))
      continue;
    std::printf("%s\n", command_heading(number, group.command).c_str());
    for (const ReviewItem* item : group.items) {
      if (!is_told_alone(*item)) continue;
      std::printf("  %s\n", command_item_line(review, *item, group.command, counted).c_str());
      for (const ItemDifference& one : differences.of(*item, group.command)) print_unnumbered(one);
    }
  }
  print_git_and_summary(review);
}

}  // namespace guard::console
