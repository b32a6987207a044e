// SPDX-License-Identifier: Apache-2.0
// Finds what in its environment makes a git that logs in another one than the user set up:
// settings, proxies, traces and certificates that the tree chose can show the password to whoever
// chose them. Only what the tree did not inherit from outside is given here. A table; pure, any
// thread.
#ifndef GUARD_POLICY_COMMAND_LOGIN_SETTINGS_H_
#define GUARD_POLICY_COMMAND_LOGIN_SETTINGS_H_

#include <string>
#include <string_view>
#include <vector>

namespace guard::policy {

// `changes`: "NAME=VALUE", as of Action.
[[nodiscard]] bool steers_a_login(const std::vector<std::string>& changes);

// A key of git's settings, in small letters and perhaps with "=VALUE": it chooses who is asked for
// a password, or who sees it.
[[nodiscard]] bool is_login_setting(std::string_view key);
[[nodiscard]] std::string in_small_letters(std::string_view text);

}  // namespace guard::policy

#endif  // GUARD_POLICY_COMMAND_LOGIN_SETTINGS_H_
