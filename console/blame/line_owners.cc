// SPDX-License-Identifier: Apache-2.0
#include "console/blame/line_owners.h"

#include <algorithm>
#include <utility>

#include "base/text/line_difference.h"
#include "console/review/hunks.h"

namespace guard::console {
namespace {

using Owners = std::vector<std::size_t>;

// The owners of the newer text. If a hunk has no old lines, `old_line` is the line in front of it.
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

// The owners of TEXT, which came in place of OLD; new lines are OWNER's.
Result<Owners> owners_after(const std::string& old, const Owners& owners, const std::string& text,
                            std::size_t owner) {
  const auto difference = line_difference(old, text);
  if (!difference) return fail(Code::kInvalid, "too many lines differ");
  const auto hunks = hunks_of(*difference);
  if (!hunks) return forward(hunks.error());
  Owners now = carried_over(owners, *hunks, owner);
  now.resize(lines_of_text(text).size(), owner);
  return now;
}

constexpr std::size_t kNobody = ~std::size_t{0};

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

LineOwners::LineOwners(std::string text, std::size_t owner) : now_{std::move(text), {}} {
  now_.owners.resize(lines_of_text(now_.text).size(), owner);
}

void LineOwners::go_on_with(std::string text, Owners owners) {
  earlier_.push_back(std::exchange(now_, {std::move(text), std::move(owners)}));
}

Result<void> LineOwners::replace(std::string text, std::size_t owner) {
  if (text == now_.text) return {};
  auto owners = owners_after(now_.text, now_.owners, text, owner);
  if (!owners) return forward(owners.error());
  go_on_with(std::move(text), std::move(*owners));
  return {};
}

Result<void> LineOwners::give_back(std::string text, std::size_t owner) {
  if (text == now_.text) return {};
  auto owners = owners_after(now_.text, now_.owners, text, kNobody);
  if (!owners) return forward(owners.error());
  for (auto state = earlier_.rbegin(); state != earlier_.rend(); ++state) {
    if (std::ranges::find(*owners, kNobody) == owners->end()) break;
    const auto then = state->text == text ? Result<Owners>(state->owners)
                                          : owners_after(state->text, state->owners, text, kNobody);
    for (std::size_t i = 0; then && i < owners->size(); ++i)
      if ((*owners)[i] == kNobody) (*owners)[i] = (*then)[i];
  }
  std::ranges::replace(*owners, kNobody, owner);
  go_on_with(std::move(text), std::move(*owners));
  return {};
}

}  // namespace guard::console
