// SPDX-License-Identifier: Apache-2.0
// How to draw on a terminal: its width, and what its locale, NO_COLOR and TERM say.
#ifndef GUARD_CONSOLE_TERMINAL_TERMINAL_STYLE_H_
#define GUARD_CONSOLE_TERMINAL_TERMINAL_STYLE_H_

#include "console/terminal/question_view.h"

namespace guard::console {

[[nodiscard]] ViewStyle style_of_terminal(int terminal);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_TERMINAL_TERMINAL_STYLE_H_
