// SPDX-License-Identifier: Apache-2.0
#include "console/front/password_box.h"

#include <string.h>

#include <utility>

#include "base/text/text.h"
#include "console/terminal/key_press.h"
#include "console/terminal/question_view.h"
#include "console/terminal/typed_line.h"

namespace guard::console {
namespace {

// Ctrl-C, Ctrl-\, Ctrl-Z, Ctrl-D: the command's terminal knows what they mean.
constexpr std::string_view kSignalKeys = "\x03\x1c\x1a\x04";
constexpr const char* kTooLong = "longer than a terminal takes: nothing more of it counts";

}  // namespace

PasswordBox::PasswordBox(const PasswordRequest& request, const ViewStyle& style) : style_(style) {
  shown_ = {{"heading", "password"},
            {"what", "a password, for: " + request.command},
            {"reads", safe_text(request.prompt)},
            {"sign", request.sign}};
}

std::string PasswordBox::on_typed(std::string_view typed) {
  // An arrow or a report of the terminal is no part of a password.
  if (is_sequence(typed)) return "";
  for (const char key : typed) take(key);
  return redraw();
}

std::string PasswordBox::on_pasted(std::string_view text) {
  for (const char byte : text)
    if (static_cast<unsigned char>(byte) >= 0x20 && byte != TypedLine::kBackspace) put(byte);
  return redraw();
}

void PasswordBox::take(char key) {
  if (answered_) return;
  const bool is_signal = kSignalKeys.find(key) != std::string_view::npos;
  if (is_signal) forget();
  if (is_signal || is_enter(key)) {
    text_.at(size_++) = is_signal ? key : '\n';
    answered_ = true;
    return;
  }
  if (key == TypedLine::kBackspace || key == '\b') return drop_character();
  if (key == TypedLine::kClear) return forget();
  if (static_cast<unsigned char>(key) >= 0x20) put(key);
}

void PasswordBox::put(char byte) {
  is_full_ = size_ == kLongest;
  if (!is_full_) text_.at(size_++) = byte;
}

// A character may be several bytes.
void PasswordBox::drop_character() {
  const auto goes_on = [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; };
  while (size_ > 1 && goes_on(text_.at(size_ - 1))) text_.at(--size_) = '\0';
  if (size_ > 0) text_.at(--size_) = '\0';
  is_full_ = false;
}

void PasswordBox::forget() {
  ::explicit_bzero(text_.data(), text_.size());
  size_ = 0;
  is_full_ = false;
}

std::string_view PasswordBox::answer() const {
  return answered_ ? std::string_view(text_.data(), size_) : std::string_view();
}

std::string PasswordBox::resized(const ViewStyle& style) {
  style_ = style;
  drawn_.forget();
  return redraw();
}

std::string PasswordBox::close() {
  return style_.dumb ? "\r\n" : drawn_.draw({});
}

std::string PasswordBox::redraw() {
  ViewFooter footer;
  footer.items = {"[Enter] give it", "[Ctrl-C] interrupt", "[Ctrl-U] begin anew"};
  footer.right = "keys are not shown";
  if (is_full_) footer.notes = {kTooLong};
  const auto lines = question_lines(shown_, style_, footer);
  if (!style_.dumb) return drawn_.draw(lines);
  // Below what is there, and once.
  std::string text;
  for (const std::string& line : lines) text += line + "\r\n";
  const bool is_new = std::exchange(said_, text) != text;
  return is_new ? text : "";
}

}  // namespace guard::console
