// SPDX-License-Identifier: Apache-2.0
#include "console/terminal/inline_prompt.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <utility>

#include "console/terminal/question_detail.h"

namespace guard::console {
namespace {

constexpr std::chrono::milliseconds kQuiet{400};
constexpr std::string_view kWord = "CONFIRM";
constexpr std::size_t kLongestWord = 16;
constexpr char kEscape = '\x1b';
constexpr char kInterrupt = '\x03';

// A person presses one key; more at once is a paste, a report of the terminal, or a held-down key.
std::optional<char> single_key(std::string_view typed) {
  if (typed.empty() || typed.find_first_not_of(typed[0]) != std::string_view::npos)
    return std::nullopt;
  return typed[0];
}

bool is_sequence(std::string_view typed) {
  return typed.size() > 1 && typed[0] == kEscape;
}

bool is_enter(char key) {
  return key == '\r' || key == '\n';
}

}  // namespace

InlinePrompt::InlinePrompt(nlohmann::json question, ViewStyle style, std::size_t rows)
    : question_(std::move(question)),
      style_(style),
      rows_(std::max<std::size_t>(rows, 8)),
      scope_(question_) {}

std::string InlinePrompt::open(TimePoint now) {
  opened_ = now;
  return redraw(footer(now));
}

std::string InlinePrompt::on_typed(std::string_view typed, TimePoint now) {
  if (now - opened_ < kQuiet || is_sequence(typed)) return "";
  if (state_ == State::kConfirming) {
    for (const char key : typed) on_key(key);
  } else if (const auto key = single_key(typed)) {
    on_key(*key);
  }
  if (state_ == State::kPaging) return page();
  return state_ == State::kDone ? "" : redraw(footer(now));
}

std::string InlinePrompt::on_tick(TimePoint now) {
  const bool box = state_ == State::kAsking || state_ == State::kConfirming;
  return box ? redraw(footer(now)) : "";
}

void InlinePrompt::on_key(char key) {
  if (state_ == State::kAsking) return on_asking(key);
  if (state_ == State::kConfirming) return on_confirming(key);
  if (state_ == State::kPaging) return on_paging(key);
}

void InlinePrompt::on_asking(char key) {
  const char lower = static_cast<char>(std::tolower(static_cast<unsigned char>(key)));
  if (lower == 'n' || is_enter(key) || key == kEscape || key == kInterrupt) return settle(false);
  if (lower == 'd') state_ = State::kFetching;
  if (lower == 'e') scope_.next();
  if (lower != 'y') return;
  if (!needs_word(question_)) return settle(true);
  state_ = State::kConfirming;
}

void InlinePrompt::on_confirming(char key) {
  constexpr char kBackspace = '\x7f';
  if (key == kEscape || key == kInterrupt) return settle(false);
  if (is_enter(key)) {
    if (word_.empty()) return settle(false);
    if (word_ == kWord) return settle(true);
    wrong_word_ = true;
    word_.clear();
  } else if (key == kBackspace || key == '\b') {
    if (!word_.empty()) word_.pop_back();
  } else if (std::isalpha(static_cast<unsigned char>(key)) != 0 && word_.size() < kLongestWord) {
    word_ += key;
  }
}

void InlinePrompt::on_paging(char key) {
  const bool last = first_name_ + page_size() >= names_.size();
  if (!last && (key == ' ' || is_enter(key))) {
    first_name_ += page_size();
  } else if (last || key == 'q' || key == kEscape || key == kInterrupt) {
    state_ = State::kAsking;
    shown_.clear();  // the pages lie over the box: it is drawn anew below them
  }
}

void InlinePrompt::settle(bool approve) {
  state_ = State::kDone;
  PromptAnswer answer;
  answer.approve = approve;
  answer.scope = approve ? scope_.answer() : "once";
  if (approve && needs_word(question_)) answer.confirm = kWord;
  answer_ = answer;
}

ViewFooter InlinePrompt::footer(TimePoint now) const {
  ViewFooter footer;
  footer.right = time_left(now);
  footer.scope = scope_.covers(text_field(question_, "pattern"));
  if (state_ == State::kConfirming) {
    footer.items = {wrong_word_ ? "Not the word. Type CONFIRM, then Enter; Esc cancels:"
                                : "Type CONFIRM, then Enter; Esc cancels:",
                    word_ + "_"};
    return footer;
  }
  footer.items = {"[y] continue", "[n] cancel", "[d] show all files"};
  if (scope_.has_choice())
    footer.items.push_back(footer.scope.empty() ? "[e] edit scope"
                                                : "[e] scope: " + scope_.shown());
  return footer;
}

std::string InlinePrompt::time_left(TimePoint now) const {
  const std::string left = left_text(question_, now);
  return left.empty() ? "" : "denies in " + left;
}

// Below what is there, and not again for every second that passes.
std::string InlinePrompt::redraw_below(const ViewFooter& footer) {
  std::vector<std::string> keys = footer.items;
  keys.push_back(footer.scope);
  if (keys == keys_) return "";
  keys_ = std::move(keys);
  std::string text;
  for (const std::string& line : question_lines(question_, style_, footer)) text += line + "\r\n";
  return text;
}

std::string InlinePrompt::redraw(const ViewFooter& footer) {
  if (style_.dumb) return redraw_below(footer);
  std::vector<std::string> lines = question_lines(question_, style_, footer);
  std::swap(shown_, lines);
  const std::vector<std::string>& old = lines;
  std::size_t first = 0;
  if (old.size() == shown_.size())
    while (first < old.size() && old[first] == shown_[first]) ++first;
  if (!old.empty() && first == old.size()) return "";
  std::string text = "\r";
  if (old.size() > first) text += "\x1b[" + std::to_string(old.size() - first) + "A";
  text += "\x1b[J";
  for (; first < shown_.size(); ++first) text += shown_[first] + "\r\n";
  return text;
}

std::string InlinePrompt::show_names(std::vector<std::string> names, TimePoint now) {
  if (state_ != State::kFetching) return "";
  names_ = std::move(names);
  keys_.clear();
  first_name_ = 0;
  state_ = names_.empty() ? State::kAsking : State::kPaging;
  return names_.empty() ? redraw(footer(now)) : page();
}

std::size_t InlinePrompt::page_size() const {
  return rows_ - 2;
}

std::string InlinePrompt::page() const {
  const std::size_t end = std::min(names_.size(), first_name_ + page_size());
  std::string text = style_.dumb ? "\r\n" : "\r\x1b[J";
  for (std::size_t i = first_name_; i < end; ++i)
    text += "  " + fitted(names_[i], std::max<std::size_t>(style_.columns, 8) - 4, style_) + "\r\n";
  const char* keys = end >= names_.size() ? "  any key: back" : "  space: more, q: back";
  return text + std::to_string(first_name_ + 1) + "-" + std::to_string(end) + " of " +
         std::to_string(names_.size()) + keys;
}

std::string InlinePrompt::close(std::string_view outcome) {
  if (state_ == State::kPaging) shown_.clear();
  state_ = State::kDone;
  ViewFooter last;
  last.items = {fitted(outcome, std::clamp<std::size_t>(style_.columns, 40, 100) - 4, style_)};
  if (style_.dumb) return "\r\n" + last.items.front() + "\r\n";
  return redraw(last);
}

}  // namespace guard::console
