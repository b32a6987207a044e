// SPDX-License-Identifier: Apache-2.0
#include "console/review/review_text.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/clock.h"
#include "base/text/text.h"
#include "console/undo/undo_view.h"

namespace guard::console {
namespace {

constexpr std::size_t kLongestCommand = 100;

std::string extent_text(const ReviewItem& item, const ItemDifference& difference) {
  if (item.is_folder && item.below > 0)
    return count_text(item.below, "file or folder", "files and folders");
  if (item.is_secret) return "a secret";
  if (!difference.why_none.empty())
    return difference.why_none == "a folder" ? "" : difference.why_none;
  if (!difference.is_text || difference.added + difference.removed == 0) return {};
  std::string text;
  if (difference.added > 0) text = "+" + std::to_string(difference.added);
  if (difference.removed > 0)
    text += (text.empty() ? "-" : " -") + std::to_string(difference.removed);
  return text;
}

std::string joined(const std::vector<std::string>& parts, const char* between) {
  std::string text;
  for (const std::string& part : parts)
    if (!part.empty()) text += (text.empty() ? "" : between) + part;
  return text;
}

// COMMAND: with the counts of this one alone; null: of all.
std::string line_with(const Review& review, const ReviewItem& item, const std::string& extent) {
  const std::string head = std::string(1, letter_of(item.kind)) + "  " + item_name(review, item);
  const std::string rest = joined(
      {extent, item.before.empty() ? "" : joined(item.rights, ", "),
       item.conflict.empty() ? "" : "CONFLICT: " + item.conflict,
       item.steps.empty() ? "" : "by " + std::to_string(commands_of(item).size()) + " commands",
       item.obstacle.empty() ? "" : "CANNOT BE GIVEN BACK: " + item.obstacle},
      "; ");
  return rest.empty() ? head : head + " | " + safe_text(rest);
}

std::string lines_of(const Review& review, const std::vector<const ReviewItem*>& items,
                     ItemDifferences& differences, const std::string* command) {
  std::string text;
  for (const ReviewItem* item : items) {
    if (!is_told_alone(*item)) continue;
    const std::string extent = command == nullptr ? item_extent(*item, differences)
                                                  : command_extent(*item, *command, differences);
    text += (command == nullptr ? "" : "  ") + line_with(review, *item, extent) + "\n";
  }
  return text;
}

std::vector<const ReviewItem*> all_of(const Review& review) {
  std::vector<const ReviewItem*> items;
  for (const ReviewItem& item : review.items) items.push_back(&item);
  return items;
}

}  // namespace

bool is_told_alone(const ReviewItem& item) {
  return item.is_listed() && (!item.is_gits || !item.conflict.empty() || !item.obstacle.empty());
}

std::string item_extent(const ReviewItem& item, ItemDifferences& differences) {
  return extent_text(item, differences.counted(item));
}

std::string command_extent(const ReviewItem& item, const std::string& command,
                           ItemDifferences& differences) {
  return extent_text(item, differences.counted(item, command));
}

std::string item_name(const Review& review, const ReviewItem& item) {
  const auto shown = [&](const std::string& path) {
    return safe_text(shown_path(review, path)) + (item.is_folder ? "/" : "");
  };
  const bool has_two = !item.before.empty() && !item.now.empty() && item.before != item.now;
  return has_two ? shown(item.before) + " -> " + shown(item.now) : shown(item.path());
}

std::string item_line(const Review& review, const ReviewItem& item, ItemDifferences& differences) {
  return line_with(review, item, item_extent(item, differences));
}

std::string command_item_line(const Review& review, const ReviewItem& item,
                              const std::string& command, ItemDifferences& differences) {
  return line_with(review, item, command_extent(item, command, differences));
}

std::string command_heading(std::size_t number, const std::string& command) {
  return std::to_string(number) + "  " +
         (command.empty() ? std::string("(no command is known)")
                          : shortened(safe_text(command), kLongestCommand));
}

std::array<std::size_t, 5> counts_of(const Review& review) {
  std::array<std::size_t, 5> counts{};
  for (const ReviewItem& item : review.items) {
    if (item.is_gits || (item.is_folder && item.kind == ReviewKind::kDeleted && item.below > 0))
      continue;
    ++counts.at(static_cast<std::size_t>(item.kind));
  }
  return counts;
}

std::string summary_text(const Review& review) {
  const auto counts = counts_of(review);
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (counts.at(i) > 0)
      parts.push_back(std::to_string(counts.at(i)) + " " + name_of(static_cast<ReviewKind>(i)));
  const auto conflicts = std::ranges::count_if(
      review.items, [](const ReviewItem& item) { return !item.conflict.empty(); });
  if (conflicts > 0) parts.push_back(std::to_string(conflicts) + " changed since by somebody else");
  return "session " + safe_text(review.session().typed) + ": " +
         (parts.empty() ? "nothing differs from before" : joined(parts, ", ")) +
         (review.session().is_running ? "; it still runs" : "");
}

// The one that changed something first stands first.
std::vector<std::string> commands_in_order(const std::vector<const ReviewItem*>& items) {
  std::vector<std::pair<std::string, std::string>> all;  // time, command
  for (const ReviewItem* item : items) {
    for (const FileStep& step : item->steps) all.emplace_back(iso_time(step.time), step.command);
    all.emplace_back(item->time, item->command);
  }
  std::ranges::stable_sort(all, {}, [](const auto& one) { return one.first; });
  std::unordered_set<std::string> known;
  std::vector<std::string> commands;
  for (auto& [time, command] : all)
    if (known.insert(command).second) commands.push_back(command);
  return commands;
}

std::vector<CommandItems> by_command(const Review& review) {
  std::vector<CommandItems> groups;
  std::unordered_map<std::string, std::size_t> known;
  for (const std::string& command : commands_in_order(all_of(review))) {
    known.emplace(command, groups.size());
    groups.push_back({command, {}});
  }
  for (const ReviewItem& item : review.items)
    for (const std::string& command : commands_of(item))
      groups[known.at(command)].items.push_back(&item);
  for (CommandItems& group : groups)
    std::ranges::stable_sort(group.items, [](const ReviewItem* one, const ReviewItem* other) {
      return stands_before(*one, *other);
    });
  return groups;
}

std::string list_text(const Review& review, ListedBy by) {
  ItemDifferences differences(review.root());
  std::string text;
  if (by == ListedBy::kFile) {
    text = lines_of(review, all_of(review), differences, nullptr);
  } else {
    std::size_t number = 0;
    for (const CommandItems& group : by_command(review)) {
      const std::string lines = lines_of(review, group.items, differences, &group.command);
      ++number;
      if (lines.empty()) continue;
      text += command_heading(number, group.command) + "\n" + lines;
    }
  }
  for (const std::string& line : review.git) text += "G  " + safe_text(line) + "\n";
  if (const std::string lost = review.selection.lost_line(); !lost.empty()) text += lost + "\n";
  return text + summary_text(review) + "\n";
}

namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson path_json(const std::string& path) {
  return path.empty() ? OrderedJson() : OrderedJson(supervisor::bytes_to_json(path));
}

OrderedJson item_json(const ReviewItem& item, ItemDifferences& differences) {
  OrderedJson told = {{"kind", name_of(item.kind)},
                      {"path", path_json(item.path())},
                      {"before", path_json(item.before)},
                      {"now", path_json(item.now)},
                      {"folder", item.is_folder}};
  if (!item.before.empty() && item.old.is_file()) told["old_size"] = item.old.size;
  if (!item.now.empty() && item.there.is_file()) told["size"] = item.there.size;
  const ItemDifference lines = differences.counted(item);
  if (lines.is_text && !item.is_folder) {
    told["added"] = lines.added;
    told["removed"] = lines.removed;
  }
  if (item.is_folder) told["below"] = item.below;
  if (!item.rights.empty() && !item.before.empty()) told["rights"] = item.rights;
  if (!item.content.empty()) told["content"] = item.content;
  told["command"] = item.command;
  told["commands"] = commands_of(item);
  if (!item.question.empty()) told["question"] = item.question;
  told["time"] = item.time;
  told["git"] = item.is_gits;
  told["secret"] = item.is_secret;
  if (!item.conflict.empty()) told["conflict"] = item.conflict;
  if (!item.obstacle.empty()) told["obstacle"] = item.obstacle;
  told["changes"] = item.entries.size();
  return told;
}

}  // namespace

OrderedJson review_json(const Review& review) {
  ItemDifferences differences(review.root());
  auto items = OrderedJson::array();
  for (const ReviewItem& item : review.items)
    if (item.is_listed()) items.push_back(item_json(item, differences));
  OrderedJson counts = OrderedJson::object();
  const auto found = counts_of(review);
  for (std::size_t i = 0; i < found.size(); ++i)
    counts[name_of(static_cast<ReviewKind>(i))] = found.at(i);
  return {{"session", review.session().name},
          {"workspace", path_json(review.session().workspace)},
          {"running", review.session().is_running},
          {"items", std::move(items)},
          {"counts", std::move(counts)},
          {"untouched", review.untouched},
          {"git", review.git},
          {"not_saved", lost_json(review.selection.lost)}};
}

}  // namespace guard::console
