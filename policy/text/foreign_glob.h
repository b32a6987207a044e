// SPDX-License-Identifier: Apache-2.0
// Patterns in the syntax of other tools (gitignore, shells, regular expressions): as globs of a
// policy they would match nothing, and nobody would see it. Pure, any thread.
#ifndef GUARD_POLICY_TEXT_FOREIGN_GLOB_H_
#define GUARD_POLICY_TEXT_FOREIGN_GLOB_H_

#include <optional>
#include <string>
#include <string_view>

namespace guard::policy {

// Why PATTERN is none of glob.h's: `!x`, `{a,b}`, `a|b`, or with blanks around it; and what to
// write. A character behind a backslash or in a set is meant as it is.
[[nodiscard]] std::optional<std::string> foreign_glob_defect(std::string_view pattern);

}  // namespace guard::policy

#endif  // GUARD_POLICY_TEXT_FOREIGN_GLOB_H_
