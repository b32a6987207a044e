// SPDX-License-Identifier: Apache-2.0
// A word that names what to do (`guard check`, `guard audit list`): one table per level, from which
// the choice, --help and completion follow.
//
//   constexpr Subcommand kRows[] = {{"list", "newest records", list_command}, ...};
//   return dispatch({"guard audit", "who did what", kRows}, words);
#ifndef GUARD_CONSOLE_HELP_SUBCOMMANDS_H_
#define GUARD_CONSOLE_HELP_SUBCOMMANDS_H_

#include <span>
#include <string>
#include <vector>

namespace guard::console {

struct Subcommand {
  const char* name;
  const char* summary;
  int (*run)(const std::vector<std::string>& words);  // gets the words after the name
  // What it needs that guard keeps from every process inside a session, with its verb: "the
  // sessions are". There dispatch says so instead of running it. nullptr: it needs nothing of that
  // kind, or finds out itself, as an option may name other places.
  const char* out_of_reach = nullptr;
};

struct SubcommandTable {
  const char* prefix;   // "guard", "guard audit"
  const char* summary;  // one line
  std::span<const Subcommand> rows;
  const char* example = "";  // of the end of the help, lines
};

// Runs the row that words[0] names; where what it needs is out of reach, one line and 1. --help
// prints the table (0); nothing, or no such row: one line with the nearest name, 2. --print-manual
// prints its page (manual/manual_page.h).
int dispatch(const SubcommandTable& table, const std::vector<std::string>& words);
[[nodiscard]] std::string help_text(const SubcommandTable& table);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_HELP_SUBCOMMANDS_H_
