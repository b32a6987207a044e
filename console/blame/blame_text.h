// SPDX-License-Identifier: Apache-2.0
// A Blame for people and for programs. Pure but for the clock's zone; any thread.
#ifndef GUARD_CONSOLE_BLAME_BLAME_TEXT_H_
#define GUARD_CONSOLE_BLAME_BLAME_TEXT_H_

#include <nlohmann/json.hpp>
#include <string>

#include "console/blame/blame.h"

namespace guard::console {

// A line each: session, time and command, and the line itself; then a line for each source.
[[nodiscard]] std::string blame_text(const Blame& blame, bool in_utc);
// The sources alone, with how many of the lines are theirs.
[[nodiscard]] std::string blame_summary(const Blame& blame, bool in_utc);
// {path, lines: [{first, last, source}], sources: [...], names: [{undo_session, from}]}; source
// null: before all of them.
[[nodiscard]] nlohmann::ordered_json blame_json(const Blame& blame);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_BLAME_BLAME_TEXT_H_
