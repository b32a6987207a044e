// SPDX-License-Identifier: Apache-2.0
// The differences of a review as text, with a number in front of each hunk. Prints; one thread.
#ifndef GUARD_CONSOLE_REVIEW_SCREEN_REVIEW_DIFFERENCES_H_
#define GUARD_CONSOLE_REVIEW_SCREEN_REVIEW_DIFFERENCES_H_

#include <string>
#include <vector>

#include "console/review/item_difference.h"
#include "console/review/review_source.h"

namespace guard::console {

// One line of what an item was and is. HUNK: its number, from 1; 0: it is in none.
struct DifferenceLine {
  enum class Kind { kPlain, kHead, kAdded, kRemoved } kind = Kind::kPlain;
  std::string text;  // safe
  std::size_t hunk = 0;
};
[[nodiscard]] std::vector<DifferenceLine> difference_lines(const ItemDifference& difference);
// On standard output. By command the hunks have no numbers: --discard-hunks counts those of the
// whole file.
void print_differences(const Review& review);
void print_differences_by_command(const Review& review);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_REVIEW_SCREEN_REVIEW_DIFFERENCES_H_
