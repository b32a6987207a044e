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
// On standard output.
void print_differences(const Review& review);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_REVIEW_SCREEN_REVIEW_DIFFERENCES_H_
