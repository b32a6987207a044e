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
  const char* group = nullptr;  // heads this row and those after it in the help
};

// Another name, as people type it: "log" for {"audit", "list"}.
struct Alias {
  const char* name;
  const char* target;  // words of the same table, with blanks between: "audit list"
};

struct SubcommandTable {
  const char* prefix;   // "guard", "guard audit"
  const char* summary;  // one line
  std::span<const Subcommand> rows;
  const char* example = "";  // of the end of the help, lines
  std::span<const Alias> aliases = {};
  // A guess at words that no row takes: "guard run -- claude". Empty: there is none.
  // The words are those of the command line, from the first one on.
  std::string (*meant)(const std::vector<std::string>& words) = nullptr;
};

// Runs the row that words[0] names, also by an alias; where what the row needs is out of reach, one
// line and 1. --help prints the table (0); nothing, or no such row: one line with the nearest name,
// 2. --print-manual prints the table's page (help/manual_page.h), --print-commands all names,
// --print-documented those that have a page, or a part of one.
int dispatch(const SubcommandTable& table, const std::vector<std::string>& words);
[[nodiscard]] std::string help_text(const SubcommandTable& table);

}  // namespace guard::console

#endif  // GUARD_CONSOLE_HELP_SUBCOMMANDS_H_
