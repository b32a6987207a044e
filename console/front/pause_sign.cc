// SPDX-License-Identifier: Apache-2.0
#include "console/front/pause_sign.h"

#include <utility>

#include "console/terminal/screen_takeover.h"
#include "console/terminal/terminal_style.h"

namespace guard::console {
namespace {

bool takes_lines(const ScreenState& screen) {
  return screen.whole() && screen.alternate_screen() == 0 && !screen.addresses_screen();
}

// The unfinished line of the agent, as a shell's prompt is one, stands again below guard's.
std::string below_the_screen(const std::string& line, const ScreenState& screen, bool dumb) {
  constexpr auto kSame = AlternateScreen::kMissing;
  if (!dumb) return taken_screen(screen, kSame) + line + "\r\n" + given_back_screen(screen, kSame);
  return (screen.line_start() ? "" : "\r\n") + line + "\r\n" + screen.line();
}

}  // namespace

void PauseSign::paused(const std::string& line) {
  line_ = line;
  is_drawn_ = false;
}

void PauseSign::resumed(const std::string& line) {
  line_ = is_drawn_ ? line : "";
  is_drawn_ = false;
}

void PauseSign::on_turn(PtyRelay& relay) {
  if (line_.empty() || !takes_lines(relay.screen())) return;
  const bool dumb = style_of_terminal(relay.output()).dumb;
  relay.draw(below_the_screen(std::exchange(line_, ""), relay.screen(), dumb));
  is_drawn_ = true;
}

}  // namespace guard::console
