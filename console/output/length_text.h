// SPDX-License-Identifier: Apache-2.0
// How long something took or takes, for lists. Pure; any thread.
#ifndef GUARD_CONSOLE_OUTPUT_LENGTH_TEXT_H_
#define GUARD_CONSOLE_OUTPUT_LENGTH_TEXT_H_

#include <chrono>
#include <string>

namespace guard::console {

// "1.2 s", "4 min 5 s", "2 h 3 min", "3 d 1 h": the two greatest units.
[[nodiscard]] std::string length_text(std::chrono::milliseconds length);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_OUTPUT_LENGTH_TEXT_H_
