// SPDX-License-Identifier: Apache-2.0
#include "console/review/screen/review_model.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "base/text/text.h"
#include "console/review/review_text.h"

namespace guard::console {
namespace {

using Kind = ReviewWish::Kind;

ReviewCommand command_of(const WatchKey& key) {
  switch (key.press) {
    case Press::kUp:
      return ReviewCommand::kUp;
    case Press::kDown:
      return ReviewCommand::kDown;
    case Press::kEnter:
      return ReviewCommand::kOpen;
    case Press::kTab:
      return ReviewCommand::kOtherPane;
    case Press::kChar:
      break;
    default:
      return ReviewCommand::kNone;
  }
  const auto row = std::ranges::find(kReviewKeys, key.character, &ReviewKey::key);
  return row == kReviewKeys.end() ? ReviewCommand::kNone : row->command;
}

std::vector<std::string> commands_in(const std::vector<ReviewModel::Shown>& items) {
  std::vector<const ReviewItem*> all;
  for (const auto& shown : items) all.push_back(shown.item);
  return commands_in_order(all);
}

}  // namespace

void ReviewModel::set_items(std::vector<Shown> items, std::string title) {
  items_ = std::move(items);
  title_ = std::move(title);
  marked_.clear();
  shown_.reset();
  lines_.clear();
  hunks_.clear();
  line_ = 0;
  build();
}

void ReviewModel::build() {
  const auto& rows = tree_.rows();
  const std::string place = row_ < rows.size() ? tree_.node(rows[row_]).place : "";
  std::vector<TreeLeaf> leaves;
  for (std::size_t i = 0; i < items_.size(); ++i) {
    const ReviewItem& item = *items_[i].item;
    const bool is_wanted =
        items_[i].path.find(filter()) != std::string::npos && (!by_command_ || item.is_listed());
    if (!is_wanted) continue;
    const bool is_closed =
        item.is_folder && item.kind == ReviewKind::kMade && item.below > 0 && filter().empty();
    const bool in_git = item.in_git && filter().empty();
    const auto commands = by_command_ ? commands_of(item) : std::vector{item.command};
    for (const std::string& command : commands)
      leaves.push_back({i, items_[i].path, command, is_closed, in_git});
  }
  // A person's own files come before what git keeps of them.
  std::stable_partition(leaves.begin(), leaves.end(),
                        [](const TreeLeaf& leaf) { return !leaf.in_git; });
  if (by_command_) {
    const auto order = commands_in(items_);
    std::map<std::string, std::size_t> rank;
    for (const std::string& command : order) rank.emplace(command, rank.size());
    std::ranges::stable_sort(leaves, {}, [&](const TreeLeaf& leaf) { return rank[leaf.group]; });
  }
  tree_.build(by_command_ ? ReviewTree::Kind::kGroups : ReviewTree::Kind::kFolders, leaves);
  row_ = tree_.row_of(place);
}

std::optional<std::size_t> ReviewModel::item() const {
  if (row_ >= tree_.rows().size()) return std::nullopt;
  const std::size_t item = tree_.node(tree_.rows()[row_]).item;
  return item == ReviewTree::kNoItem ? std::nullopt : std::optional(item);
}

void ReviewModel::set_difference(std::size_t item, std::vector<DifferenceLine> lines) {
  shown_ = item;
  lines_ = std::move(lines);
  line_ = 0;
  hunks_.clear();
}

std::size_t ReviewModel::count() const {
  return pane_ == ReviewPane::kTree ? tree_.rows().size() : lines_.size();
}

// --- keys ---

// A question that these keys brought up is answered by none of them: nobody has read it.
ReviewWish ReviewModel::on_keys(const std::vector<WatchKey>& keys, std::size_t rows) {
  for (const WatchKey& key : keys) {
    if (key.press == Press::kPasted && mode_ != ReviewMode::kFilter) continue;
    ReviewWish wish = take(key, rows);
    if (wish.kind != Kind::kNone || done_) return wish;
  }
  return {};
}

ReviewWish ReviewModel::take(const WatchKey& key, std::size_t rows) {
  if (mode_ == ReviewMode::kAskYes || mode_ == ReviewMode::kAskConflict) return take_answer(key);
  if (mode_ == ReviewMode::kFilter) return take_typed(key), ReviewWish();
  if (mode_ == ReviewMode::kHelp) {
    mode_ = ReviewMode::kBrowse;
    return {};
  }
  said_.clear();
  const auto page = static_cast<std::ptrdiff_t>(std::max<std::size_t>(rows, 2) - 1);
  const auto all = static_cast<std::ptrdiff_t>(count());
  if (key.press == Press::kPageUp) move(-page);
  if (key.press == Press::kPageDown) move(page);
  if (key.press == Press::kHome) move(-all);
  if (key.press == Press::kEnd) move(all);
  if (key.press == Press::kEscape) pane_ = ReviewPane::kTree;
  return do_command(command_of(key), rows);
}

ReviewWish ReviewModel::do_command(ReviewCommand command, std::size_t) {
  switch (command) {
    case ReviewCommand::kUp:
      move(-1);
      break;
    case ReviewCommand::kDown:
      move(1);
      break;
    case ReviewCommand::kOpen:
      open_or_close();
      break;
    case ReviewCommand::kOtherPane:
      pane_ = pane_ == ReviewPane::kTree ? ReviewPane::kDifference : ReviewPane::kTree;
      break;
    case ReviewCommand::kMark:
      mark();
      break;
    case ReviewCommand::kMarkHunk:
      mark_hunk();
      break;
    case ReviewCommand::kDiscard:
      return wish_discard();
    case ReviewCommand::kDiscardAll:
      asked_ = {};
      asked_.kind = Kind::kPlan;
      return asked_;
    case ReviewCommand::kByCommand:
      by_command_ = !by_command_;
      build();
      break;
    case ReviewCommand::kFilter:
      mode_ = ReviewMode::kFilter;
      break;
    case ReviewCommand::kReload:
      return {.kind = Kind::kReload, .items = {}, .hunks = {}, .conflicts = {}};
    case ReviewCommand::kHelp:
      mode_ = ReviewMode::kHelp;
      break;
    case ReviewCommand::kQuit:
      done_ = true;
      break;
    case ReviewCommand::kNone:
      break;
  }
  return {};
}

void ReviewModel::move(std::ptrdiff_t by) {
  std::size_t& at = pane_ == ReviewPane::kTree ? row_ : line_;
  const auto last = static_cast<std::ptrdiff_t>(count()) - 1;
  at = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(at) + by, 0,
                                                           std::max<std::ptrdiff_t>(last, 0)));
}

