// SPDX-License-Identifier: Apache-2.0
// The life of `guard review` on a full screen: reads the review, draws, and does what keys ask for.
// One thread.
#ifndef GUARD_CONSOLE_REVIEW_SCREEN_REVIEW_LOOP_H_
#define GUARD_CONSOLE_REVIEW_SCREEN_REVIEW_LOOP_H_

#include <string>
#include <vector>

#include "base/error.h"
#include "console/review/review_source.h"

namespace guard::console {

// Until the person leaves or the terminal goes. WORDS: the command, for the record. Gives a line
// for each thing that was done, for whoever looks at the terminal afterwards.
[[nodiscard]] Result<std::vector<std::string>> run_review(Review review,
                                                          std::vector<std::string> words);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_REVIEW_SCREEN_REVIEW_LOOP_H_
