// SPDX-License-Identifier: Apache-2.0
#include "console/terminal/question_list.h"

#include <algorithm>
#include <cctype>
#include <chrono>

#include "base/text/text.h"
#include "console/terminal/key_press.h"
#include "console/terminal/question_detail.h"

namespace guard::console {
namespace {

constexpr std::chrono::milliseconds kSeen{1000};
constexpr std::size_t kMostRows = 12;  // of questions, on a screen of any size
constexpr const char* kJustCame = "not answered: that question has just come";
constexpr std::size_t kOtherLines = 3;  // head, message, the cursor's own
constexpr std::size_t kNarrow = 50;     // columns: below that the time left makes room for What
constexpr std::size_t kLeastWhat = 12;
constexpr std::size_t kWhatLines = 3;  // below a narrow list
constexpr std::size_t kUntil = 9;      // columns of "Fri 09:38"

// The keys that walk about are those of key_press.h.
constexpr std::string_view kMoves = "jk\x01\x02\x05\x06";
constexpr AnswerKeySet kOffered = {" aq\r\n\x1b\x03", "n", kMoves};

constexpr const char* kOneByOne = "tier 3 is answered one by one: it still waits";
constexpr std::size_t kBeforeWhat = 13;  // ">[*] tier 2  "

const std::vector<std::string>& all_keys() {
  // How to answer and how to leave come first.
  static const std::vector<std::string> keys = {"[y] approve",  "[n] deny",     "[q] back",
                                                "[space] mark", "[a] mark all", "[j] [k] move"};
  return keys;
}

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(text.size(), width), ' ');
  return text;
}

std::string id_of(const nlohmann::json& question) {
  return text_field(question, "id");
}

std::string tier_text(const nlohmann::json& question) {
  const auto tier = question.find("tier");
  const bool known = tier != question.end() && tier->is_number_integer();
  return "tier " + (known ? std::to_string(tier->get<int>()) : "?");
}

}  // namespace

QuestionList::QuestionList(std::vector<nlohmann::json> questions, ViewStyle style, std::size_t rows)
    : questions_(std::move(questions)), style_(style), rows_(rows) {}

std::string QuestionList::open(TimePoint now) {
  keys_.begin(now);
  return redraw(now);
}

void QuestionList::disturbed(TimePoint now) {
  marked_.clear();
  keys_.begin(now);
  message_ = "nothing was answered: another program changed this terminal";
}

std::string QuestionList::resized(const ViewStyle& style, std::size_t rows, TimePoint now) {
  style_ = style;
  rows_ = rows;
  drawn_.forget();
  // A marked question is perhaps on the screen no more.
  marked_.clear();
  keys_.note(now);
  return (style_.dumb ? "" : "\r\n\x1b[J") + redraw(now);
}

std::string QuestionList::on_typed(std::string_view typed, TimePoint now) {
  const auto moved = moving_key(typed);
  const char walk = moved.value_or('\0');
  message_.clear();
  if (!moved && is_sequence(typed)) {
    keys_.note(now);
  } else if (typed == std::string_view(&kInterrupt, 1)) {
    leaves_ = true;
  } else {
    const KeyEvent event = keys_.take(moved ? std::string_view(&walk, 1) : typed, kOffered, now);
    if (event == KeyEvent::kCommand) on_command(moved ? walk : typed[0], now);
    on_event(event, now);
  }
  return leaves_ ? "" : redraw(now);
}

std::string QuestionList::on_pasted(TimePoint now) {
  keys_.note(now);
  message_ = "what is pasted is no answer";
  return redraw(now);
}

std::string QuestionList::on_tick(TimePoint now) {
  const KeyEvent event = keys_.turn(now);
  on_event(event, now);
  return style_.dumb && event == KeyEvent::kNothing ? "" : redraw(now);
}

// A No from before the list was open has nothing that is marked to refuse.
void QuestionList::on_event(KeyEvent event, TimePoint now) {
  const bool begins = event == KeyEvent::kArmed || event == KeyEvent::kRefusing;
  if (event == KeyEvent::kTyping) was_typing();
  if (event == KeyEvent::kDisarmed) unmark_chosen();
  if (begins && keys_.open()) choose(now);
  if (event == KeyEvent::kArmed) arm(now);
  if (event == KeyEvent::kApproved) answer(true);
  if (event == KeyEvent::kRefused && marked_.empty()) choose(now);  // `n` and Enter in one read
  if (event == KeyEvent::kRefused) answer(false);
}

