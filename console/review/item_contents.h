// SPDX-License-Identifier: Apache-2.0
// The two contents of a reviewed file, held: how it was, out of the store, and how it is. A FIFO or
// a link that stands there now is never opened, nor followed. Any thread.
#ifndef GUARD_CONSOLE_REVIEW_ITEM_CONTENTS_H_
#define GUARD_CONSOLE_REVIEW_ITEM_CONTENTS_H_

#include <string>

#include "base/error.h"
#include "base/files/unique_fd.h"
#include "console/review/review_item.h"

namespace guard::console {

// Held by O_PATH, or empty files in memory where there is none on that side.
struct ItemContents {
  UniqueFd old;
  UniqueFd now;
};

// ROOT: STATE/undo. Both sides of ITEM are regular files, or not there. kRefused: one of them is no
// file, or its content is a secret's. kNotFound: what was kept is not there. Contexts are safe
// text.
[[nodiscard]] Result<ItemContents> hold_contents(const std::string& root, const ReviewItem& item);
// A file of the store, by its path below ROOT.
[[nodiscard]] UniqueFd hold_content(const std::string& root, const std::string& content);
// An empty file.
[[nodiscard]] UniqueFd hold_nothing();
// The held regular file, open to be read.
[[nodiscard]] Result<UniqueFd> open_to_read(const UniqueFd& held);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_REVIEW_ITEM_CONTENTS_H_
