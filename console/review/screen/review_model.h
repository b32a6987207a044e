// SPDX-License-Identifier: Apache-2.0
// ReviewModel: what the screen of `guard review` shows and what its keys do. Knows no screen, no
// store and no file: items come in, wishes go out. Nothing is discarded by accident: a question
// stands on the screen before the key that answers it is taken. Pure; one thread.
#ifndef GUARD_CONSOLE_REVIEW_SCREEN_REVIEW_MODEL_H_
#define GUARD_CONSOLE_REVIEW_SCREEN_REVIEW_MODEL_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "console/review/review_item.h"
#include "console/review/screen/review_differences.h"
#include "console/review/screen/review_keys.h"
#include "console/review/screen/review_tree.h"
#include "console/terminal/typed_line.h"
#include "console/watch/watch_keys.h"

namespace guard::console {

enum class ReviewPane : std::uint8_t { kTree, kDifference };
// The part that the keys go to.
enum class ReviewMode : std::uint8_t { kBrowse, kFilter, kAskYes, kAskConflict, kHelp };

// The wish of a key.
struct ReviewWish {
  enum class Kind : std::uint8_t { kNone, kReload, kPlan, kDiscard, kDiscardHunks } kind{};
  std::vector<std::size_t> items;  // none, of kPlan and kDiscard: all
  std::set<std::size_t> hunks;
  std::string conflicts;     // skip, overwrite; empty: none
  std::string command = {};  // only what it changed of the items; empty: all that changed them
};

class ReviewModel {
 public:
  // How an item is called in the tree, in the order of items.
  struct Shown {
    const ReviewItem* item = nullptr;
    std::string path;  // relative; bytes
  };
  // Marks go; the line under the cursor stays where its place is there still. TITLE: safe text.
  void set_items(std::vector<Shown> items, std::string title);
  // The difference of the item under the cursor.
  void set_difference(std::size_t item, std::vector<DifferenceLine> lines);
  // Lines of what was done, the last one on the screen.
  void tell(std::vector<std::string> lines) { said_ = std::move(lines); }
  // The answer to a wish of kPlan: how much it is.
  void ask(std::size_t items, std::size_t conflicts, std::size_t obstacles);

  // Keys that were read at once. ROWS: of each pane, for paging.
  [[nodiscard]] ReviewWish on_keys(const std::vector<WatchKey>& keys, std::size_t rows);

  [[nodiscard]] bool done() const { return done_; }
  [[nodiscard]] ReviewMode mode() const { return mode_; }
  [[nodiscard]] ReviewPane pane() const { return pane_; }
  [[nodiscard]] const std::string& title() const { return title_; }
  [[nodiscard]] const ReviewTree& tree() const { return tree_; }
  [[nodiscard]] const std::vector<Shown>& items() const { return items_; }
  [[nodiscard]] std::size_t row() const { return row_; }
  [[nodiscard]] bool is_by_command() const { return by_command_; }
  // By command: that of a node of the tree.
  [[nodiscard]] std::string command_at(std::size_t node) const;
  [[nodiscard]] bool is_marked(std::size_t item) const { return marked_.contains(item); }
  [[nodiscard]] std::size_t marked() const { return marked_.size(); }
  [[nodiscard]] bool is_hunk_marked(std::size_t hunk) const { return hunks_.contains(hunk); }
  // The item under the cursor; nothing: a folder that has none, or no line.
  [[nodiscard]] std::optional<std::size_t> item() const;
  // The item that lines() are of.
  [[nodiscard]] std::optional<std::size_t> shown_item() const { return shown_; }
  [[nodiscard]] const std::vector<DifferenceLine>& lines() const { return lines_; }
  [[nodiscard]] std::size_t line() const { return line_; }
  [[nodiscard]] const std::string& filter() const { return filter_.text(); }
  [[nodiscard]] const std::string& question() const { return question_; }
  [[nodiscard]] const std::vector<std::string>& said() const { return said_; }

 private:
  ReviewWish take(const WatchKey& key, std::size_t rows);
  ReviewWish take_answer(const WatchKey& key);
  void take_typed(const WatchKey& key);
  ReviewWish do_command(ReviewCommand command, std::size_t rows);
  void move(std::ptrdiff_t by);
  void open_or_close();
  void mark();
  void mark_hunk();
  ReviewWish wish_discard();
  void build();
  [[nodiscard]] std::size_t count() const;

  std::vector<Shown> items_;
  std::string title_;
  ReviewTree tree_;
  std::size_t row_ = 0;
  bool by_command_ = false;
  std::set<std::size_t> marked_;
  std::optional<std::size_t> shown_;
  std::vector<DifferenceLine> lines_;
  std::size_t line_ = 0;
  std::set<std::size_t> hunks_;
  ReviewPane pane_ = ReviewPane::kTree;
  ReviewMode mode_ = ReviewMode::kBrowse;
  TypedLine filter_;
  std::string question_;
  ReviewWish asked_;  // what a yes does
  std::vector<std::string> said_;
  bool done_ = false;
};

}  // namespace guard::console

#endif  // GUARD_CONSOLE_REVIEW_SCREEN_REVIEW_MODEL_H_
