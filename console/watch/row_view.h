// SPDX-License-Identifier: Apache-2.0
// One row of a list of `guard watch`: as a line, and as all that is known of it. Pure; the texts
// are not safe yet (the layout makes them so when it fits them to the screen).
#ifndef GUARD_CONSOLE_WATCH_ROW_VIEW_H_
#define GUARD_CONSOLE_WATCH_ROW_VIEW_H_

#include <string>
#include <vector>

#include "console/terminal/question_detail.h"
#include "console/watch/watch_model.h"

namespace guard::console {

// The line above the list.
[[nodiscard]] std::string row_head(Tab tab, std::size_t columns);
// The text of what it is about keeps its end. In a narrow window the other columns make room for
// it.
[[nodiscard]] std::string row_line(const WatchModel& model, const WatchRow& row,
                                   const ViewStyle& style, TimePoint now);
// Whether a row of a question is wide enough to say what it is about.
[[nodiscard]] bool rows_say_what(std::size_t columns);
[[nodiscard]] std::vector<DetailField> row_fields(const WatchModel& model, const WatchRow& row,
                                                  const ViewStyle& style);
// 0 to 3; of what has none 0. A row of tier 3 stands out.
[[nodiscard]] int row_tier(const WatchRow& row);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_WATCH_ROW_VIEW_H_
