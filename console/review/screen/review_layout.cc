// SPDX-License-Identifier: Apache-2.0
#include "console/review/screen/review_layout.h"

#include <algorithm>
#include <utility>

#include "base/text/text.h"

namespace guard::console {
namespace {

constexpr std::size_t kFixedRows = 3;  // the title, what is said, the keys
constexpr std::size_t kBothPanes = 6;  // fewer rows: only the pane in which the keys are
constexpr std::size_t kNarrow = 40;

class Sheet {
 public:
  Sheet(ScreenSize size, const ViewStyle& style) : size_(size), style_(style) {}

  void add(const std::string& text, Look look = Look::kPlain) {
    if (lines_.size() >= size_.rows) return;
    std::string line = fitted(text, size_.columns, style_);
    const std::size_t used = columns_of(line);
    const bool is_bar = look == Look::kBar || look == Look::kSelected;
    if (is_bar && used < size_.columns) line.append(size_.columns - used, ' ');
    lines_.push_back({std::move(line), look});
  }
  // A question ends in its answers, which are never cut off.
  void add_question(const std::string& text) {
    add(fitted_ends(text, size_.columns, style_), Look::kWarning);
  }
  // TEXT, and RIGHT at the end of the line where both have room.
  void add_ends(const std::string& text, const std::string& right, Look look) {
    const std::size_t wanted = columns_of(right) + 1;
    if (right.empty() || size_.columns < kNarrow || wanted > size_.columns / 2)
      return add(right.empty() ? text : text + "  " + right, look);
    std::string line = fitted(text, size_.columns - wanted, style_);
    line.append(size_.columns - wanted - columns_of(line) + 1, ' ');
    add(line + right, look);
  }
  void fill_to(std::size_t rows) {
    while (lines_.size() < rows && lines_.size() < size_.rows) add("");
  }
  [[nodiscard]] std::size_t used() const { return lines_.size(); }
  [[nodiscard]] std::vector<ScreenLine> take() { return std::move(lines_); }

