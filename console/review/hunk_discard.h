// SPDX-License-Identifier: Apache-2.0
// Takes single hunks of a changed text file back: a step like those of an undo. The file as it is
// now is saved first, in a store of the step's own, which `guard undo` gives back like any other;
// the audit record tells of it. Then the file is written: it stays the object that it is, with its
// mode, owner, attributes and further names. One thread.
#ifndef GUARD_CONSOLE_REVIEW_HUNK_DISCARD_H_
#define GUARD_CONSOLE_REVIEW_HUNK_DISCARD_H_

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "console/review/item_difference.h"
#include "console/review/review_source.h"

namespace guard::console {

// Two differences of one digest are the same.
[[nodiscard]] std::string digest_of(const ItemDifference& difference);

struct HunkOrder {
  std::set<std::size_t> hunks;     // from 1, as they are shown
  std::string seen;                // digest_of the difference that was shown; empty: that of now
  std::vector<std::string> words;  // as typed, for the record
};

// The name of the step, for `guard undo --session`. kInvalid: there is no such hunk. kBusy: the
// file is not what it was when the difference was made; nothing was done. kRefused: ITEM is no
// changed text file.
[[nodiscard]] Result<std::string> discard_hunks(const Review& review, const ReviewItem& item,
                                                const HunkOrder& order);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_REVIEW_HUNK_DISCARD_H_
