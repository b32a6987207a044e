// SPDX-License-Identifier: Apache-2.0
// A build leaves thousands of files in few folders: where a session made a folder and all that is
// in it, one item stands for them. Pure; any thread.
#ifndef GUARD_CONSOLE_REVIEW_MADE_TREES_H_
#define GUARD_CONSOLE_REVIEW_MADE_TREES_H_

#include <vector>

#include "console/review/review_item.h"

namespace guard::console {

// Sets `inside` and `below` of ITEMS. A folder in which something was there before, was moved
// there, or needs a choice is not folded.
void fold_trees(std::vector<ReviewItem>& items);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_REVIEW_MADE_TREES_H_
