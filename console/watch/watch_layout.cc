// SPDX-License-Identifier: Apache-2.0
#include "console/watch/watch_layout.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text/text.h"
#include "console/terminal/question_pages.h"
#include "console/watch/row_view.h"

namespace guard::console {
namespace {

using Lines = std::vector<ScreenLine>;

constexpr std::size_t kFieldRows = 3;   // of one field below a list
constexpr std::size_t kWholeRows = 50;  // of one field on a page of its own
constexpr std::size_t kFeet = 2;        // a message, the keys

class Screen {
 public:
  Screen(ScreenSize size, const ViewStyle& style) : size_(size), style_(style) {}

  void add(const std::string& text, Look look = Look::kPlain) {
    if (lines_.size() >= size_.rows) return;
    std::string line = fitted(text, size_.columns, style_);
    // A bar goes across.
    const std::size_t used = columns_of(line);
    if (look != Look::kPlain && used < size_.columns) line.append(size_.columns - used, ' ');
    lines_.push_back({std::move(line), look});
  }
  // Leaves `rows` lines free at the foot.
  void fill_to(std::size_t rows) {
    while (lines_.size() + rows < size_.rows) add("");
    if (lines_.size() + rows > size_.rows) lines_.resize(size_.rows - std::min(rows, size_.rows));
  }
  [[nodiscard]] std::size_t left() const { return size_.rows - lines_.size(); }
  [[nodiscard]] Lines take() { return std::move(lines_); }

