// SPDX-License-Identifier: Apache-2.0
// A review as a list for people, like `git diff --stat`, and as JSON. Texts are safe to print. One
// thread.
#ifndef GUARD_CONSOLE_REVIEW_REVIEW_TEXT_H_
#define GUARD_CONSOLE_REVIEW_REVIEW_TEXT_H_

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "console/review/item_difference.h"
#include "console/review/review_source.h"

namespace guard::console {

// Has a line of its own: git's own files are told together, but for those that need a look.
[[nodiscard]] bool is_told_alone(const ReviewItem& item);
// "M  src/a.c | +3 -1", "A  build/ (folder) | 812 files and folders".
[[nodiscard]] std::string item_line(const Review& review, const ReviewItem& item,
                                    ItemDifferences& differences);
// The same in a list by command: with what COMMAND changed of it.
[[nodiscard]] std::string command_item_line(const Review& review, const ReviewItem& item,
                                            const std::string& command,
                                            ItemDifferences& differences);
// "2  sed -i s/a/b/ f"
[[nodiscard]] std::string command_heading(std::size_t number, const std::string& command);
// "+3 -1", "812 files and folders", "binary: 3 B -> 4 B".
[[nodiscard]] std::string item_extent(const ReviewItem& item, ItemDifferences& differences);
// The same of what COMMAND changed of it.
[[nodiscard]] std::string command_extent(const ReviewItem& item, const std::string& command,
                                         ItemDifferences& differences);
// "src/a.c", "old.c -> new.c", "build/": relative to the workspace where it lies there.
[[nodiscard]] std::string item_name(const Review& review, const ReviewItem& item);

enum class ListedBy { kFile, kCommand };
// Each line with its end, a summary last.
[[nodiscard]] std::string list_text(const Review& review, ListedBy by);
// By kind, in the order of ReviewKind, with what is in folders.
[[nodiscard]] std::array<std::size_t, 5> counts_of(const Review& review);
// "session fshz5bq5: 3 changed, 1 made, 1 deleted".
[[nodiscard]] std::string summary_text(const Review& review);
// Where each command began to change something, with the items that are its own: the first one
// first. If several commands changed an item, the last one counts.
struct CommandItems {
  std::string command;  // redacted, bytes; empty: not known
  std::vector<const ReviewItem*> items;
};
// In the order of their first changes. An item that several changed stands with each.
[[nodiscard]] std::vector<std::string> commands_in_order(
    const std::vector<const ReviewItem*>& items);
[[nodiscard]] std::vector<CommandItems> by_command(const Review& review);

[[nodiscard]] nlohmann::ordered_json review_json(const Review& review);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_REVIEW_REVIEW_TEXT_H_
