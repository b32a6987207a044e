// SPDX-License-Identifier: Apache-2.0
#include "console/blame/line_owners.h"

#include <algorithm>
#include <utility>

#include "base/text/line_difference.h"
#include "console/review/hunks.h"

namespace guard::console {
namespace {

using Owners = std::vector<std::size_t>;

// The owners of the newer text. Of a hunk without old lines, `old_line` is the line in front of it.
Owners carried_over(const Owners& owners, const std::vector<Hunk>& hunks, std::size_t owner) {
  Owners now;
  std::size_t taken = 0;  // old lines that were gone through
  for (const Hunk& hunk : hunks) {
    const std::size_t begin = hunk.old_lines == 0 ? hunk.old_line : hunk.old_line - 1;
    while (taken < begin && taken < owners.size()) now.push_back(owners[taken++]);
    for (const std::string& line : hunk.lines) {
      if (line.starts_with('+')) now.push_back(owner);
      if (line.starts_with(' ') && taken < owners.size()) now.push_back(owners[taken]);
      if (!line.starts_with('+')) ++taken;
    }
  }
  while (taken < owners.size()) now.push_back(owners[taken++]);
  return now;
}

}  // namespace

std::vector<std::string_view> lines_of_text(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end == std::string_view::npos ? end : end + 1));
    text.remove_prefix(lines.back().size());
  }
  return lines;
}

LineOwners::LineOwners(std::string text, std::size_t owner)
    : text_(std::move(text)), owners_(lines_of_text(text_).size(), owner) {}

Result<void> LineOwners::replace(std::string text, std::size_t owner) {
  if (text == text_) return {};
  Owners now;
  if (const auto known = earlier_.find(text); known != earlier_.end()) {
    now = known->second;
  } else {
    const auto difference = line_difference(text_, text);
    if (!difference) return fail(Code::kInvalid, "too many lines differ");
    const auto hunks = hunks_of(*difference);
    if (!hunks) return forward(hunks.error());
    now = carried_over(owners_, *hunks, owner);
    now.resize(lines_of_text(text).size(), owner);
  }
  earlier_.insert_or_assign(std::move(text_), std::move(owners_));
  text_ = std::move(text);
  owners_ = std::move(now);
  return {};
}

}  // namespace guard::console
