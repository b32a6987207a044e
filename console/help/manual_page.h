// SPDX-License-Identifier: Apache-2.0
// The manual page of a subcommand, from the tables that its --help prints and from manual_notes.
// The build asks guard itself for them (`guard run --print-manual`). Pure.
#ifndef GUARD_CONSOLE_HELP_MANUAL_PAGE_H_
#define GUARD_CONSOLE_HELP_MANUAL_PAGE_H_

#include <string>

#include "console/help/subcommands.h"
#include "console/options/option_parser.h"

namespace guard::console {

// The words that ask for a page, and for what one subcommand of a group adds to the group's page.
inline constexpr const char* kPrintManual = "--print-manual";
inline constexpr const char* kPrintManualPart = "--print-manual-part";

[[nodiscard]] std::string manual_page(const OptionTable& table);
[[nodiscard]] std::string manual_part(const OptionTable& table);

// For guard itself, and for a group such as `guard audit`: its parts stand between the two.
[[nodiscard]] std::string manual_head(const SubcommandTable& table);
[[nodiscard]] std::string manual_tail(const SubcommandTable& table);

// ".TH" of a page: manual_title("guard-run", "1").
[[nodiscard]] std::string manual_title(const std::string& page, const std::string& section);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_HELP_MANUAL_PAGE_H_
