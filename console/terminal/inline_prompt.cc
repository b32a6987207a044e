// SPDX-License-Identifier: Apache-2.0
#include "console/terminal/inline_prompt.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <utility>

#include "console/terminal/key_press.h"
#include "console/terminal/question_detail.h"
#include "console/terminal/question_pages.h"

namespace guard::console {
namespace {

constexpr std::string_view kWord = "CONFIRM";
const std::string kBlank = "\x1b[H\x1b[2J";

// One row is the cursor's.
ViewStyle with_rows(ViewStyle style, std::size_t rows) {
  style.rows = std::max<std::size_t>(rows, 3) - 1;
  return style;
}

}  // namespace

InlinePrompt::InlinePrompt(nlohmann::json question, ViewStyle style, std::size_t rows)
    : question_(std::move(question)),
      style_(with_rows(style, rows)),
      rows_(rows),
      scope_(question_) {}

std::string InlinePrompt::open(TimePoint now) {
  keys_.begin(now);
  state_ = State::kAsking;
  drawn_.forget();
  return redraw(footer(now));
}

void InlinePrompt::disturbed(TimePoint now) {
  was_typing("");
  keys_.begin(now);
  note_ = "nothing was answered: another program changed this terminal";
}

std::string InlinePrompt::resized(const ViewStyle& style, std::size_t rows, TimePoint now) {
  // Nobody has seen it like this.
  if (rows != rows_ || style.columns != style_.columns) keys_.note(now);
  style_ = with_rows(style, rows);
  rows_ = rows;
  drawn_.forget();
  const std::string below = style_.dumb ? "" : "\r\n\x1b[J";
  if (state_ == State::kPaging)
    return (second_screen_ ? kBlank : below) + pager_.page(style_, rows_);
  return state_ == State::kDone ? "" : below + redraw(footer(now));
}

std::string InlinePrompt::on_typed(std::string_view typed, TimePoint now) {
  interrupted_ = single_key(typed) == kInterrupt;
  if (state_ == State::kPaging || state_ == State::kFetching) {
    on_page(typed, now);
  } else if (state_ == State::kChecking) {
    keys_.note(now);
    if (single_key(typed) == kEscape) back_to_question();
  } else if (is_sequence(typed)) {
    if (!keys_.open()) dropped_.drop(typed);
    keys_.note(now);
  } else if (is_typing()) {
    on_line(typed, now);
  } else {
    on_question(typed, now);
  }
  return drawn_now(now);
}

std::string InlinePrompt::on_pasted(std::string_view text, TimePoint now) {
  const bool burst = keys_.in_burst(now);
  const bool is_text = state_ == State::kReason || state_ == State::kPattern;
  keys_.note(now);
  if (is_text && line_began_ && burst) {
    was_typing(text);
  } else if (is_text) {
    line_.paste(text);
  } else if (state_ == State::kAsking) {
    dropped_.drop(text);
  }
  return drawn_now(now);
}

std::string InlinePrompt::drawn_now(TimePoint now) {
  if (state_ == State::kPaging) {
    const std::string opened = paged_ ? "" : open_pages(key_lines());
    return opened + pager_.page(style_, rows_);
  }
  const std::string back = state_ == State::kFetching ? "" : leave_pages();
  const bool elsewhere =
      state_ == State::kDone || state_ == State::kListing || state_ == State::kLeaving;
  return back + (elsewhere ? "" : redraw(footer(now)));
}

std::string InlinePrompt::on_tick(TimePoint now) {
  const bool box = state_ == State::kAsking || is_typing();
  const KeyEvent event = keys_.turn(now);
  if (state_ == State::kAsking) on_event(event, now);
  if (!box || state_ == State::kDone) return "";
  const std::string back = leave_pages();  // another program may have disturbed them
  return back + redraw(footer(now));
}

bool InlinePrompt::is_typing() const {
  return state_ == State::kConfirming || state_ == State::kReason || state_ == State::kPattern;
}

// Once its own yes is given only No is an answer, and leaving is none.
AnswerKeySet InlinePrompt::offered() const {
  return counted_ ? AnswerKeySet{"d?\r\n\x1b", "n"} : AnswerKeySet{commands_, "n\r\n\x1b"};
}

void InlinePrompt::on_question(std::string_view typed, TimePoint now) {
  commands_ = "d?r q";  // the last two do nothing: a space or a q too many for the pages
  if (scope_.has_choice()) commands_ += 'e';
  if (scope_.takes_pattern()) commands_ += 'p';
  if (offers_wider()) commands_ += 'w';
  if (others_ > 0) commands_ += 'l';
  if (dropped_.can_be_kept()) commands_ += 'k';
  const bool burst = keys_.in_burst(now);
  const bool was_open = keys_.open();
  const KeyEvent event = keys_.take(typed, offered(), now);
  if (event == KeyEvent::kTyping) return was_typing(typed);
  if (event == KeyEvent::kCommand && (typed[0] == ' ' || typed[0] == 'q'))
    return dropped_.drop(typed);
  // After a yes that came too early and did not count, Enter is no answer for longer than once.
  if (event == KeyEvent::kDropped && was_open) {
    scope_ = ScopeChoice(question_);
    pattern_.reset();
  }
  if (event == KeyEvent::kDropped || !was_open)
    dropped_.drop(typed);
  else
    dropped_.used(typed, burst);
  if (event == KeyEvent::kCommand) return on_command(typed[0], now);
  on_event(event, now);
}

void InlinePrompt::on_event(KeyEvent event, TimePoint now) {
  const bool approves = event == KeyEvent::kArmed || event == KeyEvent::kApproved;
  if (approves && counted_) return keys_.note(now);
  if (approves && needs_word(question_)) return approved(now);
  if (event == KeyEvent::kApproved) settle(true);
  if (event == KeyEvent::kRefused) settle(false);
  if (event == KeyEvent::kNotAnswered) settle_unanswered();
}

// Tier 3: the word takes the place of Enter.
void InlinePrompt::approved(TimePoint now) {
  keys_.note(now);
  begin_line(State::kConfirming, "");
}

void InlinePrompt::on_command(char key, TimePoint now) {
  const char lower = static_cast<char>(std::tolower(static_cast<unsigned char>(key)));
  if (is_enter(key) || key == kEscape) state_ = State::kLeaving;
  if (lower == 'd') state_ = State::kFetching;
  if (key == '?') state_ = State::kPaging;
  if (lower == 'e') scope_.next();
  if (lower == 'e') note_.clear();  // it was about another scope
  if (lower == 'k') dropped_.toggle_keep();
  if (lower == 'l') state_ = State::kListing;
  if (lower == 'p') begin_line(State::kPattern, pattern());
  if (lower == 'w') toggle_wider();
  if (lower == 'r') begin_line(State::kReason, "");
  if (is_typing()) keys_.note(now);
}

// Nothing that was chosen by keys which turn out to be typing stays chosen.
void InlinePrompt::was_typing(std::string_view typed) {
  keys_.close();
  back_to_question();
  scope_ = ScopeChoice(question_);
  pattern_.reset();
  dropped_.drop_with_used(typed);
  dropped_.forget_keep();
}

void InlinePrompt::on_page(std::string_view typed, TimePoint now) {
  const bool burst = keys_.in_burst(now);
  keys_.note(now);
  const auto moved = moving_key(typed);
  const auto key = moved ? moved : is_sequence(typed) ? std::nullopt : single_key(typed);
  if (state_ == State::kPaging && key && pager_.take(*key, rows_)) return;
  if (!key && is_sequence(typed)) return;
  // A space or Enter too many on the last page is no typing.
  const bool leaves = key && std::string_view("q \r\n\x1b").find(*key) != std::string_view::npos;
  if (!leaves && (burst || !key)) {
    was_typing(typed);
  } else if (state_ == State::kPaging) {
    back_to_question();
  }
}

// `r` and `p` open a line: what follows them at once is typing, for nobody has read the line yet.
void InlinePrompt::on_line(std::string_view typed, TimePoint now) {
  const bool at_once = line_began_ && state_ != State::kConfirming && keys_.in_burst(now);
  keys_.note(now);
  line_began_ = false;
  if (at_once) return was_typing(typed);
  const State began = state_;
  for (const char key : typed)
    if (state_ == began) on_line_key(key);  // the rest of a paste is no key to what comes after it
}

void InlinePrompt::begin_line(State state, std::string text) {
  state_ = state;
  wrong_word_ = false;
  line_began_ = true;
  line_.begin(std::move(text));
}

void InlinePrompt::back_to_question() {
  state_ = State::kAsking;
}

// Esc leads back to the question, from every line: only the question itself takes it for No.
void InlinePrompt::on_line_key(char key) {
  if (key == kInterrupt) return settle(false);
  if (key == kEscape) return back_to_question();
  if (is_enter(key)) return finish_line();
  line_.take(key);
}

void InlinePrompt::finish_line() {
  if (state_ == State::kReason) return settle(false);
  if (state_ == State::kPattern) {
    note_.clear();
    pattern_ = line_.text();
    if (pattern_->empty()) pattern_.reset();
    if (!pattern_) return back_to_question();
    to_check_ = chosen();
    state_ = State::kChecking;
    return;
  }
  if (line_.text().empty()) return;  // of somebody used to `y` and Enter: the word is still missing
  if (line_.text() == kWord) return settle(true);
  begin_line(State::kConfirming, "");
  wrong_word_ = true;
}

void InlinePrompt::settle(bool approve) {
  PromptAnswer answer = chosen();
  answer.approve = approve;
  if (!approve) answer.confirm.clear();
  // A No for ever is a rule of the policy.
  if (!approve && answer.scope == "always") answer.scope = "session";
  if (!approve && state_ == State::kReason) answer.reason = line_.text();
  state_ = State::kDone;
  note_.clear();
  answer_ = answer;
}

PromptAnswer InlinePrompt::chosen() const {
  PromptAnswer answer;
  answer.approve = true;
  answer.scope = scope_.answer();
  if (pattern_ && scope_.takes_pattern()) answer.pattern = *pattern_;
  if (needs_word(question_)) answer.confirm = kWord;
  return answer;
}

std::optional<PromptAnswer> InlinePrompt::take_check() {
  return std::exchange(to_check_, std::nullopt);
}

// One that will not do stays in the line, to be mended.
std::string InlinePrompt::checked(std::string_view why, TimePoint now) {
  if (state_ != State::kChecking) return "";
  keys_.note(now);
  back_to_question();
  if (!why.empty()) {
    note_ = why;
    begin_line(State::kPattern, pattern());
    pattern_.reset();
  }
  return redraw(footer(now));
}

void InlinePrompt::settle_unanswered() {
  settle(false);
  answer_->early = true;
}

// Keys that were typed while the answer was on its way answer nothing.
std::string InlinePrompt::ask_again(TimePoint now) {
  answer_.reset();
  keys_.begin(now);
  back_to_question();
  return redraw(footer(now));
}

std::string InlinePrompt::refused(std::string_view why, TimePoint now) {
  note_ = "not answered: " + std::string(why);
  return ask_again(now);
}

std::string InlinePrompt::counted(std::string_view text, TimePoint now) {
  counted_ = true;
  question_["missing"] = text;
  return ask_again(now);
}

bool InlinePrompt::offers_wider() const {
  return scope_.takes_pattern() && !text_field(question_, "wider").empty();
}

void InlinePrompt::toggle_wider() {
  const std::string wider = text_field(question_, "wider");
  if (pattern() == wider) return pattern_.reset();
  pattern_ = wider;
}

std::string InlinePrompt::pattern() const {
  return pattern_.value_or(text_field(question_, "pattern"));
}

std::string InlinePrompt::show_detail(const nlohmann::json& detail, TimePoint now) {
  if (state_ != State::kFetching) return "";
  footer_.clear();
  state_ = detail.is_object() ? State::kPaging : State::kAsking;
  if (state_ == State::kAsking) return redraw(footer(now));
  const std::string text = open_pages(detail_lines(detail, Pager::paper(style_)));
  return text + pager_.page(style_, rows_);
}

std::string InlinePrompt::step_aside() {
  if (style_.dumb) return "";
  const std::string text = drawn_.draw({});
  drawn_.forget();
  return text;
}

std::string InlinePrompt::close(const std::vector<std::string>& lines) {
  const std::string back = leave_pages();
  const bool listed = state_ == State::kListing;
  state_ = State::kDone;
  std::vector<std::string> fitting;
  for (const std::string& line : lines)
    fitting.push_back(fitted_ends(line, Pager::paper(style_).columns, style_));
  if (style_.dumb) {
    std::string text = "\r\n";
    for (const std::string& line : fitting) text += line + "\r\n";
    return text;
  }
  // Nothing of the box may be left above a line where other text came between.
  return back + (listed ? "\r\n" : "") + drawn_.draw(std::move(fitting));
}

}  // namespace guard::console
