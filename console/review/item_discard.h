// SPDX-License-Identifier: Apache-2.0
// Discards items of a review: an undo of exactly the journal's entries that belong to them, saved,
// on record, and to be taken back itself. One thread; while it works, what it would print is kept
// for whoever has the screen.
#ifndef GUARD_CONSOLE_REVIEW_ITEM_DISCARD_H_
#define GUARD_CONSOLE_REVIEW_ITEM_DISCARD_H_

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "console/review/review_source.h"

namespace guard::console {

struct DiscardPlan {
  std::set<std::uint64_t> entries;
  std::map<std::uint64_t, supervisor::MoveHalf> halves;  // moves of which one half alone is meant
  std::size_t items = 0;                                 // with those in folders
  std::size_t conflicts = 0;                             // of these, changed since by somebody else
  std::size_t obstacles = 0;                             // cannot be given back
};
// ITEMS: of REVIEW. Entries of a folder go with it, and a folder that is gone comes back before its
// entries.
[[nodiscard]] DiscardPlan plan_discard(const Review& review,
                                       const std::vector<const ReviewItem*>& items);
[[nodiscard]] std::vector<const ReviewItem*> all_items(const Review& review);
// Items of REVIEW at PATH or below it, by their names before or now.
[[nodiscard]] std::vector<const ReviewItem*> items_at(const Review& review,
                                                      const std::string& path);
// The plan for all that the session changed and made. It takes in files that are as they were, and
// so are no items.
[[nodiscard]] DiscardPlan plan_all(const Review& review);

struct Discarded {
  std::vector<std::string> lines;  // what was said; safe text
  std::vector<std::string> undos;  // what to name to take it back
  std::size_t given_back = 0;      // changes
  std::size_t partly = 0;          // of these
  std::size_t left = 0;            // changes, or files
};
// CONFLICTS: "skip", "overwrite", "" where there are none. WORDS: as typed, for the record. REVIEW
// has to be read anew afterwards.
[[nodiscard]] Discarded discard(Review& review, const DiscardPlan& plan,
                                const std::string& conflicts,
                                const std::vector<std::string>& words);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_REVIEW_ITEM_DISCARD_H_
