// SPDX-License-Identifier: Apache-2.0
#include "console/review/three_way.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "base/text/line_difference.h"
#include "console/review/hunks.h"

namespace guard::console {
namespace {

// Lines [begin, end) of the base become TEXT.
struct Edit {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string text;
  bool operator==(const Edit&) const = default;
};

// A hunk has lines around, and may have several edits.
void add_edits(const Hunk& hunk, std::vector<Edit>& edits) {
  std::size_t at = hunk.old_lines == 0 ? hunk.old_line : hunk.old_line - 1;
  bool goes_on = false;
  for (const std::string& line : hunk.lines) {
    if (line.starts_with(' ')) {
      ++at;
      goes_on = false;
      continue;
    }
    if (!goes_on) edits.push_back({at, at, ""});
    goes_on = true;
    Edit& edit = edits.back();
    if (line.starts_with('+')) edit.text += line.substr(1);
    if (line.starts_with('-')) edit.end = ++at;
  }
}

Result<std::vector<Edit>> edits_of(std::string_view base, std::string_view text) {
  std::vector<Edit> edits;
  if (base == text) return edits;
  const auto difference = line_difference(base, text);
  if (!difference) return fail(Code::kInvalid, "too many lines differ");
  const auto hunks = hunks_of(*difference);
  if (!hunks) return forward(hunks.error());
  for (const Hunk& hunk : *hunks) add_edits(hunk, edits);
  return edits;
}

bool is_insertion(const Edit& edit) {
  return edit.begin == edit.end;
}

// Whether both change the same lines. Edits that only touch come one behind the other.
bool meet(const Edit& one, const Edit& other) {
  if (is_insertion(one) && is_insertion(other)) return one.begin == other.begin;
  return one.begin < other.end && other.begin < one.end;
}

std::vector<std::string_view> lines_in(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

}  // namespace

Result<std::string> merged_text(std::string_view base, std::string_view ours,
                                std::string_view theirs) {
  const auto first = edits_of(base, ours);
  const auto second = edits_of(base, theirs);
  if (!first) return forward(first.error());
  if (!second) return forward(second.error());
  std::vector<Edit> all = *first;
  for (const Edit& edit : *second) {
    const auto met = std::ranges::find_if(*first, [&](const Edit& one) { return meet(one, edit); });
    if (met == first->end())
      all.push_back(edit);
    else if (!(*met == edit))
      return fail(Code::kBusy, "the same lines were changed again");
  }
  std::ranges::sort(all, {}, [](const Edit& edit) { return std::pair(edit.begin, edit.end); });
  const auto lines = lines_in(base);
  std::string text;
  std::size_t at = 0;
  for (const Edit& edit : all) {
    while (at < edit.begin && at < lines.size()) text += lines[at++];
    text += edit.text;
    at = edit.end;
  }
  while (at < lines.size()) text += lines[at++];
  return text;
}

}  // namespace guard::console