 private:
  ScreenSize size_;
  const ViewStyle& style_;
  Lines lines_;
};

std::string title(const WatchModel& model) {
  const std::size_t waiting = model.known().rows(Tab::kQuestions).size();
  return " guard watch   " + count_text(model.known().sessions().size(), "session", "sessions") +
         "   " + count_text(waiting, "question waits", "questions wait");
}

Look title_look(const WatchModel& model) {
  const auto& questions = model.known().rows(Tab::kQuestions);
  const bool high = std::any_of(questions.begin(), questions.end(),
                                [](const WatchRow& row) { return row_tier(row) >= 3; });
  return high ? Look::kAlarm : questions.empty() ? Look::kBar : Look::kWarning;
}

std::string tab_line(const WatchModel& model) {
  std::string line;
  for (std::size_t i = 0; i < kTabs; ++i) {
    const Tab tab = static_cast<Tab>(i);
    const std::string text = std::to_string(i + 1) + " " + kTabNames[i] + " " +
                             std::to_string(model.known().rows(tab).size());
    line += tab == model.tab() ? "[" + text + "]" : " " + text + " ";
  }
  return model.filter().empty() ? line : line + "  only with: " + model.filter();
}

constexpr std::string_view kBetween = "  ";
constexpr std::string_view kBothAnswers = "[y] approve  [n] deny";

std::string foot_item(const KeyRow& row) {
  return std::string("[") + row.label + "] " + row.foot + std::string(kBetween);
}

std::string foot_label(const KeyRow& row) {
  return std::string("[") + row.label + "] ";
}

// " the 2 that are marked"; "" where the one under the cursor is meant.
std::string marked_text(std::size_t count) {
  if (count == 0) return "";
  return count == 1 ? " the one that is marked"
                    : " the " + std::to_string(count) + " that are marked";
}

// Says what a key does while an answer is half given; "": none is.
std::string foot_of_answer(const WatchModel& model) {
  const AnswerKeys& keys = model.answer_keys();
  if (keys.armed() && model.answers_something())
    return "[Enter] approve" + marked_text(model.marked_to_approve()) + "  [Esc] back";
  if (!keys.refusing() || !keys.open()) return "";
  return "[n] denies" + marked_text(model.marked_to_deny()) +
         " in a moment: any other key takes that back";
}

// How to answer and how to leave are always there; of the rest what has room. LAST: how the keys to
// leave are told.
std::string foot_line(Tab tab, std::size_t columns, std::string (*item)(const KeyRow&),
                      std::string (*last)(const KeyRow&)) {
  const auto always = [](const KeyRow& row) {
    return row.command == Command::kHelp || row.command == Command::kQuit;
  };
  std::string end;
  for (const KeyRow& row : kKeys)
    if (always(row)) end += last(row);
  end.resize(end.find_last_not_of(' ') + 1);
  std::string line;
  for (const KeyRow& row : kKeys) {
    if (row.foot == nullptr || always(row) || (row.tabs & on(tab)) == 0) continue;
    if (line.size() + item(row).size() + end.size() <= columns) line += item(row);
  }
  return line + end;
}

std::string foot(const WatchModel& model, ScreenSize size) {
  if (model.tab() == Tab::kQuestions && model.selected() != nullptr && !shows_acts(size))
    return "[y] needs a larger window  [n] deny  [q] quit";
  if (std::string half = foot_of_answer(model); !half.empty()) return half;
  const auto answers = [&](const std::string& line) {
    return model.tab() != Tab::kQuestions || line.starts_with(kBothAnswers);
  };
  const std::string line = foot_line(model.tab(), size.columns, foot_item, foot_item);
  if (answers(line)) return line;
  const std::string shorter = foot_line(model.tab(), size.columns, foot_item, foot_label);
  return answers(shorter) ? shorter : foot_line(model.tab(), size.columns, foot_label, foot_label);
}

// The text at the foot while a line is typed; nullptr: none is.
const char* question_of(Mode mode) {
  constexpr std::array<std::pair<Mode, const char*>, 6> kTexts = {{
      {Mode::kConfirm, "Tier 3. Type CONFIRM, then Enter; Esc goes back: "},
      {Mode::kReason, "Deny, because (Enter denies, Esc goes back): "},
      {Mode::kPattern, "What the approval covers (Enter, Esc): "},
      {Mode::kFilter, "Only lines with (Enter, Esc): "},
      {Mode::kSearch, "Search (Enter, Esc): "},
      {Mode::kStop, "End this session: type stop, then Enter; Esc goes back: "},
  }};
  for (const auto& [known, text] : kTexts)
    if (known == mode) return text;
  return nullptr;
}

void add_foot(const WatchModel& model, ScreenSize size, const ViewStyle& style, Screen& screen) {
  if (const char* question = question_of(model.mode())) {
    const std::string typed = model.typed().end(size.columns > 20 ? size.columns / 2 : 8) + "_";
    const std::size_t taken = std::min(columns_of(typed), size.columns);
    screen.add(fitted(question, size.columns - taken, style) + typed, Look::kWarning);
  } else {
    screen.add(model.message(), Look::kBold);
  }
  screen.add(foot(model, size), Look::kBar);
}

Look look_of(const WatchModel& model, const WatchRow& row) {
  if (model.selected() == &row) return Look::kSelected;
  if (row_tier(row) >= 3) return Look::kAlarm;
  return text_field(row.body, "outcome") == "refused" ? Look::kWarning : Look::kPlain;
}

void add_list(const WatchModel& model, std::size_t rows, const ViewStyle& style, TimePoint now,
              Screen& screen) {
  const auto visible = model.visible();
  const auto place = static_cast<std::size_t>(
      std::find(visible.begin(), visible.end(), model.selected()) - visible.begin());
  const std::size_t most = visible.size() > rows ? visible.size() - rows : 0;
  const std::size_t first = std::min(most, place > rows / 2 ? place - rows / 2 : 0);
  for (std::size_t i = first; i < std::min(visible.size(), first + rows); ++i)
    screen.add(row_line(model, *visible[i], style, now), look_of(model, *visible[i]));
  if (!visible.empty()) return;
  constexpr std::array<const char*, kTabs> kNothing = {
      "no question waits", "nothing has been done yet", "nothing is remembered",
      "no session runs: start one with guard run -- CMD"};
  screen.add(model.filter().empty() ? kNothing[static_cast<std::size_t>(model.tab())]
                                    : "nothing here with: " + model.filter());
}

// How many lines the list gets of `room`; the rest is for what is selected.
std::size_t list_rows(const WatchModel& model, std::size_t room) {
  constexpr std::size_t kLeast = 3;
  const std::size_t share = model.tab() == Tab::kQuestions ? room / 3 : room * 2 / 3;
  const std::size_t wanted =
      model.tab() == Tab::kQuestions ? std::max<std::size_t>(model.visible().size(), 1) : room;
  return std::min({room, wanted, std::max(kLeast, share)});
}

// Without room for details: What of the selected question, below the list.
void small_list(const WatchModel& model, std::size_t room, const ViewStyle& style, TimePoint now,
                Screen& screen) {
  const bool asks = model.tab() == Tab::kQuestions && model.selected() != nullptr;
  const std::size_t for_what = asks && room > 2 ? 2 : 0;
  add_list(model, room - for_what, style, now, screen);
  if (for_what == 0) return;
  for (const std::string& line : wrapped(text_field(model.selected()->body, "what"), style.columns,
                                         screen.left() - kFeet, style))
    screen.add(line);
}

void list_screen(const WatchModel& model, ScreenSize size, const ViewStyle& style, TimePoint now,
                 Screen& screen) {
  constexpr std::size_t kSmallest = 10;
  if (size.rows >= kSmallest) screen.add(row_head(model.tab(), size.columns), Look::kDim);
  const std::size_t room = screen.left() > kFeet ? screen.left() - kFeet : 0;
  if (size.rows < kSmallest || model.selected() == nullptr)
    return small_list(model, room, style, now, screen);
  add_list(model, list_rows(model, room - 1), style, now, screen);
  screen.add("", Look::kDim);
  for (const std::string& line :
       field_lines(row_fields(model, *model.selected(), style), style, kFieldRows))
    screen.add(line);
}

std::vector<std::string> details(const WatchModel& model, const ViewStyle& style) {
  const WatchRow* row = model.selected();
  if (row == nullptr) return {"it is not there any more"};
  auto lines = field_lines(row_fields(model, *row, style), style, kWholeRows);
  for (std::string& line : page_rest(model.detail(), style)) lines.push_back(std::move(line));
  return lines;
}

std::vector<std::string> help() {
  std::vector<std::string> lines;
  for (const KeyRow& row : kKeys) {
    std::string line = std::string("  ") + row.label;
    line.resize(10, ' ');
    lines.push_back(line + row.help);
  }
  lines.emplace_back("  arrows, page up and down, home, end: move; tab: the next list");
  return lines;
}

void page_screen(const WatchModel& model, const std::vector<std::string>& lines, Screen& screen) {
  const std::size_t room = screen.left() > 2 ? screen.left() - 2 : 0;
  const std::size_t most = lines.size() > room ? lines.size() - room : 0;
  const std::size_t first = std::min(model.scrolled(), most);
  for (std::size_t i = first; i < std::min(lines.size(), first + room); ++i) screen.add(lines[i]);
  screen.fill_to(2);
  screen.add(std::to_string(std::min(lines.size(), first + room)) + " of " +
                 count_text(lines.size(), "line", "lines"),
             Look::kBold);
  screen.add("arrows, space: scroll   any other key: back", Look::kBar);
}

}  // namespace

// The title, one row of the list, the feet.
bool shows_acts(ScreenSize size) {
  return size.rows > kFeet + 1 && rows_say_what(size.columns);
}

std::vector<ScreenLine> watch_screen(const WatchModel& model, ScreenSize size,
                                     const ViewStyle& given, TimePoint now) {
  ViewStyle style = given;
  style.columns = size.columns;
  Screen screen(size, style);
  screen.add(title(model), title_look(model));
  if (size.rows > 6) screen.add(tab_line(model), Look::kBold);
  if (model.mode() == Mode::kHelp) {
    page_screen(model, help(), screen);
  } else if (model.mode() == Mode::kDetails) {
    page_screen(model, details(model, style), screen);
  } else {
    list_screen(model, size, style, now, screen);
    screen.fill_to(kFeet);
    add_foot(model, size, style, screen);
  }
  screen.fill_to(0);
  return screen.take();
}

}  // namespace guard::console
