// SPDX-License-Identifier: Apache-2.0
#include "console/review/item_difference.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "base/text/text.h"
#include "console/review/item_contents.h"
#include "supervisor/undo/store/held_place.h"

namespace guard::console {
namespace {

constexpr std::array<std::pair<unsigned, const char*>, 4> kFileTypes = {
    {{S_IFLNK, "link"}, {S_IFDIR, "folder"}, {S_IFIFO, "pipe"}, {S_IFSOCK, "socket"}}};

std::string side_text(const std::string& path, const supervisor::ObjectRecord& record) {
  if (path.empty()) return "nothing";
  if (record.is_file()) return size_text(record.size);
  const auto is = [&record](const auto& kind) { return (record.mode & S_IFMT) == kind.first; };
  const auto found = std::ranges::find_if(kFileTypes, is);
  return found == kFileTypes.end() ? "device" : found->second;
}

std::string sizes_text(const ReviewItem& item) {
  return side_text(item.before, item.old) + " -> " + side_text(item.now, item.there);
}

void count_lines(ItemDifference& difference) {
  std::string_view left = difference.plain;
  bool in_hunks = false;
  while (!left.empty()) {
    const std::string_view line = left.substr(0, left.find('\n'));
    left.remove_prefix(std::min(line.size() + 1, left.size()));
    in_hunks = in_hunks || line.starts_with("@@");
    if (!in_hunks) continue;
    if (line.starts_with('+')) ++difference.added;
    if (line.starts_with('-')) ++difference.removed;
  }
  difference.is_text = in_hunks || difference.plain.empty();
}

UniqueFd hold_before(const std::string& root, const FileStep& step) {
  if (step.made) return hold_nothing();
  if (!step.content_at.empty()) return supervisor::hold_object(step.content_at);
  return step.content.empty() ? UniqueFd() : hold_content(root, step.content);
}

ItemDifference no_lines(std::string why) {
  ItemDifference none;
  none.why_none = std::move(why);
  return none;
}

ItemDifference all_the_same() {
  ItemDifference none;
  none.is_text = true;
  return none;
}

ItemDifference of_links(const ReviewItem& item) {
  ItemDifference difference;
  difference.plain = "@@ link @@\n";
  if (!item.before.empty()) difference.plain += "-" + item.old.link_text + "\n";
  if (!item.now.empty()) difference.plain += "+" + item.there.link_text + "\n";
  if (item.same_content) difference.plain.clear();
  count_lines(difference);
  return difference;
}

bool is_link_or_nothing(const std::string& path, const supervisor::ObjectRecord& record) {
  return path.empty() || S_ISLNK(record.mode);
}

}  // namespace

ItemDifference ItemDifferences::of(const ReviewItem& item) {
  if (item.is_secret) return no_lines("what is in it is a secret, and not shown");
  if (is_link_or_nothing(item.before, item.old) && is_link_or_nothing(item.now, item.there))
    return of_links(item);
  if (item.is_folder && (item.now.empty() || item.there.is_folder())) return no_lines("a folder");
  if (item.same_content) return all_the_same();
  const auto contents = hold_contents(root_, item);
  if (!contents)
    return no_lines(
        (contents.error().code == Code::kNotFound ? contents.error().context + ": " : "") +
        sizes_text(item));
  PlainDifference found =
      differences_.plain(contents->old.get(), contents->now.get(), "before", "now");
  if (!found.why_none.empty()) return no_lines(found.why_none + ": " + sizes_text(item));
  if (found.text.starts_with("Binary files ")) return no_lines("binary: " + sizes_text(item));
  ItemDifference difference;
  difference.plain = std::move(found.text);
  difference.is_cut = found.is_cut;
  count_lines(difference);
  return difference;
}

std::vector<ItemDifference> ItemDifferences::of(const ReviewItem& item,
                                                const std::string& command) {
  std::vector<ItemDifference> all;
  if (!item.steps.empty() && !item.is_secret && item.knows_steps)
    for (std::size_t i = 0; i < item.steps.size(); ++i)
      if (item.steps[i].command == command) all.push_back(of_step(item, i));
  if (all.empty()) all.push_back(of(item));
  return all;
}

bool ItemDifferences::may_count(const ReviewItem& item) const {
  constexpr std::uint64_t kLargest = 1U << 20;
  return left_.count() > 0 && item.old.size <= kLargest && item.there.size <= kLargest;
}

ItemDifference ItemDifferences::of_step(const ReviewItem& item, std::size_t number) {
  const FileStep& step = item.steps[number];
  const bool is_last = number + 1 == item.steps.size();
  const UniqueFd old = hold_before(root_, step);
  const UniqueFd now = !is_last              ? hold_before(root_, item.steps[number + 1])
                       : !item.after.empty() ? hold_content(root_, item.after)
                       : item.now.empty()    ? hold_nothing()
                                             : supervisor::hold_object(item.now);
  if (!old.valid() || !now.valid()) return no_lines("not each state is kept");
  PlainDifference found = differences_.plain(old.get(), now.get(), "before", "after");
  if (!found.why_none.empty()) return no_lines(found.why_none);
  ItemDifference difference;
  difference.plain = std::move(found.text);
  difference.is_cut = found.is_cut;
  count_lines(difference);
  return difference;
}

ItemDifference ItemDifferences::counted(const ReviewItem& item, const std::string& command) {
  if (item.steps.empty() || item.is_secret || !item.knows_steps) return counted(item);
  ItemDifference sum;
  sum.is_text = true;
  const auto began = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < item.steps.size() && sum.is_text; ++i) {
    if (item.steps[i].command != command) continue;
    if (!may_count(item)) return no_lines(sizes_text(item));
    const ItemDifference one = of_step(item, i);
    sum.is_text = one.is_text;
    sum.added += one.added;
    sum.removed += one.removed;
  }
  left_ -= std::chrono::ceil<std::chrono::milliseconds>(std::chrono::steady_clock::now() - began);
  return sum;
}

ItemDifference ItemDifferences::counted(const ReviewItem& item) {
  if (!may_count(item)) return no_lines(item.is_secret ? "a secret" : sizes_text(item));
  const auto began = std::chrono::steady_clock::now();
  ItemDifference difference = of(item);
  left_ -= std::chrono::ceil<std::chrono::milliseconds>(std::chrono::steady_clock::now() - began);
  difference.plain.clear();
  return difference;
}

}  // namespace guard::console
