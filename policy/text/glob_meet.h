// SPDX-License-Identifier: Apache-2.0
// globs_meet: whether two patterns have a path in common. Pure; any thread.
#ifndef GUARD_POLICY_TEXT_GLOB_MEET_H_
#define GUARD_POLICY_TEXT_GLOB_MEET_H_

#include <string_view>

namespace guard::policy {

// Both absolute (policy/text/glob.h). A set ("[ab]") counts as any character, so the answer may be
// true where no path matches both, and is never false where one does.
[[nodiscard]] bool globs_meet(std::string_view a, std::string_view b);

}  // namespace guard::policy

#endif  // GUARD_POLICY_TEXT_GLOB_MEET_H_