// Where nothing is marked the question under the cursor is meant. It is marked at the first key, so
// that the answer goes to what the person saw, whatever moves until the second one.
void QuestionList::choose(TimePoint now) {
  if (!marked_.empty() || questions_.empty()) return;
  const auto came = came_.find(current());
  if (came != came_.end() && now - came->second < kSeen) {
    message_ = kJustCame;
    return;
  }
  chosen_ = current();
  marked_.insert(chosen_);
}

void QuestionList::unmark_chosen() {
  marked_.erase(std::exchange(chosen_, {}));
}

// Enter approves nothing where nothing can be approved.
void QuestionList::arm(TimePoint now) {
  if (to_approve() > 0) return;
  keys_.note(now);
  if (!marked_.empty()) message_ = kOneByOne;
  unmark_chosen();
}

std::size_t QuestionList::to_approve() const {
  return static_cast<std::size_t>(
      std::count_if(questions_.begin(), questions_.end(), [&](const nlohmann::json& question) {
        return is_marked(question) && !needs_word(question);
      }));
}

void QuestionList::was_typing() {
  const bool several = !marked_.empty() && chosen_.empty();
  marked_.clear();
  chosen_.clear();
  message_ = several ? "that was typing, not an answer: nothing is marked any more"
                     : "that was typing, not an answer";
}

void QuestionList::add(nlohmann::json question, TimePoint now) {
  came_[id_of(question)] = now;
  questions_.push_back(std::move(question));
}

void QuestionList::settle(const nlohmann::json& question) {
  const std::string id = id_of(question);
  message_ = own_.erase(id) > 0 ? settled_.add(question) : settled_text(question);
  remove(id);
}

void QuestionList::remove(const std::string& id) {
  const auto gone = std::find_if(questions_.begin(), questions_.end(),
                                 [&](const nlohmann::json& one) { return id_of(one) == id; });
  if (gone == questions_.end()) return;
  const auto place = static_cast<std::size_t>(gone - questions_.begin());
  questions_.erase(gone);
  marked_.erase(id);
  if (id == chosen_) chosen_.clear();
  if (place < cursor_ || cursor_ >= questions_.size()) cursor_ -= cursor_ > 0 ? 1 : 0;
}

std::string QuestionList::say(std::string message, TimePoint now) {
  message_ = std::move(message);
  return redraw(now);
}

std::string QuestionList::current() const {
  return questions_.empty() ? "" : id_of(questions_[cursor_]);
}

std::vector<std::pair<std::string, PromptAnswer>> QuestionList::take_answers() {
  return std::exchange(answers_, {});
}

void QuestionList::on_command(char key, TimePoint now) {
  const char lower = static_cast<char>(std::tolower(static_cast<unsigned char>(key)));
  if (key == kEscape || is_enter(key) || lower == 'q') {
    leaves_ = true;
  } else if (key == kKeyUp || lower == 'k') {
    move(-1);
  } else if (key == kKeyDown || lower == 'j') {
    move(1);
  } else if (key == kKeyPageUp) {
    move(-static_cast<std::ptrdiff_t>(room()));
  } else if (key == kKeyPageDown) {
    move(static_cast<std::ptrdiff_t>(room()));
  } else if (key == ' ') {
    mark();
  } else if (lower == 'a') {
    mark_shown(now);
  }
}

void QuestionList::move(std::ptrdiff_t by) {
  const auto last = static_cast<std::ptrdiff_t>(questions_.size()) - 1;
  const auto place = static_cast<std::ptrdiff_t>(cursor_) + by;
  cursor_ = static_cast<std::size_t>(
      std::clamp<std::ptrdiff_t>(place, 0, std::max<std::ptrdiff_t>(last, 0)));
}

void QuestionList::mark() {
  if (questions_.empty()) return;
  const std::string id = current();
  if (marked_.erase(id) == 0) marked_.insert(id);
  move(1);
}

// One that came a moment ago was not there when the person looked.
void QuestionList::mark_shown(TimePoint now) {
  const std::size_t first = first_shown();
  const std::size_t end = std::min(questions_.size(), first + room());
  for (std::size_t i = first; i < end; ++i) {
    const auto came = came_.find(id_of(questions_[i]));
    if (came == came_.end() || now - came->second >= kSeen) marked_.insert(id_of(questions_[i]));
  }
}

