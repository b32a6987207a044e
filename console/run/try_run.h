// SPDX-License-Identifier: Apache-2.0
// guard run --try: what undo could not take back does not happen in the run, and is listed at its
// end. Front's thread.
#ifndef GUARD_CONSOLE_RUN_TRY_RUN_H_
#define GUARD_CONSOLE_RUN_TRY_RUN_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "policy/model/policy.h"

namespace guard::console {

// Where such rules come from, in the place of a file.
inline constexpr std::string_view kTrySource = "--try";

// They refuse pushes, raised privileges, changes of the system and of what lies outside of the
// workspace, and ask about hosts that the policy does not allow. A rule that refuses beats every
// other, and every answer that was remembered.
void add_try_rules(policy::Policy& policy);

// Says what was held: on standard error, a line for each act. BEFORE: the last record of earlier
// sessions of the name.
void tell_of_try(const std::string& state_dir, const std::string& session, std::uint64_t before);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_RUN_TRY_RUN_H_
