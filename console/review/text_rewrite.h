// SPDX-License-Identifier: Apache-2.0
// A changed text file is written anew, as a step of an undo of its session: the undo's own store
// has the file as it was first, and the audit record tells of the step. The file stays the object
// that it is, with its mode, owner, attributes and further names. One thread.
#ifndef GUARD_CONSOLE_REVIEW_TEXT_REWRITE_H_
#define GUARD_CONSOLE_REVIEW_TEXT_REWRITE_H_

#include <string>
#include <vector>

#include "base/error.h"
#include "base/files/unique_fd.h"
#include "console/review/review_source.h"

namespace guard::console {

// A text of a file, held, and the state of the file that it is of.
struct HeldText {
  UniqueFd held;  // O_PATH
  std::string text;
  struct stat status {};
};
// HELD: a regular file. kRefused: it is none now.
[[nodiscard]] Result<HeldText> hold_text(UniqueFd held);

struct RewriteOrder {
  std::string wanted;              // the text that is to be there
  std::string what;                // "hunks 1,3": for people, in the record and the undo's list
  std::vector<std::string> words;  // as typed, for the record
};

// The name of the step, for `guard undo --session`. kBusy: the file is not NOW any more, or
// somebody uses it; nothing was done.
[[nodiscard]] Result<std::string> rewrite_text(const Review& review, const ReviewItem& item,
                                               const HeldText& now, const RewriteOrder& order);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_REVIEW_TEXT_REWRITE_H_
