// SPDX-License-Identifier: Apache-2.0
// The mode that an option or a variable chooses over the policy's own, as guard run takes it
// (run_settings.cc): for commands that only show what would hold. An error: not known, or locked.
#ifndef GUARD_CONSOLE_OPTIONS_CHOSEN_MODE_H_
#define GUARD_CONSOLE_OPTIONS_CHOSEN_MODE_H_

#include <string>

#include "base/error.h"
#include "policy/model/policy.h"

namespace guard::console {

// "" leaves it as it is.
Result<void> choose_mode(policy::Policy& policy, const std::string& name);
// Takes the value of GUARD_SAFE_MODE.
Result<void> choose_safe_mode(policy::Policy& policy);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_OPTIONS_CHOSEN_MODE_H_