 private:
  ScreenSize size_;
  const ViewStyle& style_;
  std::vector<ScreenLine> lines_;
};

// The first of ROOM rows of COUNT such that AT is among them.
std::size_t first_row(std::size_t at, std::size_t count, std::size_t room) {
  if (count <= room) return 0;
  const std::size_t middle = room / 2;
  return std::min(at > middle ? at - middle : 0, count - room);
}

bool is_marked(const ReviewModel& model, std::size_t node) {
  const ReviewTree::Node& shown = model.tree().node(node);
  return shown.item != ReviewTree::kNoItem && model.is_marked(shown.item);
}

std::string node_text(const ReviewModel& model, std::size_t number) {
  const ReviewTree::Node& node = model.tree().node(number);
  const bool has_item = node.item != ReviewTree::kNoItem;
  const ReviewItem* item = has_item ? model.items()[node.item].item : nullptr;
  std::string text = is_marked(model, number) ? "*" : " ";
  text += has_item ? std::string(1, letter_of(item->kind)) + " " : "  ";
  text.append(2 * std::min<std::size_t>(node.depth, 20), ' ');
  text += !model.tree().can_open(number) ? "  " : node.is_open ? "- " : "+ ";
  text += node.name.empty() ? "(no command is known)" : safe_text(node.name);
  if (model.tree().can_open(number) && node.place.front() != '\n') text += "/";
  if (item != nullptr && !item->before.empty() && !item->now.empty() && item->before != item->now)
    text += " <- " + safe_text(base_name(item->before));
  return text;
}

std::string node_extent(const ReviewModel& model, std::size_t number, const ItemExtent& extent) {
  const ReviewTree::Node& node = model.tree().node(number);
  if (node.item == ReviewTree::kNoItem) return {};
  const ReviewItem& item = *model.items()[node.item].item;
  if (!item.conflict.empty()) return "CONFLICT";
  if (!item.obstacle.empty()) return "CANNOT BE GIVEN BACK";
  return extent(node.item, model.is_by_command() ? model.command_at(number) : "");
}

void add_tree(const ReviewModel& model, std::size_t room, const ItemExtent& extent, Sheet& sheet) {
  const auto& rows = model.tree().rows();
  const std::size_t first = first_row(model.row(), rows.size(), room);
  for (std::size_t i = first; i < std::min(rows.size(), first + room); ++i) {
    const bool is_here = i == model.row();
    const bool has_keys = model.pane() == ReviewPane::kTree;
    const std::string right = node_extent(model, rows[i], extent);
    const Look look = is_here               ? has_keys ? Look::kSelected : Look::kBold
                      : right == "CONFLICT" ? Look::kWarning
                                            : Look::kPlain;
    sheet.add_ends(node_text(model, rows[i]), right, look);
  }
  if (rows.empty() && room > 0)
    sheet.add(model.filter().empty() ? " nothing differs from before" : " nothing has that name");
}

Look look_of(const DifferenceLine& line) {
  switch (line.kind) {
    case DifferenceLine::Kind::kHead:
      return Look::kHunk;
    case DifferenceLine::Kind::kAdded:
      return Look::kAdded;
    case DifferenceLine::Kind::kRemoved:
      return Look::kRemoved;
    case DifferenceLine::Kind::kPlain:
      break;
  }
  return Look::kPlain;
}

void add_difference(const ReviewModel& model, std::size_t room, Sheet& sheet) {
  const auto& lines = model.lines();
  const std::size_t first = first_row(model.line(), lines.size(), room);
  for (std::size_t i = first; i < std::min(lines.size(), first + room); ++i) {
    const bool is_here = i == model.line() && model.pane() == ReviewPane::kDifference;
    const std::string mark = model.is_hunk_marked(lines[i].hunk) ? "*" : " ";
    sheet.add(mark + lines[i].text, is_here ? Look::kSelected : look_of(lines[i]));
  }
}

// Says what the difference is of, and what else is known of it.
std::string bar_text(const ReviewModel& model) {
  const auto item = model.item();
  if (!item) return "";
  const ReviewItem& shown = *model.items()[*item].item;
  std::string text =
      std::string(" ") + name_of(shown.kind) + ": " + safe_text(model.items()[*item].path);
  for (const std::string& right : shown.rights)
    if (!shown.before.empty()) text += "; " + right;
  if (!shown.conflict.empty()) text += "; " + safe_text(shown.conflict);
  if (!shown.obstacle.empty()) text += "; cannot be given back: " + safe_text(shown.obstacle);
  if (!shown.command.empty()) text += "; by " + safe_text(shown.command);
  return text;
}

// How to leave is always there; of the rest what has room.
std::string foot_text(std::size_t columns) {
  std::string end;
  std::string text;
  const auto item = [](const ReviewKey& key) {
    return std::string("[") + key.label + "] " + key.foot + "  ";
  };
  const auto is_last = [](const ReviewKey& key) {
    return key.command == ReviewCommand::kHelp || key.command == ReviewCommand::kQuit;
  };
  for (const ReviewKey& key : kReviewKeys)
    if (key.foot != nullptr && is_last(key)) end += item(key);
  for (const ReviewKey& key : kReviewKeys)
    if (key.foot != nullptr && !is_last(key) &&
        text.size() + item(key).size() + end.size() <= columns)
      text += item(key);
  return text + end;
}

std::string said_text(const ReviewModel& model) {
  if (model.mode() == ReviewMode::kAskYes || model.mode() == ReviewMode::kAskConflict)
    return model.question();
  if (model.mode() == ReviewMode::kFilter) return "only with: " + model.filter() + "_";
  if (!model.said().empty()) return model.said().back();
  if (model.marked() > 0) return std::to_string(model.marked()) + " marked";
  return model.filter().empty() ? "" : "only with: " + model.filter();
}

void add_help(Sheet& sheet) {
  for (const ReviewKey& key : kReviewKeys) {
    std::string line = std::string("  ") + key.label;
    line.resize(10, ' ');
    sheet.add(line + key.help);
  }
  sheet.add("  arrows, page up and down, home, end: move");
}

}  // namespace

ReviewPanes panes_of(const ReviewModel& model, ScreenSize size) {
  if (size.rows <= kFixedRows) return {};
  const std::size_t room = size.rows - kFixedRows;
  const bool is_tree = model.pane() == ReviewPane::kTree;
  if (room < kBothPanes) return {is_tree ? room : 0, is_tree ? 0 : room};
  const std::size_t half = (room - 1) / 2;  // a bar stands between them
  const std::size_t tree = std::clamp<std::size_t>(model.tree().rows().size(), 3, half);
  return {tree, room - 1 - tree};
}

std::vector<ScreenLine> review_screen(const ReviewModel& model, ScreenSize size,
                                      const ViewStyle& given, const ItemExtent& extent) {
  ViewStyle style = given;
  style.columns = size.columns;
  Sheet sheet(size, style);
  sheet.add(" guard review   " + model.title(), Look::kBar);
  if (model.mode() == ReviewMode::kHelp) {
    add_help(sheet);
    sheet.fill_to(size.rows - 1);
    auto lines = sheet.take();
    lines.resize(std::min(lines.size(), size.rows - 1));
    Sheet foot({1, size.columns}, style);
    foot.add("any key: back", Look::kBar);
    lines.push_back(foot.take().front());
    return lines;
  }
  const ReviewPanes panes = panes_of(model, size);
  if (panes.tree > 0) add_tree(model, panes.tree, extent, sheet);
  sheet.fill_to(1 + panes.tree);
  if (panes.tree > 0 && panes.difference > 0) sheet.add(bar_text(model), Look::kBar);
  if (panes.difference > 0) add_difference(model, panes.difference, sheet);
  sheet.fill_to(size.rows > 2 ? size.rows - 2 : 1);
  const bool asks = model.mode() == ReviewMode::kAskYes || model.mode() == ReviewMode::kAskConflict;
  if (asks) {
    sheet.add_question(said_text(model));
  } else {
    sheet.add(said_text(model), Look::kBold);
  }
  sheet.add(foot_text(size.columns), Look::kBar);
  sheet.fill_to(size.rows);
  return sheet.take();
}

}  // namespace guard::console