void ReviewModel::open_or_close() {
  if (pane_ != ReviewPane::kTree || row_ >= tree_.rows().size()) return;
  const std::size_t node = tree_.rows()[row_];
  if (tree_.can_open(node)) return tree_.open(node, !tree_.node(node).is_open);
  pane_ = ReviewPane::kDifference;
}

void ReviewModel::mark() {
  if (pane_ == ReviewPane::kDifference) return mark_hunk();
  if (row_ >= tree_.rows().size()) return;
  const auto items = tree_.items_of(tree_.rows()[row_]);
  const bool all = std::ranges::all_of(items, [&](auto item) { return marked_.contains(item); });
  for (const std::size_t item : items) {
    if (all) {
      marked_.erase(item);
    } else {
      marked_.insert(item);
    }
  }
  move(1);
}

void ReviewModel::mark_hunk() {
  if (pane_ != ReviewPane::kDifference || line_ >= lines_.size()) return;
  const std::size_t hunk = lines_[line_].hunk;
  if (hunk == 0 || !shown_) return;
  const ReviewItem& item = *items_[*shown_].item;
  if (item.kind != ReviewKind::kChanged || item.now.empty()) {
    said_ = {std::string("hunks go back of a changed file alone; this one was ") +
             name_of(item.kind) + ": d discards it as a whole"};
    return;
  }
  if (!hunks_.erase(hunk)) hunks_.insert(hunk);
}

