// SPDX-License-Identifier: Apache-2.0
// The screen of `guard watch` as lines of safe text in a few looks: exactly as many lines as the
// screen has, none wider than it, whatever its size. Pure.
#ifndef GUARD_CONSOLE_WATCH_WATCH_LAYOUT_H_
#define GUARD_CONSOLE_WATCH_WATCH_LAYOUT_H_

#include <cstddef>
#include <string>
#include <vector>

#include "console/terminal/question_view.h"
#include "console/watch/watch_model.h"

namespace guard::console {

enum class Look : std::uint8_t {
  kPlain,
  kBold,
  kDim,
  kBar,
  kSelected,
  kWarning,
  kAlarm,
  kAdded,  // lines of differences
  kRemoved,
  kHunk,
};

struct ScreenLine {
  std::string text;
  Look look = Look::kPlain;
};

struct ScreenSize {
  std::size_t rows = 24;
  std::size_t columns = 80;
};

// False: nothing can be approved on so small a screen, for it does not say what is asked.
[[nodiscard]] bool shows_acts(ScreenSize size);
[[nodiscard]] std::vector<ScreenLine> watch_screen(const WatchModel& model, ScreenSize size,
                                                   const ViewStyle& style, TimePoint now);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_WATCH_WATCH_LAYOUT_H_
