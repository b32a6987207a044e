// SPDX-License-Identifier: Apache-2.0
// The lines of a reviewed file, as they were and as they are: made when somebody wants to see them.
// All of them together take a bounded time; then sizes stand in for lines. One thread.
#ifndef GUARD_CONSOLE_REVIEW_ITEM_DIFFERENCE_H_
#define GUARD_CONSOLE_REVIEW_ITEM_DIFFERENCE_H_

#include <chrono>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "console/review/review_item.h"
#include "console/undo/undo_difference.h"

namespace guard::console {

struct ItemDifference {
  std::string plain;  // as `diff -u` writes it, the old one first; bytes
  std::size_t added = 0;
  std::size_t removed = 0;
  bool is_text = false;  // the numbers of lines mean something
  bool is_cut = false;
  std::string why_none;  // instead of a difference; safe text
};

class ItemDifferences {
 public:
  // ROOT: STATE/undo.
  explicit ItemDifferences(std::string root) : root_(std::move(root)) {}
  [[nodiscard]] ItemDifference of(const ReviewItem& item);
  // For each of its changes by COMMAND; where the states between are not kept, for them all.
  [[nodiscard]] std::vector<ItemDifference> of(const ReviewItem& item, const std::string& command);
  // For lists: without the text. Nothing is counted once that took too long.
  [[nodiscard]] ItemDifference counted(const ReviewItem& item);
  // The same of what COMMAND changed of it alone. Nothing is counted where a state is not kept.
  [[nodiscard]] ItemDifference counted(const ReviewItem& item, const std::string& command);

 private:
  [[nodiscard]] bool may_count(const ReviewItem& item) const;
  [[nodiscard]] ItemDifference of_step(const ReviewItem& item, std::size_t step);
  const std::string root_;
  Differences differences_;
  std::chrono::milliseconds left_{5'000};  // for what is counted
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_REVIEW_ITEM_DIFFERENCE_H_