void QuestionList::answer(bool approve) {
  if (marked_.empty()) return;
  if (approve && columns() < kBeforeWhat + kLeastWhat) {
    message_ = "not approved: make the window wider";
    return;
  }
  settled_ = {};
  for (const nlohmann::json& question : questions_) {
    if (!is_marked(question)) continue;
    if (approve && needs_word(question)) {
      message_ = kOneByOne;
      continue;
    }
    PromptAnswer answer;
    answer.approve = approve;
    answers_.emplace_back(id_of(question), answer);
    own_.insert(id_of(question));
  }
  marked_.clear();
  chosen_.clear();
}

std::size_t QuestionList::room() const {
  std::size_t others = kOtherLines + side_by_side(all_keys(), columns(), style_).size();
  if (columns() < kNarrow) others += kWhatLines;
  const std::size_t free = rows_ > others ? rows_ - others : 1;
  return std::min(free, kMostRows);
}

// The cursor is always on the screen, and what is marked was there when it was marked.
std::size_t QuestionList::first_shown() const {
  const std::size_t size = room();
  return cursor_ < size ? 0 : cursor_ - size + 1;
}

bool QuestionList::is_marked(const nlohmann::json& question) const {
  return marked_.contains(id_of(question));
}

std::string QuestionList::row_text(const nlohmann::json& question, bool selected,
                                   TimePoint now) const {
  std::string lead = std::string(selected ? ">" : " ") + (is_marked(question) ? "[*] " : "[ ] ") +
                     tier_text(question) + "  ";
  if (columns() >= kNarrow) lead += padded(until_text(question, now), kUntil) + "  ";
  const std::size_t room = columns() > lead.size() ? columns() - lead.size() : 0;
  return lead + fitted_ends(text_field(question, "what"), room, style_);
}

std::string QuestionList::head_text(const std::string& shown) const {
  const std::size_t count = questions_.size();
  const std::string wait = columns() >= kNarrow
                               ? count_text(count, "question waits", "questions wait")
                               : std::to_string(count) + (count == 1 ? " waits" : " wait");
  return "guard: " + wait + shown + ", " + std::to_string(marked_.size()) + " marked";
}

std::vector<std::string> QuestionList::lines(TimePoint now) const {
  const std::size_t first = first_shown();
  const std::size_t end = std::min(questions_.size(), first + room());
  const std::string shown = questions_.size() <= room() ? ""
                                                        : ", " + std::to_string(first + 1) + "-" +
                                                              std::to_string(end) + " shown";
  std::vector<std::string> lines = {head_text(shown)};
  for (std::size_t i = first; i < end; ++i)
    lines.push_back(row_text(questions_[i], i == cursor_, now));
  if (columns() < kNarrow && !questions_.empty())
    for (std::string& line :
         wrapped(text_field(questions_[cursor_], "what"), columns(), kWhatLines, style_))
      lines.push_back(std::move(line));
  if (!message_.empty()) lines.push_back(message_);
  for (std::string& line : lines) line = fitted_ends(line, columns(), style_);
  for (std::string& line : side_by_side(keys(), columns(), style_))
    lines.push_back(std::move(line));
  return lines;
}

std::size_t QuestionList::columns() const {
  return std::max<std::size_t>(style_.columns, 10) - 1;
}

std::vector<std::string> QuestionList::keys() const {
  if (const std::size_t count = to_approve(); keys_.armed() && count > 0) {
    return {"[Enter] approve the " + (!chosen_.empty() ? "highlighted one"
                                      : count == 1     ? "one that is marked"
                                                   : std::to_string(count) + " that are marked"),
            "[Esc] back"};
  }
  if (keys_.refusing()) return {"[n] denies in a moment: any other key takes that back"};
  if (!keys_.open()) return {"the keys answer after 1.5 s without a key"};
  std::vector<std::string> keys = all_keys();
  if (!keys_.may_approve()) keys.front() = "[y] after 1.5 s";
  return keys;
}

std::string QuestionList::redraw(TimePoint now) {
  std::vector<std::string> shown = lines(now);
  if (!style_.dumb) return drawn_.draw(std::move(shown));
  if (shown == drawn_below_) return "";
  drawn_below_ = std::move(shown);
  std::string text;
  for (const std::string& line : drawn_below_) text += line + "\r\n";
  return text;
}

std::string QuestionList::leave_behind(std::string_view line, TimePoint now) {
  std::string text = close();  // before it is drawn anew
  text += fitted_ends(line, columns(), style_) + "\r\n";
  if (!questions_.empty()) text += redraw(now);
  return text;
}

std::string QuestionList::close() {
  if (style_.dumb) return "\r\n";
  const std::string text = drawn_.draw({});
  drawn_.forget();
  return text;
}

}  // namespace guard::console
