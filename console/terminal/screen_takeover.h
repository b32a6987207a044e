// SPDX-License-Identifier: Apache-2.0
// The sequences that guard writes to a terminal to take it from a program that draws on it, and to
// give it back as it was: the screen, what the program switched on, where it stood. Pure.
#ifndef GUARD_CONSOLE_TERMINAL_SCREEN_TAKEOVER_H_
#define GUARD_CONSOLE_TERMINAL_SCREEN_TAKEOVER_H_

#include <string>

#include "console/terminal/screen_state.h"

namespace guard::console {

// Whether the terminal has a second screen to draw on.
enum class AlternateScreen { kPresent, kMissing };

// From here on text is plain, below what is there, and the terminal sends nothing but keys, and
// pastes in brackets (paste_brackets.h). Where a program places its text on the normal screen,
// guard draws on the alternate one, if there is one: the normal one then comes back as it was.
[[nodiscard]] bool draws_on_second_screen(const ScreenState& screen, AlternateScreen alternate);
[[nodiscard]] std::string taken_screen(const ScreenState& screen, AlternateScreen alternate);
// The other way round. A program on the alternate screen must draw itself again.
[[nodiscard]] std::string given_back_screen(const ScreenState& screen, AlternateScreen alternate);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_TERMINAL_SCREEN_TAKEOVER_H_
