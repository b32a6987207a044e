// SPDX-License-Identifier: Apache-2.0
// A profile of an agent as a file that may be copied and changed. Pure, any thread.
#ifndef GUARD_CONSOLE_POLICY_PROFILE_TEXT_H_
#define GUARD_CONSOLE_POLICY_PROFILE_TEXT_H_

#include <string>

#include "policy/model/profile.h"

namespace guard::console {

// The text that guard reads back as PROFILE: for ~/.config/guard/profiles/NAME.yaml.
[[nodiscard]] std::string profile_text(const policy::Profile& profile);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_POLICY_PROFILE_TEXT_H_
