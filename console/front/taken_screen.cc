// SPDX-License-Identifier: Apache-2.0
#include "console/front/taken_screen.h"

#include <chrono>
#include <cstdlib>
#include <string_view>

#include "console/terminal/terminal_style.h"

namespace guard::console {
namespace {

// How long a half-written escape sequence of the agent may put off a question.
constexpr std::chrono::milliseconds kGrace{200};
// How long a program on the alternate screen sees another size, so that it draws itself again.
constexpr std::chrono::milliseconds kOtherSize{80};

constexpr std::string_view kAbort = "\x18\x1b\\";  // ends an unfinished sequence or string

}  // namespace

AlternateScreen alternate_screen() {
  const char* term = std::getenv("TERM");
  const std::string_view name = term == nullptr ? "" : term;
  const bool missing =
      name.empty() || name.starts_with("linux") || name.starts_with("vt") || name == "dumb";
  return missing ? AlternateScreen::kMissing : AlternateScreen::kPresent;
}

void TakenScreen::pause(TimePoint now) {
  relay_.pause();
  since_ = now;
}

bool TakenScreen::ready(TimePoint now) const {
  return relay_.screen().whole() || now - since_ >= kGrace;
}

std::string TakenScreen::take() {
  std::string meant_for_program = relay_.take_typed();
  style_ = style_of_terminal(relay_.output());
  std::string text(relay_.screen().whole() || style_.dumb ? "" : kAbort);
  relay_.screen().interrupt();
  if (!style_.dumb)
    text += taken_screen(relay_.screen(), alternate_screen());
  else if (!relay_.screen().line_start())
    text += "\r\n";
  relay_.draw(text);
  return meant_for_program;
}

bool TakenScreen::give_back(const std::string& last, TimePoint now) {
  relay_.draw(last + (style_.dumb ? relay_.screen().line()
                                  : given_back_screen(relay_.screen(), alternate_screen())));
  (void)relay_.take_typed();
  relay_.resume();
  const bool redraws = !style_.dumb && relay_.screen().alternate_screen() != 0;
  if (redraws) relay_.provoke_redraw();
  since_ = now;
  return redraws;
}

bool TakenScreen::done_redrawing(TimePoint now) {
  if (now - since_ < kOtherSize) return false;
  relay_.end_redraw();
  return true;
}

}  // namespace guard::console
