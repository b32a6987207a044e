// SPDX-License-Identifier: Apache-2.0
// Discards items of a review: an undo of exactly the journal's entries that belong to them, saved,
// on record, and to be taken back itself. One thread; while it works, what it would print is kept
// for whoever has the screen.
#ifndef GUARD_CONSOLE_REVIEW_ITEM_DISCARD_H_
#define GUARD_CONSOLE_REVIEW_ITEM_DISCARD_H_

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "console/review/review_source.h"

namespace guard::console {

struct DiscardPlan {
  std::set<std::uint64_t> entries;
  std::size_t items = 0;      // with those in folders
  std::size_t conflicts = 0;  // of these, changed since by somebody else
  std::size_t obstacles = 0;  // cannot be given back
};
// ITEMS: of REVIEW. What lies in a folder goes with it, and a folder that is gone comes back before
// what lay in it.
[[nodiscard]] DiscardPlan plan_discard(const Review& review,
                                       const std::vector<const ReviewItem*>& items);
// CONFLICTS: "skip", "overwrite", "" where there are none. What was said, line by line; safe text.
// REVIEW has to be read anew afterwards.
[[nodiscard]] std::vector<std::string> discard(Review& review, const DiscardPlan& plan,
                                               const std::string& conflicts);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_REVIEW_ITEM_DISCARD_H_
