// SPDX-License-Identifier: Apache-2.0
// The words that a shell offers where the help has a placeholder: the names of sessions, waiting
// questions, records. Looks into guard's folders and asks running sessions; what cannot be had is
// not offered. A word has letters, digits and "._:#~-" only: shells expand what completion gives
// them.
#ifndef GUARD_CONSOLE_HELP_OFFERED_WORDS_H_
#define GUARD_CONSOLE_HELP_OFFERED_WORDS_H_

#include <string>
#include <string_view>

namespace guard::console {

// Stands for names of files, which the shell itself offers.
inline constexpr std::string_view kFilesLine = "<files>\n";

// One a line, kFilesLine among them where files fit too. COMMAND: "audit show"; PLACEHOLDER:
// "SESSION", "[SESSION:N | QUESTION | PATH]...".
[[nodiscard]] std::string offered_words(std::string_view command, std::string_view placeholder);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_HELP_OFFERED_WORDS_H_
