// SPDX-License-Identifier: Apache-2.0
// The meaning of a read of the terminal as a key. Pure.
#ifndef GUARD_CONSOLE_TERMINAL_KEY_PRESS_H_
#define GUARD_CONSOLE_TERMINAL_KEY_PRESS_H_

#include <optional>
#include <string_view>

namespace guard::console {

inline constexpr char kEscape = '\x1b';
inline constexpr char kInterrupt = '\x03';

// Keys that arrive as sequences, named by a character that none of them is.
inline constexpr char kKeyUp = '\x01';
inline constexpr char kKeyDown = '\x02';
inline constexpr char kKeyPageUp = '\x05';
inline constexpr char kKeyPageDown = '\x06';

// A person presses one key, or holds one down; anything else that arrives at once is a paste or a
// report of the terminal, and no key.
[[nodiscard]] std::optional<char> single_key(std::string_view typed);
// Arrows and pages as above; nullopt: another sequence, or none.
[[nodiscard]] std::optional<char> moving_key(std::string_view typed);
[[nodiscard]] bool is_sequence(std::string_view typed);
[[nodiscard]] bool is_enter(char key);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_TERMINAL_KEY_PRESS_H_
