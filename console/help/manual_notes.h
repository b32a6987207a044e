// SPDX-License-Identifier: Apache-2.0
// The words that the manual pages have beyond the tables that --help prints: a row for each
// subcommand of guard, and what they find in the environment and in files. Constant, any thread.
#ifndef GUARD_CONSOLE_HELP_MANUAL_NOTES_H_
#define GUARD_CONSOLE_HELP_MANUAL_NOTES_H_

#include <span>
#include <string_view>

namespace guard::console {

struct StatusNote {
  std::string_view status;  // "0", "128+N"
  std::string_view meaning;
};

struct ManualNote {
  std::string_view command;      // "run", "audit"; "": guard itself
  std::string_view description;  // paragraphs apart by an empty line
  std::span<const StatusNote> statuses;
  std::string_view see_also;  // pages: "guard-undo guard-policy.5"
};

// A note about a variable of the environment, or about a file.
struct PlaceNote {
  std::string_view name;
  std::string_view meaning;
  std::string_view commands;  // the subcommands whose pages tell of it; "": all
};

// Null when there is none.
[[nodiscard]] const ManualNote* manual_note(std::string_view command);
[[nodiscard]] std::span<const PlaceNote> environment_notes();
[[nodiscard]] std::span<const PlaceNote> file_notes();
[[nodiscard]] bool is_told_in(const PlaceNote& note, std::string_view command);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_HELP_MANUAL_NOTES_H_
