// SPDX-License-Identifier: Apache-2.0
// The texts of a subcommand about its own options: the help, the line for a mistake, what a shell
// completes, its part of a manual page. From the table that the parser reads (option_parser.h).
#ifndef GUARD_CONSOLE_HELP_OPTION_HELP_H_
#define GUARD_CONSOLE_HELP_OPTION_HELP_H_

#include <string>
#include <vector>

#include "base/error.h"
#include "console/options/option_parser.h"

namespace guard::console {

// parse_options() for subcommands: prints the help (0), or the error and where to read on
// (usage_status). Completion scripts ask with `--print-values --NAME` what may follow that option
// (1: nothing, it is a flag) and with `--print-commands` what may be an operand, one a line:
// "on|off", the words that are known by what the help calls them ("MODE"), what is there now
// (offered_words.h).
[[nodiscard]] tl::expected<ParsedOptions, int> parse_or_explain(
    const OptionTable& table, const std::vector<std::string>& words, int usage_status = 2);

[[nodiscard]] std::string help_text(const OptionTable& table);
// "--json\n-j\n...": what a completion script offers.
[[nodiscard]] std::string option_names(const OptionTable& table);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_HELP_OPTION_HELP_H_
