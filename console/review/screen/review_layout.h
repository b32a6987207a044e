// SPDX-License-Identifier: Apache-2.0
// The screen of `guard review` as lines of safe text in a few looks: exactly as many lines as the
// screen has, none wider than it, whatever its size. Only what is seen is made. Pure.
#ifndef GUARD_CONSOLE_REVIEW_SCREEN_REVIEW_LAYOUT_H_
#define GUARD_CONSOLE_REVIEW_SCREEN_REVIEW_LAYOUT_H_

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "console/review/screen/review_model.h"
#include "console/terminal/fitted_text.h"
#include "console/watch/watch_layout.h"

namespace guard::console {

// How much of an item changed, or what COMMAND changed of it (empty: all): "+3 -1". Asked for what
// is seen only.
using ItemExtent = std::function<std::string(std::size_t item, const std::string& command)>;

// Lines of each pane; 0: there is no room for it.
struct ReviewPanes {
  std::size_t tree = 0;
  std::size_t difference = 0;
};
[[nodiscard]] ReviewPanes panes_of(const ReviewModel& model, ScreenSize size);
[[nodiscard]] std::vector<ScreenLine> review_screen(const ReviewModel& model, ScreenSize size,
                                                    const ViewStyle& style,
                                                    const ItemExtent& extent);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_REVIEW_SCREEN_REVIEW_LAYOUT_H_
