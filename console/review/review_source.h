// SPDX-License-Identifier: Apache-2.0
// Review: what a session of the undo store changed, read and looked at. Reads the store and what is
// there; changes nothing. One thread.
#ifndef GUARD_CONSOLE_REVIEW_REVIEW_SOURCE_H_
#define GUARD_CONSOLE_REVIEW_REVIEW_SOURCE_H_

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "console/review/review_item.h"
#include "console/undo/undo_selection.h"

namespace guard::console {

struct ReviewOrder {
  std::string state;
  std::string session;             // as find_stored_session takes it
  std::vector<std::string> paths;  // canonical; none: all that the session changed
  // The policy calls the file of that path a secret.
  std::function<bool(const std::string& path)> is_secret;
};

struct Review {
  ReviewOrder order;
  UndoSelection selection;        // all that the session changed and made
  std::vector<ReviewItem> items;  // in the order of lists
  std::size_t untouched = 0;      // files that were touched and are as they were
  std::vector<std::string> git;   // a line for each repository: "/p/.git: main goes back 3 commits"

  [[nodiscard]] const supervisor::StoredSession& session() const {
    return selection.history->session;
  }
  [[nodiscard]] std::string root() const;  // STATE/undo
};

[[nodiscard]] Result<Review> read_review(ReviewOrder order);

// PATH as people know it: relative to the session's workspace where it lies there. Bytes.
[[nodiscard]] std::string shown_path(const Review& review, const std::string& path);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_REVIEW_REVIEW_SOURCE_H_
