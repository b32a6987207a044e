// SPDX-License-Identifier: Apache-2.0
// HeldReviews: reviews that the page looks at, kept between its requests: reading one takes seconds
// where a session changed very many files. Each has a name of its own, so that what a page says of
// it ("the third file") is never of another reading. In memory alone. Any thread.
#ifndef GUARD_CONSOLE_WEB_REVIEW_HELD_REVIEW_H_
#define GUARD_CONSOLE_WEB_REVIEW_HELD_REVIEW_H_

#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "console/review/review_source.h"
#include "console/review/review_text.h"
#include "console/web/review/review_tree.h"

namespace guard::console {

// Nobody changes it any more; items, rows and commands are told by their numbers.
struct HeldReview {
  std::string name;
  std::string session;  // as guard undo takes it
  Review review;
  // Lists show these rows, those in the workspace first. PATHS: their names, relative to it or
  // whole.
  std::vector<const ReviewItem*> rows;
  TreePaths paths;
  std::vector<CommandItems> commands;
};
using ReviewHandle = std::shared_ptr<const HeldReview>;

[[nodiscard]] ReviewHandle held_review(Review review, std::string session);
// The folder itself. FOLDER is one of HELD's paths. Bytes.
[[nodiscard]] std::string path_of(const HeldReview& held, const TreeFolder& folder);

class HeldReviews {
 public:
  static constexpr std::size_t kMost = 2;  // the one that was read first goes first

  using Read = std::function<Result<ReviewHandle>()>;
  // One is read at a time: each may take much memory.
  [[nodiscard]] Result<ReviewHandle> add(const Read& read);
  // Null: there is none, or it went.
  [[nodiscard]] ReviewHandle find(std::string_view name);
  // "": all of them.
  void drop(std::string_view name);

 private:
  std::mutex reading_;
  std::mutex mutex_;
  std::list<ReviewHandle> held_;
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_WEB_REVIEW_HELD_REVIEW_H_
