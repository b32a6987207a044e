// SPDX-License-Identifier: Apache-2.0
// The lines that were told on this day, in whatever session of this state folder: a line that says
// the same at each start is soon read by nobody. Where that cannot be known or kept the line is
// told. Any thread; two sessions that begin at the same moment may both tell it.
#ifndef GUARD_SUPERVISOR_SECRETS_TOLD_TODAY_H_
#define GUARD_SUPERVISOR_SECRETS_TOLD_TODAY_H_

#include <functional>
#include <string>

namespace guard::supervisor {

// Hands a line on to TELL unless it was handed on since midnight (UTC). Keeps the day's lines in
// the file "told_today" of STATE_FOLDER; with an empty one everything is told.
[[nodiscard]] std::function<void(const std::string&)> once_a_day(
    const std::string& state_folder, std::function<void(const std::string&)> tell);

}  // namespace guard::supervisor

#endif  // GUARD_SUPERVISOR_SECRETS_TOLD_TODAY_H_
