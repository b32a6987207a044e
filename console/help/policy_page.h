// SPDX-License-Identifier: Apache-2.0
// guard-policy(5): what a policy file may say, from the table of its keys (policy/load/schema.h).
// Pure.
#ifndef GUARD_CONSOLE_HELP_POLICY_PAGE_H_
#define GUARD_CONSOLE_HELP_POLICY_PAGE_H_

#include <string>

namespace guard::console {

// The word that asks `guard policy` for the page.
inline constexpr const char* kPrintFileManual = "--print-file-manual";

[[nodiscard]] std::string policy_page();

}  // namespace guard::console

#endif  // GUARD_CONSOLE_HELP_POLICY_PAGE_H_
