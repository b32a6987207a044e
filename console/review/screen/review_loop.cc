// SPDX-License-Identifier: Apache-2.0
#include "console/review/screen/review_loop.h"

#include <poll.h>
#include <unistd.h>

#include <map>
#include <memory>
#include <utility>

#include "console/review/command_discard.h"
#include "console/review/hunk_discard.h"
#include "console/review/item_difference.h"
#include "console/review/item_discard.h"
#include "console/review/review_text.h"
#include "console/review/screen/review_layout.h"
#include "console/review/screen/review_model.h"
#include "console/terminal/terminal_style.h"
#include "console/terminal/unreadable_terminal.h"
#include "console/watch/curses_screen.h"

namespace guard::console {
namespace {

constexpr int kTick = 500;  // ms: a changed size is noticed

class ReviewLoop {
 public:
  ReviewLoop(Review review, std::vector<std::string> words, std::unique_ptr<CursesScreen> screen,
             ViewStyle style)
      : review_(std::move(review)),
        words_(std::move(words)),
        screen_(std::move(screen)),
        style_(style) {
    show_items();
  }

  std::vector<std::string> run() {
    while (!model_.done() && !lost_) turn();
    screen_.reset();
    return std::move(done_);
  }

 private:
  void turn() {
    show_difference();
    draw();
    wait();
    const ReviewPanes panes = panes_of(model_, screen_->size());
    const bool is_tree = model_.pane() == ReviewPane::kTree;
    grant(model_.on_keys(screen_->read_keys(), is_tree ? panes.tree : panes.difference));
  }
  void draw() {
    screen_->draw(review_screen(
        model_, screen_->size(), style_,
        [this](std::size_t item, const std::string& command) { return extent_of(item, command); }));
  }
  // The next steps take seconds where a session changed very many files.
  void say_now(const std::string& text) {
    model_.tell({text});
    draw();
  }
  void wait() {
    struct pollfd entry {
      STDIN_FILENO, POLLIN, 0
    };
    ::poll(&entry, 1, kTick);
    lost_ = (entry.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0;
  }

  // --- what is shown ---

  void show_items() {
    std::vector<ReviewModel::Shown> items;
    for (const ReviewItem& item : review_.items)
      items.push_back({&item, shown_path(review_, item.path())});
    extents_.clear();
    counter_ = std::make_unique<ItemDifferences>(review_.root());
    model_.set_items(std::move(items), summary_text(review_));
  }
  void show_difference() {
    const auto item = model_.item();
    if (!item || model_.shown_item() == item) return;
    seen_ = ItemDifferences(review_.root()).of(review_.items[*item]);
    model_.set_difference(*item, difference_lines(seen_));
  }
  // COMMAND: what it changed of it; empty: all.
  std::string extent_of(std::size_t item, const std::string& command) {
    const auto [found, is_new] = extents_.try_emplace({item, command});
    const ReviewItem& shown = review_.items[item];
    if (is_new)
      found->second = command.empty() ? item_extent(shown, *counter_)
                                      : command_extent(shown, command, *counter_);
    return found->second;
  }

  // --- what is asked for ---

  [[nodiscard]] std::vector<const ReviewItem*> items_of(const ReviewWish& wish) const {
    std::vector<const ReviewItem*> items;
    for (const std::size_t item : wish.items) items.push_back(&review_.items[item]);
    return items;
  }
  [[nodiscard]] DiscardPlan plan_of(const ReviewWish& wish) const {
    return wish.items.empty() ? plan_all(review_) : plan_discard(review_, items_of(wish));
  }

  void grant(const ReviewWish& wish) {
    using Kind = ReviewWish::Kind;
    if (wish.kind != Kind::kNone && wish.kind != Kind::kPlan) say_now("working ...");
    if (wish.kind == Kind::kReload) read_anew({"read anew"});
    if (wish.kind == Kind::kDiscardHunks) take_hunks_back(wish);
    if (wish.kind == Kind::kDiscard) take_back(wish);
    if (wish.kind != Kind::kPlan) return;
    if (!wish.command.empty()) return plan_command_of(wish);
    const DiscardPlan plan = plan_of(wish);
    if (plan.items == 0) return model_.tell({"there is nothing to discard"});
    model_.ask(plan.items, plan.conflicts, plan.obstacles);
  }
  void plan_command_of(const ReviewWish& wish) {
    const CommandPlan plan = plan_command(review_, wish.command, items_of(wish));
    if (plan.items() == 0) return model_.tell(plan.left);
    model_.ask(plan.items(), 0, plan.left.size());
  }
  void take_back(const ReviewWish& wish) {
    if (!wish.command.empty()) {
      const CommandPlan plan = plan_command(review_, wish.command, items_of(wish));
      return read_anew(discard_command(review_, plan, words_).lines, Kept::kYes);
    }
    // The words of this line stand behind all that they need.
    read_anew(
        discard(review_, plan_of(wish), wish.conflicts, {"guard", "review", review_.session().name})
            .lines,
        Kept::kYes);
  }
  void take_hunks_back(const ReviewWish& wish) {
    HunkOrder order;
    order.hunks = wish.hunks;
    order.seen = digest_of(seen_);
    order.words = words_;
    const auto done = discard_hunks(review_, review_.items[wish.items.front()], order);
    if (!done) return model_.tell({"not taken back: " + done.error().text()});
    read_anew({"took back " + std::to_string(wish.hunks.size()) +
               " of its hunks; to revert: guard undo --session " + *done},
              Kept::kYes);
  }

  enum class Kept { kYes, kNo };  // for whoever looks at the terminal afterwards
  void read_anew(std::vector<std::string> lines, Kept kept = Kept::kNo) {
    if (kept == Kept::kYes) done_.insert(done_.end(), lines.begin(), lines.end());
    auto anew = read_review(review_.order);
    if (!anew) {
      lines.push_back("what is there now cannot be read: " + anew.error().text());
    } else {
      review_ = std::move(*anew);
    }
    show_items();
    model_.tell(std::move(lines));
  }

  Review review_;
  const std::vector<std::string> words_;
  std::unique_ptr<CursesScreen> screen_;
  const ViewStyle style_;
  ReviewModel model_;
  ItemDifference seen_;  // what is on the screen
  std::map<std::pair<std::size_t, std::string>, std::string> extents_;
  std::unique_ptr<ItemDifferences> counter_;
  std::vector<std::string> done_;
  bool lost_ = false;
};

}  // namespace

Result<std::vector<std::string>> run_review(Review review, std::vector<std::string> words) {
  UnreadableTerminal terminal(STDIN_FILENO);
  if (!terminal.hold())
    return fail(Code::kRefused,
                "the rights of this terminal cannot be changed, so other programs of yours could "
                "take keys from it; guard review --stat prints the list");
  const ViewStyle style = style_of_terminal(STDOUT_FILENO);
  auto screen = CursesScreen::open(style.colour);
  if (!screen) return forward(screen.error());
  return ReviewLoop(std::move(review), std::move(words), std::move(*screen), style).run();
}

}  // namespace guard::console
