// SPDX-License-Identifier: Apache-2.0
// `guard run` inside of a session (supervisor/actors/session_address.h): it joins that session with
// its own policy, which can only add to what holds already, and becomes its command.
#ifndef GUARD_CONSOLE_RUN_NESTED_RUN_H_
#define GUARD_CONSOLE_RUN_NESTED_RUN_H_

#include <optional>
#include <string>

#include "console/options/run_settings.h"
#include "console/run/inherited_descriptors.h"

namespace guard::console {

// nullopt: not inside of a session. Else the exit status, or it does not return: it became IMAGE.
// Descriptors that the tree hands on to the command were opened under the outer policy, so they are
// closed here as they are outside. The record names those that are kept, as part of this guard run.
[[nodiscard]] std::optional<int> run_inside(const RunSettings& settings, const std::string& image,
                                            const InheritedNumbers& inherited);

// True for a process that a session supervises.
[[nodiscard]] bool inside_a_session();
// Where a process inside reaches its session: for a Client.
[[nodiscard]] std::string own_session_address();

}  // namespace guard::console

#endif  // GUARD_CONSOLE_RUN_NESTED_RUN_H_