std::string ReviewModel::command_at(std::size_t node) const {
  while (tree_.node(node).parent != 0) node = tree_.node(node).parent;
  return tree_.node(node).name;
}

ReviewWish ReviewModel::wish_discard() {
  asked_ = {};
  if (!hunks_.empty() && shown_) {
    asked_.kind = Kind::kDiscardHunks;
    asked_.items = {*shown_};
    asked_.hunks = hunks_;
    question_ = "Take back " + count_text(hunks_.size(), "marked hunk", "marked hunks") + " of " +
                safe_text(items_[*shown_].path);
    const bool of_others = !items_[*shown_].item->conflict.empty();
    mode_ = of_others ? ReviewMode::kAskConflict : ReviewMode::kAskYes;
    question_ +=
        of_others ? "? Changed since, and a hunk may hold that: [o]verwrite, [n]othing" : "? [y/n]";
    ReviewWish none;
    return none;
  }
  if (!marked_.empty()) {
    asked_.items.assign(marked_.begin(), marked_.end());
  } else if (row_ < tree_.rows().size()) {
    asked_.items = tree_.items_of(tree_.rows()[row_]);
    if (by_command_) asked_.command = command_at(tree_.rows()[row_]);
  }
  if (asked_.items.empty()) return {};
  asked_.kind = Kind::kPlan;
  return asked_;
}

void ReviewModel::ask(std::size_t items, std::size_t conflicts, std::size_t obstacles) {
  asked_.kind = Kind::kDiscard;
  question_ = "Discard " + count_text(items, "file or folder", "files and folders");
  if (obstacles > 0) question_ += " (" + std::to_string(obstacles) + " cannot)";
  mode_ = conflicts > 0 ? ReviewMode::kAskConflict : ReviewMode::kAskYes;
  question_ += conflicts == 0 ? "? [y/n]"
                              : "? " + std::to_string(conflicts) +
                                    " changed since: [s]kip, [o]verwrite, [n]othing";
}

ReviewWish ReviewModel::take_answer(const WatchKey& key) {
  const char answer = key.press == Press::kChar ? key.character : '\0';
  const bool with_conflicts = mode_ == ReviewMode::kAskConflict;
  if (key.press == Press::kEscape || answer == 'n' || answer == 'N' || answer == 'q') {
    mode_ = ReviewMode::kBrowse;
    said_ = {"nothing was discarded"};
    return {};
  }
  const bool is_yes = !with_conflicts && (answer == 'y' || answer == 'Y');
  const bool may_skip = asked_.kind != Kind::kDiscardHunks;
  if (!is_yes && !(with_conflicts && ((answer == 's' && may_skip) || answer == 'o'))) return {};
  mode_ = ReviewMode::kBrowse;
  if (with_conflicts) asked_.conflicts = answer == 's' ? "skip" : "overwrite";
  return std::exchange(asked_, ReviewWish());
}

void ReviewModel::take_typed(const WatchKey& key) {
  switch (key.press) {
    case Press::kEnter:
      mode_ = ReviewMode::kBrowse;
      return;
    case Press::kEscape:
      filter_.begin("");
      mode_ = ReviewMode::kBrowse;
      break;
    case Press::kBackspace:
      filter_.take(TypedLine::kBackspace);
      break;
    case Press::kClearLine:
      filter_.take(TypedLine::kClear);
      break;
    case Press::kClearWord:
      filter_.take(TypedLine::kClearWord);
      break;
    case Press::kChar:
      filter_.take(key.character);
      break;
    case Press::kPasted:
      filter_.paste(std::string_view(&key.character, key.character == '\0' ? 0 : 1));
      break;
    default:
      return;
  }
  build();
}

}  // namespace guard::console
