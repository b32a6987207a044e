// SPDX-License-Identifier: Apache-2.0
// The look of an inline prompt: its keys, its notes, its pages.
#include <string_view>
#include <utility>

#include "console/terminal/inline_prompt.h"
#include "console/terminal/question_detail.h"

namespace guard::console {
namespace {

constexpr std::size_t kShownOfLine = 30;
constexpr std::string_view kSecondScreen = "\x1b[?1049h";
constexpr std::string_view kFirstScreen = "\x1b[?1049l";
const std::string kBlank = "\x1b[H\x1b[2J";

}  // namespace

std::string InlinePrompt::open_pages(std::vector<std::string> lines) {
  pager_.open(std::move(lines));
  paged_ = true;
  return second_screen_ ? std::string(kSecondScreen) + kBlank : "";
}

// Without a second screen the pages lie over the box: it is drawn anew below them.
std::string InlinePrompt::leave_pages() {
  if (!std::exchange(paged_, false)) return "";
  if (second_screen_) return std::string(kFirstScreen);
  drawn_.forget();
  return "";
}

std::vector<std::string> InlinePrompt::keys() const {
  const std::string typed = line_.end(kShownOfLine) + "_";
  if (state_ == State::kConfirming)
    return {wrong_word_ ? "Not the word. Type CONFIRM, then Enter; Esc goes back:"
                        : "Type CONFIRM, then Enter; Esc goes back:",
            typed};
  if (state_ == State::kReason) return {"Deny, because (Enter denies, Esc goes back):", typed};
  if (state_ == State::kChecking) return {"looking whether that covers it", typed};
  if (state_ == State::kPattern) return {"What the approval covers (Enter, Esc goes back):", typed};
  return keys_of_question();
}

std::vector<std::string> InlinePrompt::keys_of_question() const {
  if (keys_.armed()) return {"[Enter] approve", "[Esc] back"};
  if (keys_.refusing()) return {"[n] denies in a moment: any other key takes that back"};
  if (!keys_.open()) return {"[y] after 1.5 s without a key", "[n] deny"};
  if (counted_) return {"[Esc] back to the program", "[n] deny after all", "[d] details"};
  std::vector<std::string> keys = {
      keys_.may_approve() ? "[y] approve" : "[y] after 1.5 s without a key", "[n] deny",
      "[d] details"};
  if (scope_.has_choice())
    keys.push_back("[e] remember" + (scope_.covers("").empty() ? "" : ": " + scope_.shown()));
  if (scope_.takes_pattern()) keys.emplace_back("[p] pattern");
  if (offers_wider()) {
    const bool is_wide = pattern() == text_field(question_, "wider");
    keys.push_back("[w] " + text_field(question_, is_wide ? "pattern" : "wider"));
  }
  if (others_ > 0) keys.push_back("[l] all " + std::to_string(others_ + 1) + " that wait");
  keys.emplace_back("[r] reason");
  keys.emplace_back("[?] keys");
  if (dropped_.can_be_kept()) keys.push_back(dropped_.key(!style_.dumb));
  return keys;
}

std::vector<std::string> InlinePrompt::notes() const {
  std::vector<std::string> notes = {note_, dropped_.note(!style_.dumb)};
  std::erase(notes, "");
  return notes;
}

ViewFooter InlinePrompt::footer(TimePoint now) const {
  ViewFooter footer;
  footer.right = time_left(now);
  footer.scope = scope_.covers(pattern());
  footer.items = keys();
  footer.notes = notes();
  return footer;
}

std::string InlinePrompt::time_left(TimePoint now) const {
  return auto_denial_text(question_, now);
}

// Below what is there, and not again for every second that passes.
std::string InlinePrompt::redraw_below(const ViewFooter& footer) {
  std::vector<std::string> keys = footer.items;
  keys.push_back(footer.scope);
  keys.insert(keys.end(), footer.notes.begin(), footer.notes.end());
  if (keys == footer_) return "";
  footer_ = std::move(keys);
  std::string text;
  for (const std::string& line : question_lines(question_, style_, footer)) text += line + "\r\n";
  return text;
}

std::string InlinePrompt::redraw(const ViewFooter& footer) {
  if (style_.dumb) return redraw_below(footer);
  return drawn_.draw(question_lines(question_, style_, footer));
}

}  // namespace guard::console
