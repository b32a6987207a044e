// SPDX-License-Identifier: Apache-2.0
#include "console/web/review/review_json.h"

#include <algorithm>
#include <chrono>
#include <vector>

#include "base/clock.h"
#include "console/review/hunk_discard.h"
#include "console/review/hunks.h"

namespace guard::console {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kOpenUpTo = 40;           // paths: a folder with more is closed at first
constexpr std::string_view kTab = "\u2192   ";  // a tab would be spelled out

Json counts_json(const Review& review) {
  Json counts = Json::object();
  const auto found = counts_of(review);
  for (std::size_t i = 0; i < found.size(); ++i)
    counts[name_of(static_cast<ReviewKind>(i))] = found.at(i);
  return counts;
}

std::string head_of(const Hunk& hunk) {
  const auto part = [](std::size_t line, std::size_t lines) {
    return std::to_string(line) + (lines == 1 ? "" : "," + std::to_string(lines));
  };
  return "@@ -" + part(hunk.old_line, hunk.old_lines) + " +" + part(hunk.new_line, hunk.new_lines) +
         " @@";
}

Json hunks_json(const std::vector<Hunk>& hunks) {
  Json list = Json::array();
  for (const Hunk& hunk : hunks) {
    Json lines = Json::array();
    for (const std::string& line : hunk.lines) lines.push_back(shown_line(line));
    list.push_back({{"head", head_of(hunk)}, {"lines", std::move(lines)}});
  }
  return list;
}

// A difference that is no `diff -u` (a link's text, one that is cut) is shown, and has no hunks to
// choose.
Json lines_json(std::string_view plain) {
  Json lines = Json::array();
  while (!plain.empty()) {
    const std::string_view line = plain.substr(0, plain.find('\n'));
    plain.remove_prefix(std::min(line.size() + 1, plain.size()));
    lines.push_back(shown_line(line));
  }
  return lines;
}

Json difference_json(const HeldReview& held, const ReviewItem& item) {
  const ItemDifference difference = ItemDifferences(held.review.root()).of(item);
  Json told = {{"why_none", difference.why_none}, {"cut", difference.is_cut}};
  const auto hunks = hunks_of(difference.plain);
  if (!hunks || difference.is_cut) {
    told["lines"] = lines_json(difference.plain);
    return told;
  }
  told["hunks"] = hunks_json(*hunks);
  told["single"] = item.kind == ReviewKind::kChanged && item.old.is_file() &&
                   item.there.is_file() && difference.why_none.empty() && !hunks->empty();
  told["digest"] = digest_of(difference);
  return told;
}

}  // namespace

std::string shown_line(std::string_view line) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  std::string shown;
  for (const char letter : line) {
    if (letter == '\t')
      shown += kTab;
    else
      shown += letter;
  }
  return shown;
}

Json summary_json(const HeldReview& held) {
  const Review& review = held.review;
  return {{"of", held.name},
          {"session", review.session().name},
          {"command", review.session().command},
          {"workspace", review.session().workspace},
          {"running", review.session().is_running},
          {"read", iso_time(std::chrono::system_clock::now())},
          {"summary", summary_text(review)},
          {"counts", counts_json(review)},
          {"rows", held.rows.size()},
          {"commands", held.commands.size()},
          {"git", review.git},
          {"lost", review.selection.lost_line()},
          {"damaged", review.selection.history->damaged},
          {"lists_all_made", review.selection.history->lists_all_made}};
}

Json row_json(const HeldReview& held, std::size_t row, ItemDifferences& differences) {
  const ReviewItem& item = *held.rows[row];
  Json told = {{"row", row},
               {"kind", name_of(item.kind)},
               {"path", item_name(held.review, item)},
               {"folder", item.is_folder},
               {"extent", item_extent(item, differences)},
               {"secret", item.is_secret},
               {"conflict", item.conflict},
               {"obstacle", item.obstacle},
               {"commands", std::max<std::size_t>(1, commands_of(item).size())}};
  if (!item.before.empty()) told["rights"] = item.rights;
  return told;
}

Json entry_json(const HeldReview& held, const TreeEntry& entry, ItemDifferences& differences) {
  Json told = entry.row ? row_json(held, *entry.row, differences) : Json::object();
  told["name"] = entry.name;
  if (!entry.open) return told;
  told["open"] = {
      {"under", entry.open->first}, {"length", entry.open->length}, {"below", entry.below}};
  if (entry.below > kOpenUpTo) return told;
  told["entries"] = Json::array();
  for (const TreeEntry& one : part_of(held.paths, *entry.open, 0, kReviewPage).entries)
    told["entries"].push_back(entry_json(held, one, differences));
  return told;
}

Json file_json(const HeldReview& held, std::size_t row) {
  const ReviewItem& item = *held.rows[row];
  ItemDifferences differences(held.review.root());
  Json told = row_json(held, row, differences);
  told["by"] = commands_of(item);
  told["question"] = item.question;
  told["time"] = item.time;
  told["note"] = item.note;
  told["has_lines"] =
      !item.is_folder && !item.is_secret && !item.now.empty() && item.there.is_file();
  told["difference"] = difference_json(held, item);
  return told;
}

}  // namespace guard::console
