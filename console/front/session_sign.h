// SPDX-License-Identifier: Apache-2.0
// Two words that guard chooses for a session and shows on the person's terminal alone: a box for a
// password without them was drawn by another program. The tree cannot read that terminal.
#ifndef GUARD_CONSOLE_FRONT_SESSION_SIGN_H_
#define GUARD_CONSOLE_FRONT_SESSION_SIGN_H_

#include <string>

namespace guard::console {

// "amber falcon"; one of 4,096. Empty: the kernel gave no random bytes.
[[nodiscard]] std::string make_session_sign();

}  // namespace guard::console

#endif  // GUARD_CONSOLE_FRONT_SESSION_SIGN_H_
